import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { systemWords } from './system-words.ts';

/**
 * Makes a folder for what goes away again; whoever asks takes it away.
 *
 * @param purpose - a word for its name
 * @throws {UsageError} when the system's place for such folders is missing, full, or not to be written
 */
export function temporaryFolder(purpose: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `petvet-${purpose}-`));
  } catch (error) {
    throw new UsageError(
      `no temporary folder can be made in ${tmpdir()}: ${systemWords(error)}`,
      'set TMPDIR to a folder that can be written',
    );
  }
}
