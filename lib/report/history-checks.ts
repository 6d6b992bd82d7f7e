import type { ConformanceReport } from '../shapes/report.ts';
import { difference, inColour, linkTo, tableLines, tallied, type Column, type Tallied } from './history-cells.ts';
import { counted } from './verdict-words.ts';

/** A run of `petvet check` as its folder has it. */
export interface PastCheck {
  /** The name of the folder, within that of the target. */
  readonly folder: string;
  readonly report: ConformanceReport;
}

/** Runs in a chart. */
const MOST_IN_CHART = 30;

const COLUMNS: readonly Column[] = [
  ['begun (UTC)', 'text'],
  ['outcome', 'text'],
  ['violated', 'figure'],
  ['passed', 'figure'],
  ['not shown', 'figure'],
  ['requests', 'figure'],
  ['median ms', 'figure'],
];

/** How the runs of one target went, the newest first, as lines of markup: a chart, and a row for each run. */
export function checkLines(target: string, runs: readonly PastCheck[]): string[] {
  const rows = runs.map((run, index) => cellsOf(run, runs[index + 1], target));
  return [
    chart(runs.slice(0, MOST_IN_CHART).toReversed()),
    ...tableLines(`${counted(runs.length, 'run')} of petvet check`, COLUMNS, rows),
  ];
}

function cellsOf({ folder, report }: PastCheck, before: PastCheck | undefined, target: string): string[] {
  const { outcome, run, requests, rules } = report;
  const now = tallied(rules);
  const then = before && tallied(before.report.rules);
  const change = (part: keyof Tallied) => (then === undefined ? '' : difference(now[part] - then[part]));
  return [
    linkTo(target, folder, run.startedAt),
    inColour(outcome, outcome),
    `${now.violated}${change('violated')}`,
    `${now.passed}${change('passed')}`,
    `${now.open}${change('open')}`,
    `${requests.sent}`,
    requests.medianMilliseconds === undefined ? '' : `${requests.medianMilliseconds}`,
  ];
}

/** A bar for each run, the oldest first: violated at the bottom, passed, and not shown on top. The table says the same. */
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
  const label = `must rules of the last ${counted(runs.length, 'run')}: violated, passed, not shown`;
  return `<svg role="img" aria-label="${label}" width="${runs.length * width}" height="${height}">${bars.join('')}</svg>`;
}
