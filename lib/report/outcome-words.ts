import { unverifiedRows } from '../gate/decision.ts';
import type { LedgerRow, Outcome } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import { fixFirst } from '../gate/fix-first.ts';
import type { Tone } from '../text/look.ts';
import { counted } from '../text/counted.ts';

/** How an outcome is shown. */
export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  conforming: 'good',
  incomplete: 'warning',
  violating: 'bad',
  aborted: 'warning',
};

/**
 * What an outcome means for the rules of a run, as a clause that ends without a full stop.
 *
 * @param rows - the rules that the run asked about
 */
export function meaningOf(outcome: Outcome, rows: readonly LedgerRow[]): string {
  switch (outcome) {
    case 'conforming':
      return 'every must rule that applies was verified, and none is violated';
    case 'violating':
      return `${counted(violatedRows(rows).length, 'must rule is', 'must rules are')} violated`;
    case 'incomplete': {
      const open = unverifiedRows(rows).length;
      return open === 0
        ? 'no must rule of this run is violated; the other must rules were not part of it'
        : `no must rule is violated, but ${counted(open, 'must rule')} could not be verified`;
    }
    default:
      return 'the run ended early; no must rule was violated until then';
  }
}

/** A load run is the one that is asked for more than rules; its scenario verifies few of them. */
export function isLoad({ shortfalls }: { readonly shortfalls?: readonly string[] }): boolean {
  return shortfalls !== undefined;
}

/** What `conforming` means of a load run. */
export const CONFORMING_LOAD = 'every must rule of this scenario was verified, and none is violated';

/** The must rules that are violated, what to fix first before the others. */
export function violatedRows(rows: readonly LedgerRow[]): LedgerRow[] {
  return fixFirst(rows).filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
}

/** The must rules that are violated, what to fix first before the others. */
export function violatedRules({ rows }: { readonly rows: readonly LedgerRow[] }): RuleId[] {
  return violatedRows(rows).map(({ id }) => id);
}
