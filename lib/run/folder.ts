import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { UNNAMED } from '../target/target.ts';

/**
 * Where a run's report goes unless the user says otherwise: a folder of its own, named by its instant in UTC. It is made
 * here, so that two runs that begin within one second have two.
 *
 * @throws {UsageError} when it cannot be made
 */
export function defaultFolder(cwd: string, target: string): string {
  const ofTarget = join(cwd, 'reports', folderName(target));
  const instant = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return attempt(ofTarget, () => {
    mkdirSync(ofTarget, { recursive: true });
    for (let turn = 1; ; turn++) {
      const folder = join(ofTarget, turn === 1 ? instant : `${instant}-${turn}`);
      if (isNew(folder)) return folder;
    }
  });
}

/**
 * The name under which the runs of a target are kept together: its own, or its address where it has none, so that two services
 * do not share a history.
 */
export function historyName({ name, baseUrl }: { readonly name: string; readonly baseUrl: string }): string {
  return name === UNNAMED ? baseUrl.replace(/^https?:\/\//i, '') : name;
}

/** The name of a target as that of a folder: letters, digits, hyphens, underscores and dots, at most 80, none at the start. */
export function folderName(target: string): string {
  const safe = target
    .replaceAll(/[^\w.-]/g, '-')
    .replace(/^\.+/, '')
    .slice(0, 80);
  return safe === '' ? 'unnamed' : safe;
}

function isNew(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Makes the folder of a report, and in it the file of the evidence, still empty: that it cannot be written is known before
 * anything is sent.
 *
 * @throws {UsageError} when that cannot be done
 */
export function makeRoom(evidenceFile: string): void {
  const directory = dirname(evidenceFile);
  attempt(directory, () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(evidenceFile, '');
  });
}

function attempt<T>(directory: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    throw new UsageError(`the report folder ${directory} cannot be written (${why})`, 'give another one with --report');
  }
}
