import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { areaOf } from '../rules/index.ts';
import { ownFindings } from './violations.ts';

/**
 * What to fix first: every violated must rule, then every violated should rule. Every renderer, and the reason of an exit
 * status, uses this order and no other.
 *
 * 1. A must before a should: the specification before what a standard adds.
 * 2. A rule with a violation of its own before one whose faults are all told elsewhere: it is mended with the other.
 * 3. The rule that more other rules depend on: mending it mends them, or lets them be judged.
 * 4. Authentication: what lets strangers in does harm while it lasts.
 * 5. The rule that more exchanges show.
 * 6. The rule that a smaller request shows: it is the quicker one to look at.
 * 7. The order of the catalogue.
 */
export function fixFirst(rows: readonly LedgerRow[]): LedgerRow[] {
  const broken = rows.filter(({ verdict, level }) => verdict === 'fail' || (level === 'should' && verdict === 'warn'));
  const keys = new Map(broken.map((row) => [row, keyOf(row, rows)]));
  return broken.toSorted((a, b) => {
    const [left = [], right = []] = [keys.get(a), keys.get(b)];
    const at = left.findIndex((part, index) => part !== right[index]);
    return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
  });
}

/** All rows: what to fix first, then the others in the order of the catalogue. */
export function withFixesFirst(rows: readonly LedgerRow[]): LedgerRow[] {
  const first = fixFirst(rows);
  return [...first, ...rows.filter((row) => !first.includes(row))];
}

/** Of two rows the one with the smaller part, at the first place where they differ, comes first. */
function keyOf(row: LedgerRow, rows: readonly LedgerRow[]): readonly number[] {
  return [
    row.level === 'must' ? 0 : 1,
    ownFaults(row).length > 0 ? 0 : 1,
    -dependentOn(row, rows),
    areaOf(row.id) === 'AUTH' ? 0 : 1,
    -row.evidenceCount,
    Math.min(...ownFaults(row).map(({ size }) => size ?? Infinity)),
  ];
}

function ownFaults(row: LedgerRow): CountedFinding[] {
  return row.verdict === 'fail' ? ownFindings(row, false) : row.findings.filter(({ see }) => see === undefined);
}

/** How many other rules have findings that are blamed on this one. */
function dependentOn({ id }: LedgerRow, rows: readonly LedgerRow[]): number {
  return rows.filter((row) => row.id !== id && row.findings.some(({ see }) => see === id)).length;
}
