import { expect, it } from 'vitest';
import { readFailure } from './failure.ts';

function failing(code: string, message = 'as the library says'): string {
  return readFailure(Object.assign(new Error(message), { code }), 'pets.example', false).says;
}

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'PETVET_<NAME>_CA_FILE'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'PETVET_<NAME>_CA_FILE'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'PETVET_CA_FILE'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'the clock of this machine'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host name'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS'],
])('%s is told in words, and by its code', (code, says) => {
  expect(failing(code)).toContain(says);
  expect(failing(code)).toContain(`(${code})`);
});

it('what has no words is told as the library has it', () => {
  expect(failing('EPROTO', 'write EPROTO: wrong version number')).toContain('it does not speak TLS');
  expect(failing('ERR_SSL_OTHER', 'a new fault')).toMatch(/ERR_SSL_OTHER, a new fault$/);
});
