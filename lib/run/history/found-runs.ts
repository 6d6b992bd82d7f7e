import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNNAMED } from '../../evidence/target-name.ts';

/** As deep below a folder as a run is looked for, and as many folders as are looked into. */
const MOST_DEPTH = 4;
const MOST_FOLDERS = 2_000;

/** A run that is finished, as it lies on the disk. */
export interface FoundRun {
  /** Below the folder that was searched, with slashes. */
  readonly folder: string;
  /** When its document was written, in milliseconds since 1970. */
  readonly writtenAt: number;
  /** The command that made it. */
  readonly kind: 'check' | 'load';
}

/**
 * Every finished run below a folder: what holds a `conformance.json` or a `load.json`. Links are not followed.
 *
 * @throws when the folder itself cannot be read
 */
export async function findRuns(reports: string): Promise<FoundRun[]> {
  const runs: FoundRun[] = [];
  let waiting = (await foldersIn(reports)).map((name) => [name]);
  for (let looked = 0; waiting.length > 0 && looked < MOST_FOLDERS;) {
    const next: string[][] = [];
    for (const path of waiting.slice(0, MOST_FOLDERS - looked)) {
      looked++;
      const folder = path.join('/');
      const check = await writtenAtOf(join(reports, folder, 'conformance.json'));
      const writtenAt = check ?? (await writtenAtOf(join(reports, folder, 'load.json')));
      if (writtenAt !== undefined) runs.push({ folder, writtenAt, kind: check === undefined ? 'load' : 'check' });
      else if (path.length < MOST_DEPTH)
        for (const name of await foldersIn(join(reports, folder)).catch(() => [])) next.push([...path, name]);
    }
    waiting = next;
  }
  return runs;
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

async function writtenAtOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    (one) => (one.isFile() ? one.mtimeMs : undefined),
    () => undefined,
  );
}

/** A target as a report names it. */
export interface NamedService {
  readonly name: string;
  readonly baseUrl: string;
}

/** What the runs of a target are kept together by: its name, or its address where it has none. */
export function keyOf({ name, baseUrl }: NamedService): string {
  return name === UNNAMED ? baseUrl : name;
}
