import type { TrustMaterial } from '@sigstore/verify';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { loadVerifying } from './packages.ts';

/** The one of the public instances has some 10 kB. */
const MOST_BYTES = 1_048_576;

/** Whom a verifier trusts: certificate authorities, transparency logs, timestamp authorities. */
export type TrustedRoot = TrustMaterial;

/**
 * Reads a trusted root of Sigstore (`application/vnd.dev.sigstore.trustedroot+json`).
 *
 * @throws {UsageError} when it is none, or the verifier is not installed
 */
export async function readTrustedRoot(file: string): Promise<TrustedRoot> {
  return trustedRootIn(textOf(file), file);
}

/**
 * A trusted root of Sigstore, from its text.
 *
 * @param from - where it is from, in messages
 * @throws {UsageError} as {@link readTrustedRoot} does
 */
export async function trustedRootIn(text: string, from: string): Promise<TrustedRoot> {
  const { TrustedRoot: Root, toTrustMaterial } = await loadVerifying();
  const isNone = () =>
    new UsageError(
      `${from} is not a trusted root of Sigstore`,
      'name the trusted_root.json of the instance that issued the certificate',
    );
  let root: TrustedRoot;
  try {
    root = toTrustMaterial(Root.fromJSON(JSON.parse(text)));
  } catch {
    throw isNone();
  }
  if (root.certificateAuthorities.length === 0) throw isNone();
  return root;
}

function textOf(file: string): string {
  try {
    return readGivenFile(file, { bytes: MOST_BYTES }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(
      `the trusted root ${file} cannot be read: ${error.message}`,
      'name the trusted_root.json of the instance that issued the certificate',
    );
  }
}
