import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeReport } from '../report/files.ts';
import type { PastCheck } from '../report/history-checks.ts';
import type { PastLoad } from '../report/history-loads.ts';
import { renderHistory, type TargetHistory } from '../report/history-page.ts';
import { LoadDocument } from '../shapes/load.ts';
import { ConformanceReport } from '../shapes/report.ts';

/** Runs of one target that the page shows: reading thousands of reports would hold the next run up. */
const MOST_SHOWN = 100;

/** The folders that runs without --report make; whatever else lies there is nobody's business. */
const RUN_FOLDER = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/;

/** What a run leaves when it is finished, by the command that made it. */
const DOCUMENTS = { check: 'conformance.json', load: 'load.json' } as const;

type Kind = keyof typeof DOCUMENTS;

/** The name beside the runs of a target that leads to the newest one. */
const LATEST = 'latest';

/**
 * Takes a run that just ended into the history of the default place: deletes the oldest runs of its target and its kind,
 * points `latest` to the newest of all, and writes `index.html` anew. What another run does at the same time is left in peace:
 * a folder without conformance.json or load.json is one that is not finished.
 *
 * @param directory - the report of the run, as the default place has it: `reports/TARGET/INSTANT`
 * @param keep - runs of the target that are kept, of the same kind as this one and this one among them; all when absent
 * @throws when the folder cannot be read or written
 */
export async function takeIntoHistory(directory: string, keep?: number): Promise<void> {
  const ofTarget = dirname(directory);
  const reports = dirname(ofTarget);
  const finished = await finishedRuns(ofTarget);
  const own = finished.find(({ name }) => name === basename(directory));
  if (keep !== undefined) {
    const others = finished.filter(({ name, kind }) => name !== own?.name && kind === own?.kind);
    const superfluous = others.slice(0, Math.max(0, others.length - Math.max(0, keep - 1)));
    for (const { name } of superfluous) await rm(join(ofTarget, name), { recursive: true, force: true });
  }
  const newest = (await finishedRuns(ofTarget)).at(-1);
  if (newest !== undefined) await pointTo(newest.name, ofTarget);
  await writeReport(reports, 'index.html', renderHistory(await historyIn(reports)));
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

/** The second of two runs within one second has a 2 behind its instant, the tenth a 10. */
function byInstant(a: string, b: string): number {
  const [instantA, instantB] = [a.slice(0, 19), b.slice(0, 19)];
  if (instantA !== instantB) return instantA < instantB ? -1 : 1;
  return Number(a.slice(20)) - Number(b.slice(20));
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** A link where the system lets one be made, else a file that holds the name. It is replaced at once, never missing. */
async function pointTo(name: string, ofTarget: string): Promise<void> {
  const temporary = join(ofTarget, `.${LATEST}.${randomUUID()}`);
  try {
    await symlink(name, temporary, 'dir').catch(() => writeFile(temporary, `${name}\n`));
    await rename(temporary, join(ofTarget, LATEST));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function historyIn(reports: string): Promise<TargetHistory[]> {
  const targets = (await foldersIn(reports)).toSorted();
  const histories: TargetHistory[] = [];
  for (const target of targets) {
    const runs = (await finishedRuns(join(reports, target))).toReversed();
    const checks: PastCheck[] = [];
    const loads: PastLoad[] = [];
    for (const { name, kind } of runs.slice(0, MOST_SHOWN)) {
      const document = await readDocument(join(reports, target, name, DOCUMENTS[kind]));
      if (kind === 'check') {
        const read = ConformanceReport.safeParse(document);
        if (read.success) checks.push({ folder: name, report: read.data });
      } else {
        const read = LoadDocument.safeParse(document);
        if (read.success) loads.push({ folder: name, load: read.data });
      }
    }
    if (checks.length + loads.length > 0)
      histories.push({ folder: target, checks, loads, more: Math.max(0, runs.length - MOST_SHOWN) });
  }
  return histories;
}

/** A document of another version, or one that is being deleted, is passed over. */
async function readDocument(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
