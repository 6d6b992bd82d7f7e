import type { RunFacts } from '../evidence/run-facts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { narrowLedger } from '../ledger/narrowed.ts';
import { isRuleId } from '../rules/index.ts';

/**
 * The ledger of a load run: of the rules that its scenario asks about. A service that lost more than the allowance cannot be said to
 * conform. That of any other run stays as it is.
 */
export function ledgerOfLoad(ledger: Ledger, { asks, isUnstable, aborted }: RunFacts): Ledger {
  if (asks === undefined) return ledger;
  const narrowed = narrowLedger(ledger, asks.filter(isRuleId), aborted !== undefined);
  return narrowed.outcome === 'conforming' && isUnstable === true ? { ...narrowed, outcome: 'incomplete' } : narrowed;
}
