import type { LedgerRow } from '../../ledger/ledger.ts';
import { areaOf } from '../../rules/index.ts';
import { ownViolations } from '../arrangement.ts';

/** Violated rules, the worst first: an order of reading, no verdict. */
export function worstFirst(rows: readonly LedgerRow[]): LedgerRow[] {
  return rows.toSorted((a, b) => weightOf(b) - weightOf(a) || b.evidenceCount - a.evidenceCount);
}

function weightOf(row: LedgerRow): number {
  if (ownViolations(row).length === 0) return 0;
  return areaOf(row.id) === 'AUTH' ? 2 : 1;
}
