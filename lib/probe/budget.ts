import { PLANS } from '../contract/plans.ts';

/** How much a run may send, and how deep its properties go. */
export interface Budget {
  readonly maxRequests: number;
  /** Values that a property draws beyond those it always tries, on average. */
  readonly draws: number;
  /** Requests that the whole run may spend on smaller counterexamples. */
  readonly shrinks: number;
  /** The run uses the limit of the minute up, to see what happens there. */
  readonly usesUp: boolean;
}

/**
 * Whether the limit of the minute is used up, where the budget allows for it: whatever it is, only where it is no larger
 * than that of the largest plan with a figure in the specification, or not at all.
 */
export type UseUp = 'always' | 'documented' | 'never';

/** What a budget is made of. */
export interface BudgetWish {
  /** What the user allows; by the plan when absent. */
  readonly maxRequests?: number | undefined;
  /** The plan's figure per minute, once it is known. */
  readonly perMinute?: number;
  readonly useUp: UseUp;
}

/** A run at the default depth sends no more than this; some of it is for looking again, which a service in order does not need. */
export const DEFAULT_REQUESTS = 120;

/** Draws of each property at the default depth: in any one run, about a quarter of the properties make one. */
const DEFAULT_DRAWS = 0.25;

/** Requests for smaller counterexamples at the default depth: a conforming service needs none, and no other probe loses them. */
const SHRINKS = 6;

/** Requests that one more draw in every property costs. */
const REQUESTS_A_DRAW = 10;

/** What a run sends beyond the window that it uses up: whatever is left to be looked at when it opens again. */
const AFTERWARDS = 60;

/** The burst over the limit, and the first request after it. */
const BURST = 8;

/** The largest limit that a run uses up unasked. */
const MOST_USED_UP = PLANS.business.perMinute;

/** The part of a window that the properties may use; single untried cases use up the rest. */
const PROPERTIES = 0.85;

/**
 * Why a run is not going to use the limit of the minute up, as far as that is known before its first response: one clause.
 *
 * @returns undefined where it is going to, or where the responses must tell the figure first
 */
export function whyLimitLeft({ maxRequests, perMinute, useUp }: BudgetWish): string | undefined {
  if (perMinute === undefined || useUp === 'never') return undefined;
  if (useUp === 'documented' && perMinute > MOST_USED_UP)
    return `a limit of ${perMinute} per minute is left alone: --burn uses it up`;
  if (budgetOf({ maxRequests, perMinute, useUp }).usesUp) return undefined;
  return `--max-requests ${maxRequests} does not reach the limit: it takes ${perMinute + BURST}`;
}

/**
 * What is said when the requests of a run are sent, with what a whole run would take where that is known.
 *
 * @param wish - of the run that ended, with what the user allowed
 */
export function whySpent(sent: number, wish: BudgetWish): string {
  const { maxRequests, perMinute } = wish;
  if (maxRequests === undefined) return `all ${sent} requests of a default run are sent: --max-requests allows more`;
  const spent = `all ${sent} requests that --max-requests allows are sent`;
  const whole = budgetOf({ ...wish, maxRequests: undefined }).maxRequests;
  return perMinute === undefined || whole <= maxRequests
    ? spent
    : `${spent}: a whole run takes up to ${whole} (--max-requests ${whole})`;
}

/**
 * Shares out what a run may send. The requests that it takes to reach the limit are the useful ones: where the plan allows
 * more than the default depth needs, the properties go deeper.
 */
export function budgetOf({ maxRequests, perMinute, useUp }: BudgetWish): Budget {
  const isMeant = useUp === 'always' || (useUp === 'documented' && (perMinute ?? 0) <= MOST_USED_UP);
  const usable = isMeant && perMinute !== undefined;
  const total = maxRequests ?? (usable ? Math.max(DEFAULT_REQUESTS, perMinute + AFTERWARDS) : DEFAULT_REQUESTS);
  const usesUp = usable && perMinute + BURST <= total;
  const forProperties = usesUp ? Math.max(DEFAULT_REQUESTS, Math.floor(perMinute * PROPERTIES)) : total;
  const beforeBurst = usesUp ? total - BURST : total;
  const draws = Math.max(
    0,
    DEFAULT_DRAWS + (Math.min(beforeBurst, forProperties) - DEFAULT_REQUESTS) / REQUESTS_A_DRAW,
  );
  return { maxRequests: total, draws, shrinks: SHRINKS * (1 + Math.floor(draws)), usesUp };
}
