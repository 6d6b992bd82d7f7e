import { join } from 'node:path';
import { readGivenFile } from '../../files/given-file.ts';
import type { PastCheck } from '../../report/history-checks.ts';
import type { TargetHistory } from '../../report/history-page.ts';
import type { PastLoad } from '../../report/load-history.ts';
import { LoadDocument } from '../../shapes/load.ts';
import { ConformanceReport, MOST_REPORT_BYTES } from '../../shapes/report.ts';
import { REFERENCE } from '../../evidence/target-name.ts';
import { byInstant } from '../folder.ts';
import { findRuns, keyOf, type NamedService } from './found-runs.ts';

/** Runs of one folder of the default place that are read: thousands of reports would hold the next run up. */
const MOST_SHOWN = 100;

/** A run with what its document says. */
type ReadRun = { readonly startedAt: string } & ({ readonly check: PastCheck } | { readonly load: PastLoad });

/**
 * Every finished run in a folder or below it, by target: the newest target first, and within it the newest run. Runs of a target
 * without a name are kept apart by their addresses. What cannot be read, or is of another version, is passed over; links are
 * not followed.
 *
 * @param reports - the default place, `reports/`
 * @throws when the folder itself cannot be read
 */
export async function readHistories(reports: string): Promise<TargetHistory[]> {
  const found = await findRuns(reports);
  const shown = [...Map.groupBy(found, ({ folder }) => folder.split('/').slice(0, -1).join('/')).values()].map(
    (group) => {
      const newestFirst = group.toSorted((a, b) => b.writtenAt - a.writtenAt || byInstant(b.folder, a.folder));
      return { runs: newestFirst.slice(0, MOST_SHOWN), more: Math.max(0, group.length - MOST_SHOWN) };
    },
  );
  const groups = new Map<string, { runs: ReadRun[]; more: number }>();
  for (const { runs, more } of shown) {
    let isFirst = true;
    for (const { folder } of runs) {
      const run = readRun(reports, folder);
      if (run === undefined) continue;
      const key = keyOf(targetOf(run));
      const group = groups.get(key) ?? { runs: [], more: 0 };
      groups.set(key, group);
      group.runs.push(run);
      if (isFirst) group.more += more;
      isFirst = false;
    }
  }
  return Array.from(groups, ([key, { runs, more }]) => historyOf(key, runs, more)).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

function historyOf(name: string, runs: readonly ReadRun[], more: number): TargetHistory {
  const newestFirst = runs.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
  const [newest] = newestFirst;
  return {
    name,
    baseUrl: newest === undefined ? name : targetOf(newest).baseUrl,
    isOneService: name === REFERENCE,
    checks: newestFirst.flatMap((run) => ('check' in run ? [run.check] : [])),
    loads: newestFirst.flatMap((run) => ('load' in run ? [run.load] : [])),
    more,
  };
}

function targetOf(run: ReadRun): NamedService {
  return 'check' in run ? run.check.report.target : run.load.load.target;
}

function readRun(reports: string, folder: string): ReadRun | undefined {
  const check = ConformanceReport.safeParse(readDocument(join(reports, folder, 'conformance.json')));
  if (check.success) return { startedAt: check.data.run.startedAt, check: { folder, report: check.data } };
  const load = LoadDocument.safeParse(readDocument(join(reports, folder, 'load.json')));
  return load.success ? { startedAt: load.data.run.startedAt, load: { folder, load: load.data } } : undefined;
}

/** A document that is not there, or is being deleted, is passed over. */
function readDocument(file: string): unknown {
  try {
    return JSON.parse(readGivenFile(file, { bytes: MOST_REPORT_BYTES, patience: 0 }).toString());
  } catch {
    return undefined;
  }
}
