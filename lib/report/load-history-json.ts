import { LOAD_HISTORY_SCHEMA, type LoadHistoryDocument } from '../shapes/load-history.ts';
import { UNITS } from './followed-figures.ts';
import { LEVEL, type FigureChange, type LoadHistory, type TargetChanges, type PastLoad } from './load-history.ts';
import type { HistoryFrame } from './terminal-history.ts';

/** The change points of load runs for programs; `LoadHistoryDocument` is its shape. Ends with a line end. */
export function renderHistoryJson(targets: readonly TargetChanges[], frame: HistoryFrame): string {
  const { worse, undecided } = frame.verdict;
  const document: LoadHistoryDocument = {
    schema: LOAD_HISTORY_SCHEMA,
    outcome: worse.length > 0 ? 'worse' : undecided.length > 0 ? 'undecided' : 'not-worse',
    last: frame.last,
    level: LEVEL,
    worse: worse.map((one) => ({ ...one, unit: UNITS[one.of] })),
    undecided: [...undecided],
    targets: targets.map(({ name, histories }) => ({ name, histories: histories.map(historyDocument) })),
    skipped: [...frame.skipped],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

type HistoryDocument = LoadHistoryDocument['targets'][number]['histories'][number];

function historyDocument({ scenario, settings, isCurrent, runs, needed, figures }: LoadHistory): HistoryDocument {
  return {
    scenario,
    settings: [...settings],
    isCurrent,
    runs: runs.length,
    needed,
    figures: figures.map((figure) => ({
      of: figure.of,
      unit: UNITS[figure.of],
      runs: figure.runs,
      isEnough: figure.isEnough,
      changes: figure.changes.map(changeDocument),
    })),
  };
}

function changeDocument(change: FigureChange): HistoryDocument['figures'][number]['changes'][number] {
  const { is, before, after, percent, last, first, runsSince, probability, startDelay } = change;
  return {
    is,
    before,
    after,
    ...(percent !== undefined && { percent }),
    last: runDocument(last),
    first: runDocument(first),
    runsSince,
    probability,
    ...(startDelay !== undefined && { startDelay: { ...startDelay } }),
  };
}

function runDocument({ folder, load }: PastLoad): { folder: string; startedAt: string } {
  return { folder, startedAt: load.run.startedAt };
}
