import type { Command } from 'commander';
import { join } from 'node:path';
import type { SignerIdentity } from '../../certificate/signer-plan.ts';
import { UsageError } from '../../errors.ts';
import type { TrustedRoot } from '../../keyless/trusted-root.ts';
import type { Terminal } from './terminal.ts';
import { place } from './values.ts';

/** Whom a command is told to believe about signers without a key. */
export interface TrustedRootFlags {
  /** A file, or the address of a TUF repository. */
  readonly trustedRoot?: string;
  readonly tufRoot?: string;
}

/** Adds the flags of {@link TrustedRootFlags}. */
export function addTrustedRoot(command: Command): Command {
  return command
    .option(
      '--trusted-root <file>',
      'of a keyless certificate: the trusted_root.json of Sigstore or of an instance; or the address of the TUF repository to fetch it from',
      place,
    )
    .option(
      '--tuf-root <file>',
      'with an address: the root.json of that repository; that of https://tuf-repo-cdn.sigstore.dev is known',
      place,
    );
}

/** Who signs without a key, where flags name that. @throws {UsageError} for half of a name: nobody can be asked for both but the two together */
export function signerNamed({
  certificateIdentity: identity,
  certificateIssuer: issuer,
}: {
  readonly certificateIdentity?: string;
  readonly certificateIssuer?: string;
}): SignerIdentity | undefined {
  if (identity === undefined && issuer === undefined) return undefined;
  if (identity !== undefined && issuer !== undefined) return { identity, issuer };
  throw new UsageError(
    `--certificate-${identity === undefined ? 'issuer needs --certificate-identity' : 'identity needs --certificate-issuer'}`,
    'the identity says who signed, the issuer who vouches for that',
  );
}

/** The trusted root that flags name; undefined where none does. @throws {UsageError} when it cannot be used */
export async function trustedRootOf(
  { trustedRoot, tufRoot }: TrustedRootFlags,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<TrustedRoot | undefined> {
  const isAddress = /^https?:\/\//i.test(trustedRoot ?? '');
  if (tufRoot !== undefined && !isAddress)
    throw new UsageError(
      '--tuf-root is for an address',
      'name the TUF repository with --trusted-root, or leave it out',
    );
  if (trustedRoot === undefined) return undefined;
  // Only keyless certificates need what these load.
  if (!isAddress) {
    const { readTrustedRoot } = await import('../../keyless/trusted-root.ts');
    return readTrustedRoot(trustedRoot);
  }
  const [{ fetchTrustedRoot }, { cacheFolder }] = await Promise.all([
    import('../../keyless/fetched-root.ts'),
    import('../../files/cache-folder.ts'),
  ]);
  return fetchTrustedRoot(trustedRoot, { rootFile: tufRoot, cache: join(cacheFolder(environment), 'tuf') });
}
