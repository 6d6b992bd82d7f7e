import { spokenTime } from './durations.ts';
import { isCounted, consecutivePairs, type History } from './metered-history.ts';
import type { Contradiction, Quota } from './kinds.ts';
import type { MeteredRequest } from './metered-request.ts';

/** How many units must have had time to be restored one by one, and how many requests must show that none was. */
const PLACES = 2.1;
const REQUESTS = 5;

/**
 * What distinguishes a token bucket from a window: Remaining fell by exactly one with every request, though the rate of the
 * limit would have restored something meanwhile. Another client would have to take each unit immediately: to be
 * used only for a history that shows no other client.
 *
 * @param atATime - how many are restored at a time
 */
export function findMissingRefill(
  history: History,
  { perWindow, windowMs }: Quota,
  atATime = 1,
): Contradiction | undefined {
  const enough = Math.max(PLACES, atATime + 1);
  let start: MeteredRequest | undefined;
  let last: number | undefined;
  let seen = 0;
  for (const { before, after, drop, at } of consecutivePairs(history.batches)) {
    const expected = isCounted(after, history) ? 1 : history.uncountedStatuses.has(after.status) ? 0 : undefined;
    const isFull = before.remaining !== undefined && before.remaining >= perWindow;
    if (drop !== expected || isFull) {
      start = undefined;
      continue;
    }
    if (start === undefined || last !== at - 1) {
      start = before;
      seen = 0;
    }
    last = at;
    seen++;
    const places = ((after.from - start.to) * perWindow) / windowMs;
    if (places >= enough && seen >= REQUESTS) {
      return {
        rule: 'RATE-4',
        by: 'refill',
        shownBy: [start.number, after.number],
        says: `Remaining fell with every request from ${start.remaining} to ${after.remaining}, and none was restored within ${seconds(after.from - start.to)}`,
      };
    }
  }
  return undefined;
}

function seconds(milliseconds: number): string {
  return milliseconds < 95 ? spokenTime(milliseconds) : `${(milliseconds / 1_000).toFixed(1)} s`;
}
