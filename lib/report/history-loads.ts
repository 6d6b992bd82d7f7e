import { largest } from '../evidence/extremes.ts';
import type { LoadDocument } from '../shapes/load.ts';
import {
  difference,
  escaped,
  inColour,
  linkTo,
  tableLines,
  tallied,
  violatedRules,
  type Column,
} from './history-cells.ts';
import { changeTables, unchangedLines } from './history-changes.ts';
import { historiesOf, type PastLoad } from './load-history.ts';
import { counted } from '../text/counted.ts';

const COLUMNS: readonly Column[] = [
  ['started (UTC)', 'text'],
  ['scenario', 'text'],
  ['outcome', 'text'],
  ['violated rules', 'text'],
  ['violated', 'figure'],
  ['requests', 'figure'],
  ['refused', 'figure'],
  ['knee, req/s', 'figure'],
  ['p95 ms, worst window', 'figure'],
  ['rate error, worst window', 'figure'],
];

/**
 * How the load runs of one target went, the newest first, as lines of markup; each is held against the one before of its
 * scenario, of a service at the same address, that came to its end. Above them the figures that changed, to stay so.
 *
 * @param isOneService - the address does not matter: it is that of a server which petvet starts itself, at any port
 */
export function loadLines(runs: readonly PastLoad[], isOneService: boolean): string[] {
  const rows = runs.map((run, index) => {
    const before = runs.slice(index + 1).find((one) => areComparable(one.load, run.load, isOneService));
    return cellsOf(run, before);
  });
  const histories = historiesOf(runs, isOneService);
  return [
    ...changeTables(histories),
    ...tableLines(`${counted(runs.length, 'run')} of petvet load`, COLUMNS, rows),
    ...unchangedLines(histories),
  ];
}

function areComparable(a: LoadDocument, b: LoadDocument, isOneService: boolean): boolean {
  const isSame = a.scenario === b.scenario && (isOneService || a.target.baseUrl === b.target.baseUrl);
  return isSame && a.aborted === undefined && b.aborted === undefined;
}

function cellsOf({ folder, load }: PastLoad, before: PastLoad | undefined): string[] {
  const { violated } = tallied(load.rules);
  const worst = worstOf(load);
  return [
    linkTo(folder, load.run.startedAt),
    escaped(load.scenario),
    isShort(load) ? inColour('incomplete', 'conforming, but falls short') : inColour(load.outcome, load.outcome),
    violatedRules(folder, load.rules),
    `${violated}${before === undefined ? '' : difference(violated - tallied(before.load.rules).violated)}`,
    `${load.requests.sent}`,
    `${load.requests.refused}`,
    load.knee === undefined ? '' : `${kneeOf(load)}${percentage(load.knee, before?.load.knee)}`,
    worst === undefined ? '' : `${worst.p95.toFixed(1)}${percentage(worst.p95, before && worstOf(before.load)?.p95)}`,
    worst === undefined ? '' : `${worst.rateError.toFixed(3)} %`,
  ];
}

/** Where the service did not end the staircase, its knee is at or above the highest rate that was met. */
function kneeOf({ knee, bottleneck }: LoadDocument): string {
  return bottleneck?.is === 'service' ? `${knee}` : `≥ ${knee}`;
}

function isShort({ outcome, shortfalls = [] }: LoadDocument): boolean {
  return outcome === 'conforming' && shortfalls.length > 0;
}

/** The worst figures of any window in which something was admitted. */
function worstOf({ windows }: LoadDocument): { readonly p95: number; readonly rateError: number } | undefined {
  const admitting = windows.filter(({ admitted }) => admitted > 0);
  if (admitting.length === 0) return undefined;
  return {
    p95: largest(admitting.map(({ p95 }) => p95)),
    rateError: largest(admitting.map(({ rateError }) => rateError)),
  };
}

function percentage(now: number, then: number | undefined): string {
  if (then === undefined || then === 0) return '';
  const change = Math.round(100 * (now / then - 1));
  return change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${Math.abs(change)} %)`;
}
