import crypto from 'crypto';

const secret = 'any long text of your own';

/** A hash that tells keys apart; empty where there is no key. */
function key(request) {
  const sent = request.headersIn.Authorization;
  return sent
    ? crypto
        .createHmac('sha256', secret)
        .update(sent.replace(/^bearer +/i, 'bearer '))
        .digest('hex')
    : '';
}

export default { key };
