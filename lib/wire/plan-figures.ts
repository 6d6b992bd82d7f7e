import { PLANS, WINDOW_SECONDS } from '../contract/plans.ts';

/** What a caller may send, in requests per window; absent where it is not known. */
export interface Figures {
  readonly perMinute?: number;
  readonly perDay?: number;
}

/** A Reset this much farther than the window, in seconds, still belongs to it: whole seconds, clocks that differ. */
const WINDOW_SLACK = 5;

/** A Reset more than this many minute windows ahead can only be a day's. */
const SURELY_DAY = 10;

/**
 * The figures of the plan that `X-RateLimit-Limit` belongs to. 1000 is Free's day or Business's minute: where the distance of
 * the Reset does not tell, the smaller plan is assumed.
 *
 * @param limit - the header's value, at least 1
 * @param resetDistance - seconds from now to the Reset, the largest that was seen with this limit; undefined when none made sense
 * @param window - the length of the minute window in seconds
 * @returns a figure of no plan is taken for the minute's, unless the Reset is as far as only a day's can be
 * Source: specification, section 8, "Rate limits by plan".
 */
export function planFigures(
  limit: number,
  resetDistance: number | undefined,
  window: number = WINDOW_SECONDS.minute,
): Figures {
  const { free, pro, business } = PLANS;
  if (limit === business.perMinute) {
    const isNear = resetDistance !== undefined && resetDistance <= window + WINDOW_SLACK;
    return isNear ? business : free;
  }
  const plan = [free, pro, business].find(({ perMinute, perDay }) => perMinute === limit || perDay === limit);
  if (plan !== undefined) return plan;
  return resetDistance !== undefined && resetDistance > SURELY_DAY * window ? { perDay: limit } : { perMinute: limit };
}
