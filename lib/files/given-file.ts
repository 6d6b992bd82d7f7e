import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { UsageError } from '../errors.ts';
import { systemWords } from './system-words.ts';

/** A file that a user named cannot be read; the message is a clause that completes "FILE cannot be read: …". */
export class GivenFileError extends Error {
  override readonly name = 'GivenFileError';
  /** There is nothing of that name. */
  readonly isMissing: boolean;

  constructor(why: string, isMissing = false) {
    super(why);
    this.isMissing = isMissing;
  }
}

/** Bounds of reading a file. */
export interface ReadingBounds {
  /** A longer file is refused. */
  readonly bytes: number;
  /** How long a pipe may take to be written, in milliseconds. */
  readonly patience?: number;
}

/** A password manager may ask its user before it writes to the pipe. */
const PATIENCE_MS = 5_000;

/** How often a pipe is looked at, in milliseconds. */
const PAUSE_MS = 20;

const CHUNK = 64 * 1024;

/**
 * Reads a file that a user named, whatever it is: it never waits for a pipe that nobody writes to, and never reads a device
 * without end. Pipes are read, within the bounds: keys come through them.
 *
 * @throws {GivenFileError} when it cannot be read, is no file or pipe, is too long, ends too late, or is UTF-16
 */
export function readGivenFile(file: string, { bytes, patience = PATIENCE_MS }: ReadingBounds): Buffer {
  const { descriptor, stats } = openGiven(file);
  try {
    if (stats.isFile() && stats.size > bytes) throw tooLong(bytes);
    const until = performance.now() + patience;
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const part = Buffer.allocUnsafe(CHUNK);
      const read = readPart(descriptor, part);
      if (read !== undefined && read > 0) {
        size += read;
        if (size > bytes) throw tooLong(bytes);
        parts.push(part.subarray(0, read));
        continue;
      }
      // A pipe without a writer is at its end before anybody has written.
      if (read === 0 && (!stats.isFIFO() || size > 0)) return inUtf8(Buffer.concat(parts));
      if (performance.now() > until)
        throw new GivenFileError(`it is a pipe whose writer did not finish within ${patience / 1_000} s`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The text of a file that need not be there: undefined where there is nothing of that name.
 *
 * @throws {UsageError} when it is there and cannot be read
 */
export function readTextIfThere(file: string, bounds: ReadingBounds): string | undefined {
  try {
    return readGivenFile(file, bounds).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    if (error.isMissing) return undefined;
    throw new UsageError(`${file} cannot be read: ${error.message}`, 'make it a readable text file, or remove it');
  }
}

/** Every text that petvet reads is UTF-8; what PowerShell redirects and some editors save is not. */
function inUtf8(bytes: Buffer): Buffer {
  const [first = 1, second = 1, third = 1, fourth = 1] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Two ASCII characters: no text in UTF-8 has a zero byte.
  const hasZeros = [first, third].every((byte) => byte === 0) !== [second, fourth].every((byte) => byte === 0);
  if (hasMark || hasZeros) throw new GivenFileError('this file is UTF-16; save it as UTF-8');
  return bytes;
}

/**
 * Makes sure that a path is a regular file, or a link to one, in UTF-8, before something streams it.
 *
 * @throws {GivenFileError} when it is not, or cannot be opened
 */
export function demandRegularFile(file: string): void {
  const { descriptor, stats } = openGiven(file);
  try {
    if (!stats.isFile()) throw new GivenFileError(`it is ${kindOf(stats)}, not a file`);
    const head = Buffer.alloc(4);
    inUtf8(head.subarray(0, readPart(descriptor, head)));
  } finally {
    closeSync(descriptor);
  }
}

function openGiven(file: string): { readonly descriptor: number; readonly stats: Stats } {
  let descriptor: number;
  try {
    // Windows lacks the flag, and has no pipes among its files; undefined changes no bit.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new GivenFileError(systemWords(error), isMissing);
  }
  const stats = fstatSync(descriptor);
  if (!stats.isDirectory()) return { descriptor, stats };
  closeSync(descriptor);
  throw new GivenFileError('it is a folder');
}

/** How many bytes came; undefined when a pipe has none yet. */
function readPart(descriptor: number, part: Buffer): number | undefined {
  try {
    return readSync(descriptor, part);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EOF'))
      return undefined;
    throw new GivenFileError(systemWords(error));
  }
}

function tooLong(bytes: number): GivenFileError {
  const most = bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${Math.floor(bytes / 1024)} kB`;
  return new GivenFileError(`it is longer than ${most}`);
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device';
  return stats.isSocket() ? 'a socket' : 'something else';
}
