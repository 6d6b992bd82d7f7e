import type { ConformanceReport } from '../shapes/report.ts';
import { printable } from './printable.ts';
import { counted } from './verdict-words.ts';
import { xmlText } from './xml.ts';

/** A run as its folder has it. */
export interface PastRun {
  /** The name of the folder, within that of the target. */
  readonly folder: string;
  readonly report: ConformanceReport;
}

/** The runs of one target, the newest first, at least one. */
export interface TargetHistory {
  readonly folder: string;
  readonly runs: readonly PastRun[];
  /** Older ones that are there and not shown. */
  readonly more: number;
}

/** Runs in a chart. */
const MOST_IN_CHART = 30;

/**
 * The runs of several targets as a page: for each target how it went from run to run, and a row for each run. The page
 * loads nothing and runs nothing, and is read from the disk as well as from a server; whatever is written in it is escaped.
 */
export function renderHistory(histories: readonly TargetHistory[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<title>petvet: runs</title>',
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    '<h1>Runs of petvet</h1>',
    ...(histories.length === 0 ? ['<p>There are no runs yet.</p>'] : histories.flatMap(targetLines)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const STYLE = [
  ':root{color-scheme:light dark;--bad:#c62828;--good:#1a7f37;--open:#8a6100}',
  '@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--good:#6fdd8b;--open:#e3b341}}',
  'body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem}',
  'div{overflow-x:auto}',
  'table{border-collapse:collapse;width:100%}',
  'th,td{padding:.3rem .6rem;text-align:left;border-bottom:1px solid #8886}',
  'td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}',
  '.violating{color:var(--bad)}.conforming{color:var(--good)}.incomplete,.aborted{color:var(--open)}',
  'svg .p{fill:var(--good)}svg .f{fill:var(--bad)}svg .o{fill:#8888}',
].join('');

function targetLines({ folder, runs, more }: TargetHistory): string[] {
  const name = escaped(runs[0]?.report.target.name ?? folder);
  return [
    `<h2>${name}</h2>`,
    chart(runs.slice(0, MOST_IN_CHART).toReversed()),
    '<div><table>',
    `<caption>${counted(runs.length + more, 'run')}${more === 0 ? '' : `, of which the newest ${runs.length} are shown`}</caption>`,
    `<thead><tr><th scope="col">begun (UTC)</th><th scope="col">outcome</th>${COLUMNS.map((title) => `<th scope="col" class="n">${title}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...runs.map((run, index) => rowOf(run, runs[index + 1], folder)),
    '</tbody>',
    '</table></div>',
  ];
}

const COLUMNS = ['violated', 'passed', 'not shown', 'requests', 'median ms'];

function rowOf({ folder, report }: PastRun, before: PastRun | undefined, target: string): string {
  const { outcome, run, requests } = report;
  const now = tallied(report);
  const then = before && tallied(before.report);
  const change = (part: keyof Tallied) => (then === undefined ? '' : difference(now[part] - then[part]));
  const instant = run.startedAt.slice(0, 19).replace('T', ' ');
  const cells = [
    `${now.violated}${change('violated')}`,
    `${now.passed}${change('passed')}`,
    `${now.open}${change('open')}`,
    `${requests.sent}`,
    requests.medianMilliseconds === undefined ? '' : `${requests.medianMilliseconds}`,
  ];
  const address = [target, folder].map(encodeURIComponent).join('/');
  return [
    `<tr><td><a href="${escaped(address)}/">${escaped(instant)}</a></td>`,
    `<td class="${outcome}">${outcome}</td>`,
    ...cells.map((cell) => `<td class="n">${cell}</td>`),
    '</tr>',
  ].join('');
}

interface Tallied {
  readonly violated: number;
  readonly passed: number;
  /** Applicable must rules that were not shown either way. */
  readonly open: number;
}

function tallied({ rules }: ConformanceReport): Tallied {
  const count = (...verdicts: readonly string[]) =>
    rules.filter(({ level, verdict }) => level === 'must' && verdicts.includes(verdict)).length;
  return { violated: count('fail'), passed: count('pass'), open: count('inconclusive', 'not-exercised') };
}

function difference(by: number): string {
  if (by === 0) return '';
  return by > 0 ? ` (+${by})` : ` (−${-by})`;
}

/** A bar for each run, the oldest first: violated at the bottom, passed, and not shown on top. The table says the same. */
function chart(runs: readonly PastRun[]): string {
  const [width, height] = [14, 60];
  const bars = runs.map(({ report }, index) => {
    const { violated, passed, open } = tallied(report);
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

function escaped(text: string): string {
  return xmlText(printable(text), /[&<>"]/g);
}
