import { printCertificate, type AnyContent } from '../../certificate/bundle.ts';
import { demandRoomForKey, readSigningKey, writeNewKey, type SigningKey } from '../../certificate/keys.ts';
import { HarnessError, UsageError } from '../../errors.ts';
import type { CertifyFlags } from './values.ts';
import type { Terminal } from '../shared/terminal.ts';
import { givenFlags, refuseGiven } from '../shared/given-flags.ts';

/** Makes the text of a certificate. It may fail where it depends on services: {@link SigningError}. */
export type CertificateSigner = (content: AnyContent) => Promise<string>;

/** A run could be certified, and its certificate could not be signed. */
export class SigningError extends HarnessError {
  override readonly name = 'SigningError';
  readonly code = 'SIGNING';
  readonly hint: string;

  constructor(detail: string, hint = 'start it again') {
    super('the run could be certified, and was not signed', detail);
    this.hint = hint;
  }
}

/**
 * What signs: a key that is there, one that is made when it is needed, or the identity of the pipeline. Whatever can be wrong with it is found
 * now, before a run that takes minutes.
 *
 * @throws {UsageError} when none is given, or it cannot be used
 */
export async function certificateSigner(flags: CertifyFlags, terminal: Terminal): Promise<CertificateSigner> {
  if (givenFlags(flags, ['key', 'newKey', 'keyless']).length === 0)
    throw new UsageError(
      'a certificate needs a key to sign it',
      '--new-key FILE makes one, --key FILE uses an existing one; a pipeline needs none with --keyless',
    );
  if (flags.keyless === true) return keyless(flags, terminal);
  refuseGiven(
    flags,
    ['fulcio', 'rekor', 'tsa'],
    (flag) => `${flag} is for --keyless`,
    'leave it out, or sign with --keyless',
  );
  return withKey(flags, terminal);
}

function withKey(flags: CertifyFlags, terminal: Terminal): CertificateSigner {
  const keyOf = keySource(flags, terminal);
  return (content) => Promise.resolve(printCertificate(content, keyOf()));
}

/**
 * A key that is there, or one that is made when it is needed.
 *
 * @throws {UsageError} when it cannot be used, or could not be written
 */
export function keySource(
  { key, newKey = '' }: Pick<CertifyFlags, 'key' | 'newKey'>,
  terminal: Terminal,
): () => SigningKey {
  if (key === undefined) {
    demandRoomForKey(newKey);
    return () => writeNewKey(newKey);
  }
  const read = readSigningKey(key);
  if (read.warning !== undefined) terminal.err(`${read.warning}\n`);
  return () => read;
}

async function keyless(flags: CertifyFlags, terminal: Terminal): Promise<CertificateSigner> {
  const { environment } = terminal;
  // What only this needs takes its time to load.
  const [{ readAddresses }, { identityTokenOf }, { keylessSigner, NotSignedError }, { printKeylessCertificate }] =
    await Promise.all([
      import('../../keyless/addresses.ts'),
      import('../../keyless/identity-token.ts'),
      import('../../keyless/sign.ts'),
      import('../../certificate/keyless.ts'),
    ]);
  const addresses = readAddresses(flags, environment);
  const sign = await keylessSigner(addresses, identityTokenOf(environment, Date.now()));
  const { fulcio, rekor, tsa } = addresses;
  const witness = [
    rekor === undefined ? 'no log' : `recorded for all to see in ${rekor}`,
    ...(tsa === undefined ? [] : [`timestamp from ${tsa}`]),
  ];
  terminal.err(`Signing without a key: certificate from ${fulcio}, ${witness.join(', ')}.\n`);
  return async (content) => {
    try {
      return await printKeylessCertificate(content, sign);
    } catch (error) {
      if (error instanceof NotSignedError) throw new SigningError(error.message);
      throw error;
    }
  };
}
