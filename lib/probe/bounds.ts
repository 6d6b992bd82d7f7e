import { PLANS } from '../contract/plans.ts';
import { budgetOf, minuteShareOf, type BudgetWish } from './budget.ts';
import { longestRun } from './run-time.ts';

/** What a run sends and takes at most, and usually. */
export interface Bounds {
  /** At most. */
  readonly requests: number;
  readonly usual: number;
  /** What it takes with the usual requests, in milliseconds: its windows. */
  readonly about: number;
  /** At most, in milliseconds; see {@link longestRun}. */
  readonly longest: number;
}

/** What the bounds of a run follow from. */
export interface BoundsWish extends BudgetWish {
  /** As long as the user allows, in seconds. */
  readonly maxTime?: number | undefined;
  /** The window of the rate limit, in seconds. */
  readonly window: number;
  /** Requests beyond the budget: for pets that are missing. */
  readonly more?: number;
}

/**
 * The bounds of a run, as far as the plan is known. Where it is not, they are those of the largest plan whose limit a run uses up unasked: a run
 * never sends more than was said before its first request.
 */
export function boundsOf({ maxTime, window, more = 0, ...wish }: BoundsWish): Bounds {
  const { perMinute, useUp, oneByOne = Infinity } = wish;
  const { maxRequests, usual } = budgetOf(wish);
  const isUnknown = perMinute === undefined && useUp !== 'never';
  const largest = isUnknown ? budgetOf({ ...wish, perMinute: PLANS.business.perMinute }) : { maxRequests, usual };
  // Whoever allows a number wants a run as deep as that.
  const planned = (wish.maxRequests ?? usual) + more;
  const time = {
    maxTime,
    planned,
    perWindow: Math.min(Math.floor((perMinute ?? Infinity) * minuteShareOf(useUp)), oneByOne),
    window: window * 1_000,
    isQuick: useUp === 'never',
  };
  return { requests: largest.maxRequests + more, usual: planned, ...longestRun(time) };
}

/** The bounds in one sentence. @param isFixed - the user set the number of requests, so nothing is said of how to change it */
export function sayBounds({ requests, usual, about, longest }: Bounds, isFixed: boolean): string {
  const usually = usual < requests ? `, usually ${usual}` : '';
  const time =
    about < longest ? `about ${timeWords(about)}, at most ${timeWords(longest)}` : `at most ${timeWords(longest)}`;
  const change = isFixed ? '' : ' (--max-requests, --max-time)';
  return `At most ${requests} ${requests === 1 ? 'request' : 'requests'}${usually}; ${time}${change}.`;
}

function timeWords(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (!Number.isInteger(minutes)) return `${Math.ceil(milliseconds / 1_000)} s`;
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
