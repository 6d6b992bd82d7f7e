import { open as openFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { demandRegularFile, GivenFileError } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';

/** In bytes; a body is far shorter in any encoding. */
const LONGEST_LINE = 256 * 1_048_576;

/** How much is read at a time, in bytes. */
const CHUNK = 256 * 1024;

/**
 * The lines of a file, some at a time. Only a line feed ends a line: other line breaks may occur in the strings of JSON.
 *
 * @throws {UsageError} when it cannot be read
 */
export async function* linesOf(file: string): AsyncIterable<readonly string[]> {
  let rest: Buffer[] = [];
  let pending = 0;
  try {
    demandRegularFile(file);
    await using handle = await openFile(file);
    // Always the same buffer: the garbage of a long file is collected late.
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK);
      if (bytesRead === 0) break;
      let bytes = chunk.subarray(0, bytesRead);
      const lines: string[] = [];
      for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a)) {
        lines.push(
          rest.length === 0
            ? bytes.toString('utf8', 0, end)
            : Buffer.concat([...rest, bytes.subarray(0, end)]).toString(),
        );
        rest = [];
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > 0) rest.push(Buffer.from(bytes));
      pending = lines.length > 0 ? bytes.length : pending + bytes.length;
      if (lines.length > 0) yield lines;
      if (pending > LONGEST_LINE)
        throw new GivenFileError(
          `it has a line of more than ${LONGEST_LINE / 1_048_576} MB, which petvet never writes`,
        );
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`, 'check the name and the permissions');
  }
  if (rest.length > 0) yield [Buffer.concat(rest).toString()];
}

function reasonOf(error: unknown): string {
  return error instanceof GivenFileError ? error.message : systemWords(error);
}
