import type { RuleId } from '../rules/index.ts';
import { outcomeOf } from './book.ts';
import type { Ledger } from './ledger.ts';

/**
 * A ledger of the rules that a run is about. Other rules stay in it where they are violated: a violation is always reported.
 *
 * @param aborted - whether the run ended before its plan did
 */
export function narrowLedger({ rows }: Ledger, asked: readonly RuleId[], aborted: boolean): Ledger {
  const narrowed = rows.filter(({ id, verdict }) => asked.includes(id) || verdict === 'fail');
  return { outcome: outcomeOf(narrowed, { aborted }), rows: narrowed };
}
