import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from './child-run.ts';
import { K6_ARCHIVE_VERSION } from './k6-program.ts';

/** An official archive with k6 in it. */
export interface K6Archive {
  readonly url: string;
  /** Of the archive, in lower-case hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Hashes of the archives of k6 1.4.2 by Node's names of system and processor, copied from two public lists that agree: one of a
 * package manager, one that names the release's own checksums as its source. The archive for Windows is in neither.
 */
const HASHES: Readonly<Record<string, readonly [file: string, sha256: string]>> = {
  'linux-x64': ['linux-amd64.tar.gz', 'c827501f510265db9c3313e4164d2585a97c7a3485ed440b93f7b1cfe6facd28'],
  'linux-arm64': ['linux-arm64.tar.gz', '0e9515502f80edb562f12c0b12a59085c0b113c6416d728e3c2a9e5a7506cc5c'],
  'darwin-x64': ['macos-amd64.zip', 'ed79f1356fcc98ac645e6c9732def8fcd84cfeec8c6a2e92476663bda27b9550'],
  'darwin-arm64': ['macos-arm64.zip', '93635cccab3f7c689f890218ccbb92b0440a42f1380681a7d732a072915d7b76'],
};

const RELEASE = `https://github.com/grafana/k6/releases/download/v${K6_ARCHIVE_VERSION}/k6-v${K6_ARCHIVE_VERSION}-`;
const DOWNLOAD_SECONDS = 300;
const UNPACK_SECONDS = 60;

/** The archive for a system and a processor, as Node names them; undefined where no hash of it is known. */
export function archiveFor(platform: string, arch: string): K6Archive | undefined {
  const known = HASHES[`${platform}-${arch}`];
  return known && { url: `${RELEASE}${known[0]}`, sha256: known[1] };
}

/**
 * Downloads an archive into a folder, and unpacks it if it is the one that its hash names.
 *
 * @returns the path of the program, or why there is none, as a clause
 */
export async function unpackedK6(
  archive: K6Archive,
  folder: string,
  environment: Readonly<Record<string, string>>,
  interrupt: AbortSignal,
): Promise<{ readonly path: string } | string> {
  const bytes = await downloaded(archive.url, interrupt);
  if (typeof bytes === 'string') return bytes;
  if (createHash('sha256').update(bytes).digest('hex') !== archive.sha256) {
    return `${archive.url} is not the archive that was published; it was deleted`;
  }
  const inside = join(folder, 'unpacked');
  const file = join(folder, 'archive');
  await mkdir(inside);
  await writeFile(file, bytes);
  // The tar of macOS reads zip archives too.
  const { status } = await runChild({
    file: 'tar',
    args: ['-xf', file, '-C', inside, '--strip-components', '1'],
    environment,
    timeoutSeconds: UNPACK_SECONDS,
    interrupt,
    graceSeconds: 0,
  });
  if (status !== 0) return `${archive.url} cannot be unpacked`;
  const path = join(inside, 'k6');
  await chmod(path, 0o755);
  return { path };
}

async function downloaded(url: string, interrupt: AbortSignal): Promise<Uint8Array | string> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([interrupt, AbortSignal.timeout(1_000 * DOWNLOAD_SECONDS)]),
    });
    if (!response.ok) return `${url} responds with ${response.status}`;
    return new Uint8Array(await response.arrayBuffer());
  } catch {
    return `${url} cannot be reached`;
  }
}
