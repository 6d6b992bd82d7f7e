import type { Knowledge } from '../evidence/knowledge.ts';
import type { RuleId } from '../rules/index.ts';
import type { UseUp } from './budget.ts';
import type { DayBounds } from './day-bounds.ts';
import type { Target } from '../targets/target.ts';

/** Everything a run of the suites must be told. It holds the keys, so it stays in memory and is never written. */
export interface RunSpec {
  readonly runId: string;
  /** petvet's version, for the User-Agent. */
  readonly version: string;
  readonly target: Target;
  readonly knowledge: Knowledge;
  /** Every draw of the run follows from it. */
  readonly seed: number;
  readonly useUp: UseUp;
  /** Creates as many pets as are missing to more than one page holds. */
  readonly populates?: boolean;
  /** Only the first value of each probe that is marked for it. */
  readonly smoke: boolean;
  /** Ends at the first violated must rule. */
  readonly failFast?: boolean;
  /** As many as the user allows; by the plan when absent. */
  readonly maxRequests?: number;
  /** As long as the user allows, in seconds; by the requests when absent. */
  readonly maxTime?: number;
  /** See the budget: only of a run that is made again. */
  readonly looksMore?: number;
  /** See the budget: only of a run that follows a nonce. */
  readonly deeper?: number;
  /** What the run may spend of the key's day; not bounded when absent. */
  readonly day?: DayBounds;
  readonly evidenceFile: string;
  /** The rules to probe; probes for none of them are not run. */
  readonly chosen: readonly RuleId[];
}
