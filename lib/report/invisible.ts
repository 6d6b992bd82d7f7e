import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BURST } from '../evidence/record-names.ts';
import { UNKNOWN_RUN } from '../evidence/run-facts.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import type { RunReport } from './run-report.ts';
import { isOfClient } from './scope.ts';

/** What is known of one fault: which rules catch it on the reference server, and with which request. */
export interface KnownFault {
  readonly name: string;
  /** The ids of the probes that show it first; `-` when none does. */
  readonly probes: string;
  readonly withWrites: ReadonlyMap<string, number>;
  readonly readOnly: ReadonlyMap<string, number>;
}

/**
 * What a run's skips, writes and budget hide, measured on the faults that petvet's own examination knows of.
 *
 * @returns undefined for traffic that petvet did not send, and for a client: what a full run would have found says nothing about it
 */
export function invisibleDefects(
  report: RunReport,
  known: readonly KnownFault[] = knownFaults(),
): ConformanceReport['couldNotCatch'] {
  if (report.run.runId === UNKNOWN_RUN || isOfClient(report)) return undefined;
  const rows = new Map<string, LedgerRow>(report.ledger.rows.map((row) => [row.id, row]));
  const reasons = known.flatMap((fault) => whyInvisible(fault, report, rows) ?? []);
  const groups = Map.groupBy(reasons, (why) => why);
  const because = Array.from(groups, ([why, all]) => ({ why, count: all.length }));
  return {
    total: known.length,
    invisible: reasons.length,
    because: because.toSorted((a, b) => b.count - a.count),
  };
}

function whyInvisible(
  fault: KnownFault,
  { knowledge, run }: RunReport,
  rows: ReadonlyMap<string, LedgerRow>,
): string | undefined {
  const { withWrites, readOnly, probes } = fault;
  if (withWrites.size === 0 && readOnly.size === 0) return 'that no run of the selftest detects';
  const catching = knowledge.writes ? withWrites : readOnly;
  if (catching.size === 0)
    return knowledge.writes ? 'that only a run without writes detects' : 'needing writes, which were off';
  const judged = [...catching].filter(([rule]) => isJudged(rows.get(rule)));
  if (judged.length === 0) {
    const unjudged = [...catching.keys()];
    const leftOut = unjudged.filter((rule) => knowledge.leftOut[rule] !== undefined);
    if (leftOut.length === unjudged.length) return 'whose rules were not part of this run';
    const others = unjudged.filter((rule) => !leftOut.includes(rule));
    const isOver = others.every((rule) => rows.get(rule)?.verdict === 'not-applicable');
    return isOver ? 'whose rules do not apply at this date' : 'whose rules were not exercised';
  }
  if (run.refused === 0 && probes.includes(BURST)) return 'needing a 429 response, and there was none';
  const { leftOutInputs = [] } = knowledge;
  if (leftOutInputs.length > 0 && judged.every(([rule]) => rule === HOSTILE_RULE))
    return 'needing hostile inputs, some of which were excluded';
  // A run of all rules that leaves the limit alone sends what its window has room for.
  const isQuick = knowledge.limitLeft !== undefined && Object.keys(knowledge.leftOut).length === 0;
  const isShort = isQuick || run.endedEarly !== undefined || run.aborted !== undefined;
  const isBeyond = judged.every(([, requests]) => requests > run.sent);
  return isBeyond && (isShort || judged.every(([, requests]) => requests >= DEEP))
    ? 'needing more requests than were sent'
    : undefined;
}

/** What a run of the default depth does not show was examined in runs of this many requests. */
const DEEP = 500;

/** The rule that hostile inputs show. */
const HOSTILE_RULE = 'ERR-7';

function isJudged(row: LedgerRow | undefined): boolean {
  return row !== undefined && row.verdict !== 'not-exercised' && row.verdict !== 'not-applicable';
}

let read: readonly KnownFault[] | undefined;

/**
 * The faults that the last examination knew of, by the file that `npm run figures` writes: below the probes that showed them first, what
 * caught each, as rules with the number of the request that sufficed, in a run with writes / in one without.
 */
export function knownFaults(): readonly KnownFault[] {
  return (read ??= readFaults(readFileSync(join(import.meta.dirname, 'catches.txt'), 'utf8')));
}

function readFaults(text: string): KnownFault[] {
  let probes = '';
  return text
    .trim()
    .split(/\n|; /)
    .flatMap((entry) => {
      if (entry.startsWith('# ')) probes = entry.slice(2);
      const [name = '', withWrites = '', , readOnly = ''] = entry.split(' ');
      if (name === '#' || name === '') return [];
      return { name, probes, withWrites: readCatches(withWrites), readOnly: readCatches(readOnly) };
    });
}

function readCatches(text: string): Map<string, number> {
  if (text === '-') return new Map();
  return new Map(
    text.split(',').map((one) => {
      const at = one.indexOf('@');
      return [one.slice(0, at), Number(one.slice(at + 1))];
    }),
  );
}
