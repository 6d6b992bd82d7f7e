import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { systemWords } from '../files/system-words.ts';
import { whyUnreadable, type Unusable } from './unusable.ts';

/** The evidence of one run is a few megabytes; a small file must not fill the disk. */
const MOST_BYTES = 268_435_456;

/** A file that goes away with the block that uses it. */
interface UnpackedFile extends AsyncDisposable {
  readonly file: string;
}

/** It unpacks to more than it may. */
class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/**
 * Unpacks a file of gzip beside nothing else.
 *
 * @param name - of the unpacked file
 * @returns why it cannot be unpacked, where it cannot: what is no gzip is refused, and a disk that is full says nothing of it
 */
export async function unpack(packed: string, name: string, most = MOST_BYTES): Promise<UnpackedFile | Unusable> {
  const unreadable = whyUnreadable(packed);
  if (unreadable !== undefined) return unreadable;
  let folder: string;
  try {
    folder = await mkdtemp(join(tmpdir(), 'petvet-unpacked-'));
  } catch (error) {
    return { unchecked: `the folder of temporary files cannot be used: ${systemWords(error)}` };
  }
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  const file = join(folder, name);
  let bytes = 0;
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? new TooLongError() : null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(packed), createGunzip(), bound, createWriteStream(file, { mode: 0o600 }));
    return { file, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    if (error instanceof TooLongError) return { refused: `it unpacks to more than ${most} bytes` };
    const fault = faultOfGzip(error);
    return fault === undefined ? { unchecked: systemWords(error) } : { refused: fault };
  }
}

/** Packs a file; its folder is made. */
export async function writePacked(file: string, packed: string): Promise<void> {
  await mkdir(dirname(packed), { recursive: true });
  await pipeline(createReadStream(file), createGzip(), createWriteStream(packed));
}

/** What is wrong with the packed bytes; undefined where it is something else that failed. */
function faultOfGzip(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (error.code === 'Z_BUF_ERROR') return 'it breaks off';
  if (error.code !== 'Z_DATA_ERROR') return undefined;
  return error.message.includes('header') ? 'it is not gzip' : 'it is damaged';
}
