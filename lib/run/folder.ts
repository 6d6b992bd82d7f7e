import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';

/** Where a run's report goes unless the user says otherwise: a folder of its own, named by its instant in UTC. */
export function defaultFolder(cwd: string, target: string): string {
  const instant = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return join(cwd, 'reports', target, instant);
}

/**
 * Makes the folder of a report, and in it the file of the evidence, still empty: that it cannot be written is known before
 * anything is sent.
 *
 * @throws {UsageError} when that cannot be done
 */
export function makeRoom(evidenceFile: string): void {
  const directory = dirname(evidenceFile);
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(evidenceFile, '');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    throw new UsageError(`the report folder ${directory} cannot be written (${why})`, 'give another one with --report');
  }
}
