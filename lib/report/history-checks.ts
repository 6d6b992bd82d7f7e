import type { ConformanceReport } from '../shapes/report.ts';
import {
  difference,
  escaped,
  inColour,
  linkTo,
  tableLines,
  tallied,
  violatedRules,
  type Column,
  type Tallied,
} from './history-cells.ts';
import { counted } from '../text/counted.ts';
import { areComparable, wordsOfScope } from './scope.ts';

/** A run of `petvet check` as its folder has it. */
export interface PastCheck {
  /** Where its folder is, below the page, with slashes. */
  readonly folder: string;
  readonly report: ConformanceReport;
}

/** Runs in a chart. */
const MOST_IN_CHART = 30;

const COLUMNS: readonly Column[] = [
  ['started (UTC)', 'text'],
  ['scope', 'text'],
  ['outcome', 'text'],
  ['violated rules', 'text'],
  ['violated', 'figure'],
  ['passed', 'figure'],
  ['not verified', 'figure'],
  ['requests', 'figure'],
  ['median ms', 'figure'],
];

/**
 * How the checks of one target went, the newest first, as lines of markup: a chart, and a row for each run. A run is held against
 * the newest one before it that it can be compared with.
 *
 * @param isOneService - the address does not matter, see {@link areComparable}
 */
export function checkLines(runs: readonly PastCheck[], isOneService: boolean): string[] {
  const isLike = (a: PastCheck) => (b: PastCheck) => areComparable(a.report, b.report, isOneService);
  const rows = runs.map((run, index) => cellsOf(run, runs.slice(index + 1).find(isLike(run))));
  const charted = chartedRuns(runs, isOneService);
  return [
    ...(charted.length < 2 ? [] : [chart(charted.slice(0, MOST_IN_CHART).toReversed())]),
    ...tableLines(`${counted(runs.length, 'run')} of petvet ${commandOf(runs)}`, COLUMNS, rows),
  ];
}

/** What made the runs: rules for clients are judged by a command of their own. */
function commandOf(runs: readonly PastCheck[]): 'client' | 'check' {
  return runs.every(({ report }) => report.rules.every(({ area }) => area === 'CLIENT')) ? 'client' : 'check';
}

/** Bars side by side are compared by whoever sees them: those of the newest whole run, and what it can be compared with. */
function chartedRuns(runs: readonly PastCheck[], isOneService: boolean): readonly PastCheck[] {
  const newest = runs.find(({ report }) => areComparable(report, report, isOneService));
  return newest === undefined ? [] : runs.filter(({ report }) => areComparable(newest.report, report, isOneService));
}

function cellsOf({ folder, report }: PastCheck, before: PastCheck | undefined): string[] {
  const { run, requests, rules } = report;
  const now = tallied(rules);
  const then = before && tallied(before.report.rules);
  const change = (part: keyof Tallied) => (then === undefined ? '' : difference(now[part] - then[part]));
  return [
    linkTo(folder, run.startedAt),
    escaped(scopeWords(report)),
    outcomeCell(report),
    violatedRules(folder, rules),
    `${now.violated}${change('violated')}`,
    `${now.passed}${change('passed')}`,
    `${now.open}${change('open')}`,
    `${requests.sent}`,
    requests.medianMilliseconds === undefined ? '' : `${requests.medianMilliseconds}`,
  ];
}

/** The gate comes first where it says something else than the outcome; see gate-view.ts. */
function outcomeCell({ outcome, gate }: ConformanceReport): string {
  const hasPassed = gate?.exitStatus === 0;
  if (hasPassed && outcome === 'violating') return `${inColour('conforming', 'gate passed')}, ${outcome}`;
  if (gate?.baseline === undefined) return inColour(outcome, outcome);
  return inColour(outcome, `gate ${hasPassed ? 'passed' : 'failed'}, ${outcome}`);
}

function scopeWords({ scope, aborted, endedEarly, gate }: ConformanceReport): string {
  const isCut = aborted !== undefined || (endedEarly !== undefined && scope?.smoke !== true);
  const profile = gate?.profile?.name;
  // A whole run and a smoke run are named by their scope.
  const named = profile === 'read-only' || profile === 'no-burst' ? ` (${profile})` : '';
  return `${wordsOfScope(scope)}${named}${isCut ? ', ended early' : ''}`;
}

/** A bar for each run, the oldest first: violated at the bottom, passed, and not verified on top. The table says the same. */
function chart(runs: readonly PastCheck[]): string {
  const [width, height] = [14, 60];
  const bars = runs.map(({ report }, index) => {
    const { violated, passed, open } = tallied(report.rules);
    const unit = height / Math.max(1, violated + passed + open);
    const parts: readonly (readonly [kind: string, count: number])[] = [
      ['f', violated],
      ['p', passed],
      ['o', open],
    ];
    let bottom = height;
    return parts
      .map(([kind, count]) => {
        bottom = Math.max(0, bottom - count * unit);
        return `<rect class="${kind}" x="${index * width}" y="${bottom.toFixed(1)}" width="${width - 3}" height="${(count * unit).toFixed(1)}"/>`;
      })
      .join('');
  });
  const label = `must rules of the last ${counted(runs.length, 'run')}: violated, passed, not verified`;
  return `<svg class="course" role="img" aria-label="${label}" width="${runs.length * width}" height="${height}">${bars.join('')}</svg>`;
}
