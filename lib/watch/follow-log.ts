import { open, stat, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../errors.ts';
import { demandRegularFile, GivenFileError } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';

/** How long to wait where nothing new was written, in milliseconds. */
const LOOK_EVERY_MS = 250;

/** How much is read at a time, in bytes. */
const CHUNK = 1 << 18;

/** A longer line is no line of an access log, in characters: no more than what shows that is kept of it. */
export const LONGEST_LINE = 1_048_576;

/**
 * The lines of a log that grows, some at a time, from its beginning. It is followed through rotation: what is left of the old file is read
 * before the new one. Where nothing is new, an empty list is yielded, so that the reader notices that time goes by.
 *
 * @param isOnce - ends at the end of the file instead of following it
 * @throws {UsageError} when the file cannot be read at first
 */
export async function* followLog(
  file: string,
  { isOnce, interrupt }: { readonly isOnce: boolean; readonly interrupt: AbortSignal },
): AsyncGenerator<readonly string[]> {
  let opened = await openFirst(file);
  const lines = new LineCutter();
  let position = 0;
  const buffer = Buffer.alloc(CHUNK);
  try {
    while (!interrupt.aborted) {
      const { bytesRead } = await opened.handle.read(buffer, 0, CHUNK, position);
      position += bytesRead;
      if (bytesRead > 0) {
        yield lines.take(buffer.subarray(0, bytesRead));
        continue;
      }
      if (isOnce) break;
      const now = await statOf(file);
      if (now !== undefined && now.inode !== opened.inode) {
        const next = await openAgain(file);
        if (next !== undefined) {
          await opened.handle.close();
          [opened, position] = [next, 0];
          yield lines.rest();
          continue;
        }
      }
      if (now !== undefined && now.inode === opened.inode && now.size < position) {
        // Copied away and emptied: it begins anew.
        position = 0;
        yield lines.rest();
        continue;
      }
      yield [];
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: interrupt }).catch(() => undefined);
    }
    yield lines.rest();
  } finally {
    await opened.handle.close();
  }
}

/** The lines of a stream, some at a time, until it ends or somebody ends it. Where nothing comes, an empty list tells that time goes by. */
export async function* linesIn(
  stream: AsyncIterable<Uint8Array> & { destroy(): unknown },
  interrupt: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const lines = new LineCutter();
  const chunks = stream[Symbol.asyncIterator]();
  interrupt.addEventListener('abort', () => stream.destroy(), { once: true });
  const another = async () => {
    try {
      return await chunks.next();
    } catch (error) {
      // A stream that is destroyed says so.
      if (interrupt.aborted) return { done: true } as const;
      throw error;
    }
  };
  let [next, quiet] = [another(), aWhile()];
  while (!interrupt.aborted) {
    const came = await Promise.race([next, quiet]);
    if (came === NOTHING_YET) {
      quiet = aWhile();
      yield [];
      continue;
    }
    if (came.done === true) break;
    next = another();
    yield lines.take(came.value);
  }
  yield lines.rest();
}

const NOTHING_YET: unique symbol = Symbol('nothing yet');

async function aWhile(): Promise<typeof NOTHING_YET> {
  return setTimeout(LOOK_EVERY_MS, NOTHING_YET, { ref: false });
}

/** Cuts bytes into lines; a line that has not ended yet waits. */
class LineCutter {
  #decoder = new StringDecoder('utf8');
  #begun = '';

  take(bytes: Uint8Array): readonly string[] {
    const lines = (this.#begun + this.#decoder.write(Buffer.from(bytes))).split('\n');
    this.#begun = (lines.pop() ?? '').slice(0, LONGEST_LINE + 1);
    return lines;
  }

  /** What was begun and will not go on. */
  rest(): readonly string[] {
    const last = this.#begun + this.#decoder.end();
    this.#begun = '';
    return last === '' ? [] : [last];
  }
}

interface Opened {
  readonly handle: FileHandle;
  readonly inode: number;
}

async function openFirst(file: string): Promise<Opened> {
  try {
    demandRegularFile(file);
    return await opening(file);
  } catch (error) {
    const why = error instanceof GivenFileError ? error.message : systemWords(error);
    throw new UsageError(
      `${file} cannot be read: ${why}`,
      'name the access log of the gateway, or - for standard input',
    );
  }
}

/** While a log is rotated there may be none. */
async function openAgain(file: string): Promise<Opened | undefined> {
  return opening(file).catch(() => undefined);
}

async function opening(file: string): Promise<Opened> {
  const handle = await open(file, 'r');
  const { ino } = await handle.stat();
  return { handle, inode: ino };
}

async function statOf(file: string): Promise<{ readonly inode: number; readonly size: number } | undefined> {
  return stat(file).then(
    ({ ino, size }) => ({ inode: ino, size }),
    () => undefined,
  );
}
