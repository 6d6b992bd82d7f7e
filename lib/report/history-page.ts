import { escaped } from './history-cells.ts';
import { checkLines, type PastCheck } from './history-checks.ts';
import { loadLines, type PastLoad } from './history-loads.ts';
import { counted } from './verdict-words.ts';

/** The runs of one target, the newest first, at least one. */
export interface TargetHistory {
  readonly folder: string;
  readonly checks: readonly PastCheck[];
  readonly loads: readonly PastLoad[];
  /** Older ones that are there and not shown. */
  readonly more: number;
}

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
  'caption{text-align:left;padding:.3rem 0}',
  'td:first-child{white-space:nowrap}',
  'td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}',
  '.violating{color:var(--bad)}.conforming{color:var(--good)}.incomplete,.aborted{color:var(--open)}',
  'svg .p{fill:var(--good)}svg .f{fill:var(--bad)}svg .o{fill:#8888}',
].join('');

function targetLines({ folder, checks, loads, more }: TargetHistory): string[] {
  const name = checks[0]?.report.target.name ?? loads[0]?.load.target.name ?? folder;
  return [
    `<h2>${escaped(name)}</h2>`,
    ...(checks.length === 0 ? [] : checkLines(folder, checks)),
    ...(loads.length === 0 ? [] : loadLines(folder, loads)),
    ...(more === 0 ? [] : [`<p>${counted(more, 'older run')} more, not shown.</p>`]),
  ];
}
