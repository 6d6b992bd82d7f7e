import type { Operation } from '../contract/operations.ts';
import type { RuleId } from '../rules/index.ts';

/** What one judge says of one rule on some exchanges. The ledger makes the rule's verdict of all of them. */
export interface Finding {
  readonly rule: RuleId;
  /** `warn`: a standard, not the specification, asks for more. `observed`: the specification is silent; recorded only. */
  readonly verdict: 'fail' | 'inconclusive' | 'pass' | 'warn' | 'observed';
  /** The numbers of the exchanges that show it, fewest that do. */
  readonly shownBy: readonly number[];
  /** One sentence in plain words. For `observed`, what this service does, so that equal sentences can be counted. */
  readonly says: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The operation on which the rule was shown, for rules that must be shown on several. */
  readonly operation?: Operation;
  /** The same fault is blamed on this more specific rule: the finding is no violation of its own. */
  readonly see?: RuleId;
  /** Inconclusive because nothing that was sent could have shown a violation: no answer is in doubt. */
  readonly unverified?: true;
}
