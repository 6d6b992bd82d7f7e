import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { isLoopback } from '../targets/base-address.ts';
import { printable } from '../text/printable.ts';
import { loadFetching } from './packages.ts';
import { trustedRootIn, type TrustedRoot } from './trusted-root.ts';

/** The one of the public instances has some 5 kB. */
const MOST_BYTES = 524_288;

const TARGET = 'trusted_root.json';

/** How a TUF repository is asked. */
interface Fetching {
  /** The root.json that it is trusted by; the package knows that of the public instance. */
  readonly rootFile?: string | undefined;
  /** A folder, where what was seen stays: a repository that offers something older later is noticed. */
  readonly cache: string;
}

/**
 * Fetches a trusted root of Sigstore from a TUF repository, which signs it and says until when it counts.
 *
 * @param mirror - the address of the repository
 * @throws {UsageError} when it cannot be reached, what it offers is not signed as its root demands, is too old, or is no trusted root; or
 * when the client is not installed
 */
export async function fetchTrustedRoot(mirror: string, { rootFile, cache }: Fetching): Promise<TrustedRoot> {
  const mirrorURL = addressOf(mirror);
  if (rootFile !== undefined) demandRoot(rootFile);
  const { initTUF, DEFAULT_MIRROR_URL } = await loadFetching();
  if (rootFile === undefined && mirrorURL !== DEFAULT_MIRROR_URL)
    throw new UsageError(
      `nobody said by which root.json ${mirrorURL} is trusted`,
      `name it with --tuf-root; only that of ${DEFAULT_MIRROR_URL} is known`,
    );
  const isGiven = rootFile !== undefined && { rootPath: rootFile, forceInit: true };
  try {
    const client = await initTUF({ mirrorURL, cachePath: cache, ...isGiven, retry: false });
    return await trustedRootIn(await client.getTarget(TARGET), `${TARGET} of ${mirrorURL}`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `the trusted root cannot be fetched from ${mirrorURL}: ${printable(whyNot(error), 300)}`,
      'try again later, or name a trusted_root.json that you have',
    );
  }
}

function refused(why: string): UsageError {
  return new UsageError(
    `--trusted-root ${why}`,
    'give an address such as https://tuf-repo-cdn.sigstore.dev, or a file',
  );
}

/** No sentence repeats an address that holds a password. */
function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw refused('is not an address');
  if (url.username !== '' || url.password !== '') throw refused('must not contain a user name or a password');
  if (text.includes('?') || text.includes('#')) throw refused('must not have a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw refused('must use https');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function demandRoot(file: string): void {
  try {
    readGivenFile(file, { bytes: MOST_BYTES });
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(
      `the TUF root ${file} cannot be read: ${error.message}`,
      'name the root.json of the repository',
    );
  }
}

/** The innermost reason, as the client says it. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return 'its response is not understood';
  return error.cause === undefined ? error.message : whyNot(error.cause);
}
