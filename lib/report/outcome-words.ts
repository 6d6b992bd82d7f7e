import type { Ledger, LedgerRow, Outcome } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import type { Tone } from './page.ts';

/** What an outcome means, and how it is shown. */
export const OUTCOMES: Readonly<Record<Outcome, { readonly tone: Tone; readonly means: string }>> = {
  conforming: { tone: 'good', means: 'every must rule that applies was exercised, and none is violated' },
  incomplete: {
    tone: 'warning',
    means: 'no must rule is violated, but some that apply were not exercised or stayed inconclusive',
  },
  violating: { tone: 'bad', means: 'the service breaks rules that the specification states' },
  aborted: { tone: 'warning', means: 'the run ended early, and no must rule was seen violated until then' },
};

/** The rows of must rules that are violated, in the order of the catalogue. */
export function violatedRows(rows: readonly LedgerRow[]): LedgerRow[] {
  return rows.filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
}

/** The must rules that are violated, in the order of the catalogue. */
export function violatedRules({ rows }: Pick<Ledger, 'rows'>): RuleId[] {
  return violatedRows(rows).map(({ id }) => id);
}
