import { escaped } from './history-cells.ts';
import { checkLines, type PastCheck } from './history-checks.ts';
import { loadLines } from './history-loads.ts';
import { hashOf, runsStyle } from './html/assets.ts';
import { unbroken } from './html/unbroken.ts';
import type { PastLoad } from './load-history.ts';
import { counted } from '../text/counted.ts';

/** The runs of one target, the newest first, at least one. */
export interface TargetHistory {
  /** Of the target, or its address where it has no name. */
  readonly name: string;
  /** Of the newest run. */
  readonly baseUrl: string;
  /** The service is one that petvet starts itself, at any port. */
  readonly isOneService: boolean;
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
  const style = runsStyle();
  return unbroken(
    [
      '<!doctype html>',
      '<html lang="en">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'">`,
      '<meta name="color-scheme" content="light dark">',
      '<meta name="referrer" content="no-referrer">',
      '<title>petvet: runs</title>',
      `<style>${style}</style>`,
      '</head>',
      '<body>',
      '<main class="page runs">',
      '<p class="brand">petvet <span>runs</span></p>',
      '<h1>Runs</h1>',
      ...(histories.length === 0 ? ['<p>There are no runs yet.</p>'] : histories.flatMap(targetLines)),
      '</main>',
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  );
}

function targetLines({ name, baseUrl, isOneService, checks, loads, more }: TargetHistory): string[] {
  const address = name === baseUrl || isOneService ? '' : ` <span class="quiet mono">${escaped(baseUrl)}</span>`;
  return [
    `<h2>${escaped(name)}${address}</h2>`,
    ...(checks.length === 0 ? [] : checkLines(checks, isOneService)),
    ...(loads.length === 0 ? [] : loadLines(loads, isOneService)),
    ...(more === 0 ? [] : [`<p>${counted(more, 'older run')} more, not shown.</p>`]),
  ];
}
