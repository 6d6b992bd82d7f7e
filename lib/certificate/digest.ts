import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { UsageError } from '../errors.ts';
import { demandRegularFile, GivenFileError } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';

/** A file as a certificate names it. */
export interface Digest {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * The digest of a file, of any length.
 *
 * @param what - the file in words, for messages
 * @throws {UsageError} when it cannot be read, or is no regular file
 */
export async function digestOf(file: string, what: string): Promise<Digest> {
  try {
    demandRegularFile(file);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(file)) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream of bytes');
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    const why = error instanceof GivenFileError ? error.message : systemWords(error);
    throw new UsageError(`${what} ${file} cannot be read: ${why}`, 'check the name and the permissions');
  }
}

/** How long a file is; undefined where there is none. */
export function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
