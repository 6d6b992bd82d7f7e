import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { demandOutputFile } from '../files/output-file.ts';
import { MOST_BASELINE_BYTES, readBaseline, type Baseline } from './baseline-file.ts';
import { writeWhole } from '../files/write-report.ts';

/**
 * Reads the baseline that a user named.
 *
 * @throws {UsageError} when it cannot be read, or is none
 */
export function openBaseline(file: string): Baseline {
  const baseline = openIfThere(file);
  if (baseline !== undefined) return baseline;
  throw new UsageError(
    `the baseline ${file} does not exist`,
    '`petvet baseline write` makes one from the report of a run',
  );
}

/** The same, of a file that may not be there yet: then undefined. */
export function openIfThere(file: string): Baseline | undefined {
  try {
    return readBaseline(readGivenFile(file, { bytes: MOST_BASELINE_BYTES }).toString(), file);
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    if (error.isMissing) return undefined;
    throw new UsageError(`the baseline ${file} cannot be read: ${error.message}`, 'name another file');
  }
}

/** Replaces a baseline, whole or not at all. */
export async function saveBaseline(file: string, text: string): Promise<void> {
  demandOutputFile(file, 'name a file for the baseline with --file');
  await writeWhole(file, text);
}
