import type { Operation } from '../contract/operations.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { EXCHANGE_JUDGES } from '../judges/index.ts';
import { requiredOperations, whyNotApplicable } from '../ledger/reasons.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import type { Need } from '../rules/rule.ts';
import type { Profile } from './profiles.ts';

/** What a profile says of one must rule before a run: what of it a run of this kind verifies, and why not the rest. */
export type RulePromise =
  | { readonly covers: 'all' }
  /** `leavesOut`: operations on which it is not verified; none where the profile promises one of them, whichever. */
  | { readonly covers: 'part'; readonly leavesOut: readonly Operation[]; readonly why: string }
  | { readonly covers: 'none'; readonly why: string };

/**
 * What a profile promises of each must rule that applies at the date of the run.
 *
 * It follows from the catalogue: what a rule needs, on which operations it must be shown, and on which responses every one shows it.
 * A rule is promised where the profile permits what it needs. What only the service can have (a pet, more than a page of them) does
 * not weaken the promise: whether its absence excuses a run is decided afterwards, where it is known (profile-judge.ts). A
 * run of ten requests promises what any single response of its kind shows, and that on one operation at least; whatever else it
 * happens to verify is counted, but not owed.
 */
export function promisesOf(profile: Profile, knowledge: Knowledge): ReadonlyMap<RuleId, RulePromise> {
  const applicable = RULE_IDS.filter(
    (id) => rules[id].level === 'must' && whyNotApplicable(id, knowledge) === undefined,
  );
  return new Map(applicable.map((id) => [id, promiseOf(id, profile, knowledge)]));
}

/** Whether a single response can show that a rule is satisfied; the others take several that are compared. */
export function isShownBySingle(id: RuleId): boolean {
  return SHOWN_BY_SINGLE.has(id);
}

const SHOWN_BY_SINGLE: ReadonlySet<RuleId> = new Set(
  EXCHANGE_JUDGES.flatMap((judge) => judge.rules.filter((id) => judge.passedByOthers?.includes(id) !== true)),
);

const WHY = {
  writes: 'it needs writes, and no POST is sent',
  burst: 'it needs the rate limit to be used up',
  second: 'the second key is used where the rate limit is used up',
  few: 'it takes more than ten requests',
} as const;

/** Why a profile has not what a rule needs; the needs that are not named here are the service's to meet. */
const UNMET: Partial<Record<Need, (profile: Profile) => string | undefined>> = {
  writes: ({ writes }) => (writes ? undefined : WHY.writes),
  'limit exhaustion': ({ burst }) => (burst ? undefined : WHY.burst),
  // The second caller is asked beside a first one whose limit is used up: there alone it tells anything.
  'second key': ({ burst }) => (burst ? undefined : WHY.second),
};

function promiseOf(id: RuleId, profile: Profile, knowledge: Knowledge): RulePromise {
  const { needs = [], by, shownOn } = rules[id];
  if (by === 'configuration') return { covers: 'all' };
  const unmet = needs.map((need) => UNMET[need]?.(profile)).find((why) => why !== undefined);
  if (unmet !== undefined) return { covers: 'none', why: unmet };
  const operations = requiredOperations(id, knowledge);
  if (profile.few) {
    if (needs.length > 0 || shownOn === undefined || !isShownBySingle(id)) return { covers: 'none', why: WHY.few };
    return operations.length === 0 ? { covers: 'all' } : { covers: 'part', leavesOut: operations, why: WHY.few };
  }
  return operations.includes('createPet') && !profile.writes
    ? { covers: 'part', leavesOut: ['createPet'], why: WHY.writes }
    : { covers: 'all' };
}
