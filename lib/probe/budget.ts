import { PLANS } from '../contract/plans.ts';
import type { EarlyEnd } from '../evidence/early-end.ts';

/** How much a run may send, and how deep its properties go. */
export interface Budget {
  readonly maxRequests: number;
  /** What a run takes where the service counts every request: the rest is for reaching the limit of one that does not. */
  readonly usual: number;
  /** Values that a property draws beyond those it always tries, on average. */
  readonly draws: number;
  /** Requests that the whole run may spend on smaller counterexamples. */
  readonly shrinks: number;
  /** The run uses the limit of the minute up, to see what happens there. */
  readonly usesUp: boolean;
  /** It leaves the limit alone and sends what its usual number has room for, what covers most first: its quick form. */
  readonly isQuick: boolean;
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
  /** How many more a run that is made again may send, to look again at what is in doubt; its properties go no deeper. */
  readonly looksMore?: number | undefined;
  /** Requests beyond the default depth, for values that nobody can foresee: of a run that follows a nonce. */
  readonly deeper?: number | undefined;
  /** The plan's figure per minute, once it is known. */
  readonly perMinute?: number;
  readonly useUp: UseUp;
  /** How many requests the service answers within a window, one after the other; as many as anyone likes when absent. */
  readonly oneByOne?: number;
}

/** What `--smoke` sends. */
export const SMOKE_REQUESTS = 10;

/**
 * A run at the default depth sends no more than this, unless the limit is not reached with it; some of it is for looking
 * again, which a service in order does not need.
 */
export const DEFAULT_REQUESTS = 120;

/** As many requests verify every rule that can be verified without the burst; a run that leaves the limit alone waits once for these. */
const EVERY_RULE = 45;

/** Draws of each property at the default depth: in any one run, about a quarter of the properties make one. */
const DEFAULT_DRAWS = 0.25;

/** Requests for smaller counterexamples at the default depth: a conforming service needs none, and no other probe loses them. */
const SHRINKS = 6;

/** Requests that one more draw in every property costs, with those that combine what was not combined yet. */
const REQUESTS_A_DRAW = 17;

/**
 * How many times the limit may be sent to reach it, beyond the default depth: a limiter may not count what it refuses, may
 * refill meanwhile, or may begin a new window. A limiter that counts every request takes far fewer.
 */
const TO_REACH_IT = 2;

/** What a run sends beyond the window that it uses up, mostly: what is left to be looked at when it opens again. */
const AFTERWARDS = 60;

/** The burst over the limit, and the first request after it. */
const BURST = 8;

/** The largest limit that a run uses up unasked. */
const MOST_USED_UP = PLANS.business.perMinute;

/** The part of a window that the properties may use; single untried cases use up the rest. */
const PROPERTIES = 0.85;

/** Properties send one request after the other: no more than the service answers in this share of a window. */
const PROPERTIES_TIME = 1 / 3;

/** The share of each window that a run may use: one that does not use the limit up leaves others a quarter. */
export function minuteShareOf(useUp: UseUp): number {
  return useUp === 'never' ? 3 / 4 : 1;
}

/** What a run that leaves the limit alone sends: what a window has room for, and as much again for looks at what seems wrong, after one wait. */
function quickly(perMinute: number, depth: number): Pick<Budget, 'maxRequests' | 'usual'> {
  const room = Math.max(1, Math.floor(perMinute * minuteShareOf('never')));
  const maxRequests = Math.min(depth, 2 * room);
  return { maxRequests, usual: Math.min(maxRequests, Math.max(room, EVERY_RULE)) };
}

/**
 * Why a run is not going to use the limit of the minute up, as far as that is known before its first response: one clause.
 *
 * @returns undefined where it is going to, or where the responses must tell the figure first
 */
export function whyLimitLeft({ maxRequests, perMinute, useUp }: BudgetWish): string | undefined {
  if (perMinute === undefined || useUp === 'never') return undefined;
  if (useUp === 'documented' && perMinute > MOST_USED_UP)
    return `a limit of ${perMinute} per minute is not used up without --burn`;
  if (budgetOf({ maxRequests, perMinute, useUp }).usesUp) return undefined;
  return `--max-requests ${maxRequests} does not reach the rate limit, which takes ${perMinute + BURST}`;
}

/**
 * What is said when the requests of a run are sent, with what a whole run would take where that is known.
 *
 * @param wish - of the run that ended, with what the user allowed
 */
export function whySpent(sent: number, wish: BudgetWish): EarlyEnd {
  const { maxRequests, perMinute, looksMore } = wish;
  if (looksMore !== undefined) return { why: `all ${sent} requests that making the run again may take were used` };
  if (maxRequests === undefined) return { why: `all ${sent} requests were used (raise --max-requests)` };
  const why =
    sent === 1
      ? 'the one request that --max-requests allows was used'
      : `all ${sent} requests that --max-requests allows were used`;
  const whole = budgetOf({ ...wish, maxRequests: undefined }).maxRequests;
  return perMinute === undefined || whole <= maxRequests
    ? { why }
    : { why, detail: `a whole run takes up to ${whole} (--max-requests ${whole})` };
}

/**
 * Shares out what a run may send. The requests that it takes to reach the limit are the useful ones: where the plan allows
 * more than the default depth needs, the properties go deeper.
 */
export function budgetOf({
  maxRequests,
  looksMore = 0,
  deeper = 0,
  perMinute,
  useUp,
  oneByOne = Infinity,
}: BudgetWish): Budget {
  const usualDepth = DEFAULT_REQUESTS + deeper;
  const isMeant = useUp === 'always' || (useUp === 'documented' && (perMinute ?? 0) <= MOST_USED_UP);
  const usable = isMeant && perMinute !== undefined;
  const isQuick = useUp === 'never' && maxRequests === undefined && perMinute !== undefined;
  const quick = isQuick ? quickly(perMinute, usualDepth) : undefined;
  const whole = usable ? usualDepth + Math.ceil(perMinute * TO_REACH_IT) : usualDepth;
  const total = maxRequests ?? quick?.maxRequests ?? whole;
  const usesUp = usable && perMinute + BURST <= total;
  const inTime = Math.min(perMinute === undefined ? 0 : perMinute * PROPERTIES, oneByOne * PROPERTIES_TIME);
  // Whoever allows more than a whole run takes wants a deeper one: what is left beside a window that is used up.
  const asAllowed = maxRequests === undefined || perMinute === undefined ? 0 : maxRequests - perMinute;
  const forProperties = usesUp ? Math.max(usualDepth, Math.floor(inTime), asAllowed) : total;
  const depth = Math.min(total, forProperties) - (usesUp ? BURST : 0);
  const draws = Math.max(0, DEFAULT_DRAWS + (depth - DEFAULT_REQUESTS) / REQUESTS_A_DRAW);
  const usual = quick?.usual ?? (usable ? Math.max(usualDepth, perMinute + AFTERWARDS) : usualDepth);
  return {
    maxRequests: total + looksMore,
    usual: Math.min(usual, total) + looksMore,
    draws,
    shrinks: SHRINKS * (1 + Math.floor(draws)),
    usesUp,
    isQuick,
  };
}
