import { gentleCount } from '../contract/load-course.ts';
import type { PlanName } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import type { Tier } from './keys-file.ts';
import { estimate, type LoadEstimate, type LoadFigures } from './scenarios.ts';

/** How much longer than its window a key rests after it was used, before another caller's run counts on it. In seconds. */
export const REST_BEYOND_WINDOW = 2;

/** What each plan is asked, in this order: all plans one question, then all of them the next, so that each key rests meanwhile. */
export const TIER_SCENARIOS = ['ceiling', 'overshoot', 'isolation'] as const;

/** One of them. */
type TierScenario = (typeof TIER_SCENARIOS)[number];

/** The other caller of a plan's `isolation`. */
interface OtherCaller {
  readonly apiKey: string;
  /** Whose key that is, where it is another plan's. */
  readonly plan?: PlanName;
}

/** One run of a scenario with the key of a plan. */
export interface TierRun {
  readonly tier: Tier;
  readonly scenario: TierScenario;
  readonly figures: LoadFigures;
  readonly estimate: LoadEstimate;
  /** Of `isolation`; absent where the other caller sends no key. */
  readonly other?: OtherCaller;
}

/**
 * The runs of all plans in their order.
 *
 * @param figures - what the plans have in common
 * @param isAnonymous - the other caller of `isolation` sends no key
 * @throws {UsageError} when a plan has no other caller
 */
export function runsOfTiers(
  tiers: readonly Tier[],
  figures: Omit<LoadFigures, 'perMinute' | 'perDay'>,
  isAnonymous: boolean,
): readonly TierRun[] {
  return TIER_SCENARIOS.flatMap((scenario) =>
    tiers.map((tier): TierRun => {
      const { perMinute, perDay } = tier;
      const own = { ...figures, perMinute, ...(perDay !== undefined && { perDay }) };
      const hasOther = scenario === 'isolation' && !isAnonymous;
      return {
        tier,
        scenario,
        figures: own,
        estimate: estimate(scenario, own),
        ...(hasOther && { other: otherCallerOf(tier, tiers) }),
      };
    }),
  );
}

/** The key that the file gives, or that of the next plan whose minute has room for what the other caller sends. */
function otherCallerOf(tier: Tier, tiers: readonly Tier[]): OtherCaller {
  if (tier.secondApiKey !== undefined) return { apiKey: tier.secondApiKey };
  const at = tiers.indexOf(tier);
  const needed = 2 * gentleCount(tier.perMinute);
  const others = [...tiers.slice(at + 1), ...tiers.slice(0, at)];
  const other = others.find(({ perMinute }) => perMinute >= needed);
  if (other !== undefined) return { apiKey: other.apiKey, plan: other.plan };
  throw new UsageError(
    `isolation of ${tier.plan} lacks the key of another caller with at least ${needed} requests a minute`,
    `name a second plan, or give \`second\` beside the key of ${tier.plan}, or --anonymous: the other caller then sends no key`,
  );
}

/** What a key is going to send, at most, with what others send with it. */
export interface TierBudget extends Pick<Tier, 'plan' | 'perMinute' | 'perDay'> {
  readonly requests: number;
  readonly refusals: number;
  readonly mostRefusals: number;
}

/** What each plan's key is going to send in all. */
export function budgetsOf(tiers: readonly Tier[], runs: readonly TierRun[]): readonly TierBudget[] {
  return tiers.map((tier) => {
    const own = runs.filter((run) => run.tier === tier);
    const asOther = runs.filter(({ other }) => other?.plan === tier.plan);
    return {
      plan: tier.plan,
      perMinute: tier.perMinute,
      ...(tier.perDay !== undefined && { perDay: tier.perDay }),
      requests: sum(own, ({ requests }) => requests) + sum(asOther, ({ ofSecond }) => ofSecond),
      refusals: sum(own, ({ refusals }) => refusals),
      mostRefusals: sum(own, ({ mostRefusals }) => mostRefusals),
    };
  });
}

function sum(runs: readonly TierRun[], count: (one: LoadEstimate) => number): number {
  return runs.reduce((all, { estimate: one }) => all + count(one), 0);
}

/**
 * Refuses runs for which a key's day does not suffice.
 *
 * @throws {UsageError} that names the plan
 */
export function refuseMoreThanTheDay(budgets: readonly TierBudget[]): void {
  for (const { plan, requests, perDay } of budgets) {
    if (perDay === undefined || requests <= perDay) continue;
    throw new UsageError(
      `the key of ${plan} would send ${requests} requests, more than the ${perDay} of its day`,
      'fill fewer --windows',
    );
  }
}
