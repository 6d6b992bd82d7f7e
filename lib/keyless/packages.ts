import { UsageError } from '../errors.ts';

/** The code of Node where a package is not installed. */
const NOT_THERE = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** What petvet takes of Sigstore, in the versions that it is made for. `package.json` names them as peers. */
export const NEEDED = {
  sign: '@sigstore/sign@5',
  bundle: '@sigstore/bundle@5',
  verify: '@sigstore/verify@4',
  specs: '@sigstore/protobuf-specs@0.5',
  tuf: '@sigstore/tuf@5',
} as const;

/**
 * The client that signs. petvet does not bring it along: it weighs half as much as everything else together, and few need it.
 *
 * @throws {UsageError} when it is not installed
 */
export async function loadSigning() {
  const loading = [import('@sigstore/sign'), import('@sigstore/bundle')] as const;
  const [sign, bundle] = await installed('--keyless', [NEEDED.sign, NEEDED.bundle], loading);
  return { ...sign, ...bundle };
}

/**
 * What verifies, offline; see {@link loadSigning}.
 *
 * @throws {UsageError} when it is not installed
 */
export async function loadVerifying() {
  const loading = [import('@sigstore/verify'), import('@sigstore/bundle'), import('@sigstore/protobuf-specs')] as const;
  const names = [NEEDED.verify, NEEDED.bundle, NEEDED.specs];
  const [verify, bundle, specs] = await installed('a keyless certificate', names, loading);
  return { ...verify, ...bundle, TrustedRoot: specs.TrustedRoot };
}

/**
 * What fetches a trusted root; see {@link loadSigning}.
 *
 * @throws {UsageError} when it is not installed
 */
export async function loadFetching() {
  const [tuf] = await installed('--trusted-root with an address', [NEEDED.tuf], [import('@sigstore/tuf')]);
  return tuf;
}

/**
 * Waits for packages that may not be there. Each is named: where packages are kept apart, that one brings another along does not give it to petvet.
 *
 * @param what - what needs them
 * @param names - as npm takes them, in the order of what is loading
 * @throws {UsageError} when one is not installed: it names all that are missing
 */
export async function installed<Loading extends readonly Promise<unknown>[] | []>(
  what: string,
  names: readonly string[],
  loading: Loading,
): Promise<{ -readonly [Nth in keyof Loading]: Awaited<Loading[Nth]> }> {
  const settled = await Promise.allSettled<unknown>(loading);
  const missing = names.filter((_, nth) => isMissing(settled[nth]));
  const [first] = missing;
  if (first !== undefined)
    throw new UsageError(
      `${what} needs the package ${first.replace(/@[\d.]+$/, '')}, which petvet does not bring along`,
      `install what is missing where petvet is: npm install ${missing.join(' ')}`,
    );
  return Promise.all(loading);
}

function isMissing(settled: PromiseSettledResult<unknown> | undefined): boolean {
  if (settled?.status !== 'rejected') return false;
  const error: unknown = settled.reason;
  return error instanceof Error && 'code' in error && NOT_THERE.includes(String(error.code));
}
