import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { lockFolder, unlockFolder } from '../files/folder-lock.ts';
import { makeFolder } from '../files/make-folder.ts';
import { oddKindAt } from '../files/output-file.ts';
import { systemWords } from '../files/system-words.ts';
import { REQUESTS_FOLDER } from '../report/curl.ts';
import { UNNAMED } from '../evidence/target-name.ts';

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
    makeFolder(ofTarget);
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

/** Made when it is needed: it takes longer than all else here, and most runs order nothing. */
let byNumbers: Intl.Collator | undefined;

/**
 * Orders the folders of the runs of a target, the oldest first: numbers by their value, as the tenth of the runs of one second has a 10 behind its
 * instant, and the second a 2.
 */
export function byInstant(a: string, b: string): number {
  byNumbers ??= new Intl.Collator('en', { numeric: true });
  return byNumbers.compare(a, b);
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
 * anything is sent. The folder is this run's until {@link leaveRoom}, or until the process ends. What an earlier report left
 * in it goes away, so that nothing of it stands beside the evidence of this run; its evidence becomes `evidence-before.jsonl`.
 *
 * @throws {UsageError} when that cannot be done, or when another run uses the folder
 */
export function makeRoom(evidenceFile: string): void {
  const directory = dirname(evidenceFile);
  attempt(directory, () => {
    makeFolder(directory);
    refuseOddFile(evidenceFile);
    lockFolder(directory);
    try {
      setAside(evidenceFile);
      writeFileSync(evidenceFile, '', { flag: 'wx' });
      for (const name of REPORT_FILES) rmSync(join(directory, name), { force: true });
      for (const name of requestFilesIn(directory)) rmSync(join(directory, name), { force: true });
    } catch (error) {
      unlockFolder(directory);
      throw error;
    }
  });
}

/** What an earlier run gathered stays, as this one may come to nothing. */
function setAside(evidenceFile: string): void {
  const size = statSync(evidenceFile, { throwIfNoEntry: false })?.size;
  if (size === undefined) return;
  if (size === 0) rmSync(evidenceFile);
  else renameSync(evidenceFile, join(dirname(evidenceFile), EVIDENCE_BEFORE));
}

/** What an earlier report wrote for its curl lines; whatever else lies in such a folder is the user's. */
function requestFilesIn(directory: string): string[] {
  const folder = join(directory, REQUESTS_FOLDER);
  const names = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
  return names
    .filter((name) => /^\d+-(?:body\.bin(?:\.gz)?|headers\.txt|target\.txt)$/.test(name))
    .map((name) => join(REQUESTS_FOLDER, name));
}

const EVIDENCE_BEFORE = 'evidence-before.jsonl';

/** Lets the folder of a report go, for other runs. */
export function leaveRoom(directory: string): void {
  unlockFolder(directory);
}

/** What `check`, `judge`, `load` and `certify` write beside the evidence. */
export const REPORT_FILES: readonly string[] = [
  'report.html',
  'conformance.json',
  'evidence.har',
  'junit.xml',
  'ctrf.json',
  'petvet.sarif',
  'summary.md',
  'badge.svg',
  'load.json',
  'metrics.prom',
  'certificate.intoto.jsonl',
];

/** A link leads to who knows where, and a pipe or a device keeps nothing. */
function refuseOddFile(evidenceFile: string): void {
  const what = oddKindAt(evidenceFile);
  if (what === undefined) return;
  throw new UsageError(
    `the report folder ${dirname(evidenceFile)} cannot be written: ${basename(evidenceFile)} in it is ${what}`,
    'remove it, or give another folder with --report',
  );
}

function attempt<T>(directory: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `the report folder ${directory} cannot be written: ${systemWords(error)}`,
      'give another one with --report',
    );
  }
}
