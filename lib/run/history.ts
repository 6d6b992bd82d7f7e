import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeReport } from '../report/files.ts';
import { renderHistory, type PastRun, type TargetHistory } from '../report/history-page.ts';
import { ConformanceReport } from '../shapes/report.ts';

/** Runs of one target that the page shows: reading thousands of reports would hold the next run up. */
const MOST_SHOWN = 100;

/** The folders that runs without --report make; whatever else lies there is nobody's business. */
const RUN_FOLDER = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$/;

/** The name beside the runs of a target that leads to the newest one. */
const LATEST = 'latest';

/**
 * Takes a run that just ended into the history of the default place: deletes the oldest runs of its target, points `latest`
 * to the newest, and writes `index.html` anew. What another run does at the same time is left in peace: a folder without
 * conformance.json is one that is not finished.
 *
 * @param directory - the report of the run, as the default place has it: `reports/TARGET/INSTANT`
 * @param keep - runs of the target that are kept, this one among them; all when absent
 * @throws when the folder cannot be read or written
 */
export async function takeIntoHistory(directory: string, keep?: number): Promise<void> {
  const ofTarget = dirname(directory);
  const reports = dirname(ofTarget);
  const finished = await finishedRuns(ofTarget);
  if (keep !== undefined) {
    const own = basename(directory);
    const others = finished.filter((name) => name !== own);
    const superfluous = others.slice(0, Math.max(0, others.length - Math.max(0, keep - 1)));
    for (const name of superfluous) await rm(join(ofTarget, name), { recursive: true, force: true });
  }
  const newest = (await finishedRuns(ofTarget)).at(-1);
  if (newest !== undefined) await pointTo(newest, ofTarget);
  await writeReport(reports, 'index.html', renderHistory(await historyIn(reports)));
}

/** The names of the runs of a target that have a report, the oldest first. */
async function finishedRuns(ofTarget: string): Promise<string[]> {
  const names = (await foldersIn(ofTarget)).filter((name) => RUN_FOLDER.test(name));
  const isFinished = await Promise.all(names.map((name) => exists(join(ofTarget, name, 'conformance.json'))));
  return names.filter((_name, index) => isFinished[index]).toSorted(byInstant);
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
    const names = (await finishedRuns(join(reports, target))).toReversed();
    const runs: PastRun[] = [];
    for (const name of names.slice(0, MOST_SHOWN)) {
      const report = await readConformance(join(reports, target, name, 'conformance.json'));
      if (report !== undefined) runs.push({ folder: name, report });
    }
    if (runs.length > 0) histories.push({ folder: target, runs, more: Math.max(0, names.length - MOST_SHOWN) });
  }
  return histories;
}

/** A report of another version, or one that is being deleted, is passed over. */
async function readConformance(file: string): Promise<ConformanceReport | undefined> {
  try {
    const read = ConformanceReport.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
