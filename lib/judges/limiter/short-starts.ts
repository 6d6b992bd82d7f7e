import { isSuccess, type MeteredRequest } from './metered-request.ts';
import type { History } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { TOLERANCES } from './prices.ts';

/** Windows in which less remained after each first request than should have. */
export interface ShortStarts {
  /** The first request of each window. */
  readonly firsts: readonly MeteredRequest[];
  /** What remained after each of them. */
  readonly remaining: number;
}

/** What petvet's own requests use does not explain more missing units than this, whatever a rejected request uses. */
const MANY = 5;

/** Another client may have used one such window, within the same second. */
const LEAST_WINDOWS = 2;

/**
 * The windows that petvet's own requests opened, if the first request of each left the same number, and that is less than all but itself: nobody else can
 * have used one before it, unless in the same moment. It looks like a limiter that counts it twice, or admits fewer than it announces.
 */
export function findShortStarts(
  { requests, clockOffset }: History,
  { perWindow, windowMs }: Quota,
): ShortStarts | undefined {
  if (clockOffset === undefined) return undefined;
  const firsts: MeteredRequest[] = [];
  let last: number | undefined;
  let untold = 0;
  let mostUntold = 0;
  for (const request of requests) {
    const { reset, period, limit, from, to } = request;
    if (reset === undefined || period !== 'minute' || limit !== perWindow) {
      untold++;
      continue;
    }
    if (request.refused) continue;
    const isFirst = last === undefined || reset - last >= windowMs / 1_000 - TOLERANCES.resetSeconds;
    if (!isFirst && Math.abs(reset - (last ?? reset)) > TOLERANCES.resetSeconds) return undefined;
    const silent = untold;
    untold = 0;
    if (!isFirst) continue;
    // What got no response, or does not tell, may have opened the window, and used as much of it.
    const missing = perWindow - 1 - (request.remaining ?? 0);
    if (silent > 0 && missing <= MANY + silent) return undefined;
    mostUntold = Math.max(mostUntold, silent);
    last = reset;
    const opened = reset * 1_000 - windowMs;
    const isOpenedByIt =
      opened >= from + clockOffset.least - TOLERANCES.wholeSecondMs &&
      opened <= to + clockOffset.most + TOLERANCES.wholeSecondMs;
    if (!isOpenedByIt || (missing <= MANY && !isSuccess(request))) return undefined;
    firsts.push(request);
  }
  const [first] = firsts;
  const remaining = first?.remaining;
  if (remaining === undefined || remaining >= perWindow - 1 || firsts.length < LEAST_WINDOWS) return undefined;
  const isAlike = firsts.every((one) => Math.abs((one.remaining ?? 0) - remaining) <= mostUntold);
  return isAlike ? { firsts, remaining } : undefined;
}
