import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { demandRegularFile, GivenFileError } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';

/** The evidence of one run is a few megabytes; a small file must not fill the disk. */
const MOST_BYTES = 268_435_456;

/** A file that goes away with the block that uses it. */
interface UnpackedFile extends AsyncDisposable {
  readonly file: string;
}

/**
 * Unpacks a file of gzip beside nothing else.
 *
 * @param name - of the unpacked file
 * @returns why it cannot be unpacked, as a clause, where it cannot
 */
export async function unpack(packed: string, name: string, most = MOST_BYTES): Promise<UnpackedFile | string> {
  const folder = await mkdtemp(join(tmpdir(), 'petvet-unpacked-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, name);
  let bytes = 0;
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? new GivenFileError(`it unpacks to more than ${most} bytes`) : null, chunk);
    },
  });
  try {
    demandRegularFile(packed);
    await pipeline(createReadStream(packed), createGunzip(), bound, createWriteStream(file, { mode: 0o600 }));
    return { file, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    return error instanceof GivenFileError ? error.message : isOfZlib(error) ? 'it is not gzip' : systemWords(error);
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
