import { isCounted, successive, type History } from './history.ts';
import type { Contradiction, Rate } from './kinds.ts';
import type { Take } from './take.ts';

/** So many places must have had time to come back where they come one by one, and so many requests must show that none did. */
const PLACES = 2.1;
const REQUESTS = 5;

/**
 * What tells a token bucket from a window: Remaining fell by exactly one with every request, though the rate of the
 * figure would have given something back meanwhile. Another client would have to take each place in the very moment: to be
 * asked only of a history in which none shows itself.
 *
 * @param atATime - so many come back at a time
 */
export function noRefill(history: History, { figure, length }: Rate, atATime = 1): Contradiction | undefined {
  const enough = Math.max(PLACES, atATime + 1);
  let start: Take | undefined;
  let last: number | undefined;
  let requests = 0;
  for (const { before, after, drop, at } of successive(history.steps)) {
    const expected = isCounted(after, history) ? 1 : history.notCounted.has(after.status) ? 0 : undefined;
    const isFull = before.remaining !== undefined && before.remaining >= figure;
    if (drop !== expected || isFull) {
      start = undefined;
      continue;
    }
    if (start === undefined || last !== at - 1) {
      start = before;
      requests = 0;
    }
    last = at;
    requests++;
    const places = ((after.from - start.to) * figure) / length;
    if (places >= enough && requests >= REQUESTS) {
      return {
        rule: 'RATE-4',
        by: 'refill',
        shownBy: [start.number, after.number],
        says: `Remaining fell with every request from ${start.remaining} to ${after.remaining}, and nothing came back in ${seconds(after.from - start.to)}`,
      };
    }
  }
  return undefined;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
