import type { Operation } from '../contract/operations.ts';
import { getPetPhase } from '../contract/lifecycle.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { rules, type RuleId } from '../rules/index.ts';
import type { Need } from '../rules/rule.ts';

/** What became of a run, as far as it explains what could not be judged. */
export interface RunEnd {
  /** Why the run ended before its plan did, in one sentence; absent when it did not. */
  readonly endedEarly?: string;
  /** Whether that was against the user's wish: an interrupt or a lost service, not a budget that the user set. */
  readonly aborted: boolean;
  /** Whether petvet made the traffic; foreign traffic shows what it happens to show. */
  readonly ownTraffic: boolean;
}

/** Why a rule does not apply to `check` at the run's date, or undefined when it does. Source: design of the verdicts; section 9. */
export function whyNotApplicable(id: RuleId, { asOf, usesDayUp }: Knowledge): string | undefined {
  const { by, needs = [] } = rules[id];
  if (by === 'load' && usesDayUp !== true) return 'judged by `petvet load daily`';
  if (by === 'client') return 'judged by `petvet client`, on a client';
  const phase = getPetPhase(asOf);
  if (needs.includes('before removal') && phase !== 'deprecated') {
    return phase === 'removed'
      ? 'getPet was removed on 5 December 2030'
      : 'within a day of the removal of getPet either answer is fine';
  }
  if (needs.includes('after removal') && phase !== 'removed') {
    return phase === 'deprecated'
      ? 'getPet is removed on 5 December 2030'
      : 'within a day of the removal of getPet either answer is fine';
  }
  return undefined;
}

/** The operations on which a rule must be shown at the run's date: a removed getPet is no operation any more. */
export function requiredOperations(id: RuleId, { asOf }: Knowledge): readonly Operation[] {
  const { operations = [] } = rules[id];
  return getPetPhase(asOf) === 'deprecated' ? operations : operations.filter((operation) => operation !== 'getPet');
}

/** Why a rule was not exercised, or not on one operation: one clause. */
export function whyNotExercised(
  id: RuleId,
  operation: Operation | undefined,
  knowledge: Knowledge,
  end: RunEnd,
): string {
  const leftOut = knowledge.leftOut[id];
  if (leftOut !== undefined) return leftOut;
  const { needs = [] } = rules[id];
  if (end.ownTraffic && operation === 'createPet' && !knowledge.writes) return WRITES_OFF;
  const unmet =
    end.ownTraffic && operation === undefined
      ? needs.map((need) => whyUnmet(need, knowledge)).find((why) => why !== undefined)
      : undefined;
  if (unmet !== undefined) return unmet;
  if (knowledge.limitLeft !== undefined && needs.includes('limit exhaustion')) return knowledge.limitLeft;
  if (end.endedEarly !== undefined) return end.endedEarly;
  if (!end.ownTraffic) return 'nothing in this traffic shows it';
  return needs.map((need) => LIKELY[need]).find((why) => why !== undefined) ?? 'no answer of this run shows it';
}

/** What of a rule that was judged was not tried, in one clause: its verdict speaks of the rest. */
export function whatWasNotTried(id: RuleId, { leftOut, leftOutInputs = [] }: Knowledge): string | undefined {
  if (id !== HOSTILE_RULE || leftOut[id] !== undefined || leftOutInputs.length === 0) return undefined;
  return `left out with --skip-input: ${leftOutInputs.join(', ')}`;
}

/** The rule that hostile inputs show. */
const HOSTILE_RULE: RuleId = 'ERR-7';

const WRITES_OFF = 'writes are off: --writes turns them on';

/** A need that the configuration alone shows to be unmet. */
function whyUnmet(need: Need, { writes, secondKey }: Knowledge): string | undefined {
  if (need === 'writes' && !writes) return WRITES_OFF;
  return need === 'second key' && !secondKey ? "no second caller's key is configured" : undefined;
}

/** What is likely missing when a rule with a need got no finding. */
const LIKELY: Partial<Record<Need, string>> = {
  'day exhaustion': "the day's figure was not reached",
  'more than 100 animals': 'fewer than 101 animals were seen',
  'a listed animal': 'no suitable animal was seen in a list',
  'limit exhaustion': 'the limit was not reached',
};
