import type { History } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import type { MeteredRequest } from './metered-request.ts';

/** How many responses over how long show that Reset moves with the clock, and how far off whole seconds may be. In milliseconds. */
const TELLING_RESETS = { count: 10, apart: 2_500, off: 1_500 };

/**
 * Whether every Reset is a whole window ahead of its response, or, where no Date tells the service's clock, always as far ahead: an instant that
 * does not show when its window ends. Some packages announce it because they do not know. It must have been seen to move while a window was being used: one that is
 * used up within a second has each Reset about as far ahead, whatever it means.
 */
export function isResetAlwaysAhead({ requests, clockOffset }: History, { windowMs }: Quota): boolean {
  const { off } = TELLING_RESETS;
  let { least, most } = clockOffset ?? { least: -Infinity, most: Infinity };
  let [count, first, last] = [0, Infinity, -Infinity];
  let before: Partial<MeteredRequest> = {};
  let hasMoved = false;
  for (const { reset, remaining, refused, from, to } of requests) {
    if (reset === undefined || refused) continue;
    const ahead = reset * 1_000 - windowMs;
    [least, most] = [Math.max(least, ahead - to - off), Math.min(most, ahead - from + off)];
    if (least > most) return false;
    count++;
    [first, last] = [Math.min(first, ahead), Math.max(last, ahead)];
    hasMoved ||= reset > (before.reset ?? reset) && (remaining ?? 0) <= (before.remaining ?? 0);
    before = { reset, remaining };
  }
  return hasMoved && count >= TELLING_RESETS.count && last - first >= TELLING_RESETS.apart;
}
