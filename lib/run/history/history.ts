import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeReport } from '../../files/write-report.ts';
import { renderHistory } from '../../report/history-page.ts';
import { byInstant } from '../folder.ts';
import { readHistories } from './histories.ts';

/** The folders that runs without --report make; no others are ever deleted. */
const RUN_FOLDER = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/;

/** What a run leaves when it is finished, by the command that made it. */
const DOCUMENTS = { check: 'conformance.json', load: 'load.json' } as const;

type Kind = keyof typeof DOCUMENTS;

/** The names beside the runs of a target that lead to its newest check, and to its newest load run. */
const LATEST: Readonly<Record<Kind, string>> = { check: 'latest', load: 'latest-load' };

/**
 * Takes a run that just ended into the history of the default place: deletes the oldest runs of its target and its kind,
 * points `latest` to the newest check and `latest-load` to the newest load run, and writes `index.html` anew. What another run
 * does at the same time is left in peace: a folder without conformance.json or load.json is one that is not finished.
 *
 * @param directory - the report of the run, as the default place has it: `reports/TARGET/INSTANT`
 * @param keep - runs of the target that are kept, of the same kind as this one and this one among them; all when absent
 * @throws when the folder cannot be read or written
 */
export async function takeIntoHistory(directory: string, keep?: number): Promise<void> {
  const ofTarget = dirname(directory);
  const finished = await finishedRuns(ofTarget);
  const own = finished.find(({ name }) => name === basename(directory));
  if (keep !== undefined) {
    const others = finished.filter(({ name, kind }) => name !== own?.name && kind === own?.kind);
    const superfluous = others.slice(0, Math.max(0, others.length - Math.max(0, keep - 1)));
    for (const { name } of superfluous) await rm(join(ofTarget, name), { recursive: true, force: true });
  }
  const left = await finishedRuns(ofTarget);
  for (const kind of ['check', 'load'] as const) {
    const newest = left.findLast((run) => run.kind === kind);
    if (newest !== undefined) await pointTo(newest.name, join(ofTarget, LATEST[kind]));
  }
  await renewHistory(dirname(ofTarget));
}

/**
 * Writes `index.html` anew: every run in the folder or below it, wherever `--report` has put it.
 *
 * @param reports - the default place, `reports/`
 * @throws when the folder cannot be read or written
 */
export async function renewHistory(reports: string): Promise<void> {
  await writeReport(reports, 'index.html', renderHistory(await readHistories(reports)));
}

interface FinishedRun {
  readonly name: string;
  readonly kind: Kind;
}

/** The runs of a target that have a report, the oldest first. */
async function finishedRuns(ofTarget: string): Promise<FinishedRun[]> {
  const names = (await foldersIn(ofTarget)).filter((name) => RUN_FOLDER.test(name)).toSorted(byInstant);
  const runs: FinishedRun[] = [];
  for (const name of names) {
    if (await exists(join(ofTarget, name, DOCUMENTS.check))) runs.push({ name, kind: 'check' });
    else if (await exists(join(ofTarget, name, DOCUMENTS.load))) runs.push({ name, kind: 'load' });
  }
  return runs;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** A link where the system lets one be made, else a file that holds the name. It is replaced at once, never missing. */
async function pointTo(name: string, place: string): Promise<void> {
  const temporary = join(dirname(place), `.${basename(place)}.${randomUUID()}`);
  try {
    await symlink(name, temporary, 'dir').catch(() => writeFile(temporary, `${name}\n`));
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
