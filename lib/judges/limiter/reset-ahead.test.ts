import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const FIGURE = 60;

/** When each window was opened, in milliseconds. */
const OPENED = [0, 61_300];

/**
 * Two windows, each used within a second, in the first of which more than the limit are admitted.
 *
 * @param tooMany - by how many
 * @param isAhead - Reset is a window from now, instead of the end of the window
 */
function quicklyUsed(tooMany: number, isAhead: boolean): LoggedRequest[] {
  return OPENED.flatMap((opened, nth) =>
    Array.from({ length: FIGURE + (nth === 0 ? tooMany : -20) }, (_, index): LoggedRequest => {
      // The last ones are under way together.
      const after = Math.min(index, FIGURE - 2) * 15;
      return {
        at: opened + after,
        resetIn: isAhead ? 60 : 60 - after / 1_000,
        remaining: Math.max(0, FIGURE - 1 - index),
      };
    }),
  );
}

const failed = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []));

describe('a window that is used up within a second', () => {
  it.each([3, 10])('is exceeded by %i more, though each Reset is about a window ahead', (tooMany) => {
    expect(failed(quicklyUsed(tooMany, false))).toContain('RATE-5');
  });

  it('is not exceeded by its limit, whatever its Reset means', () => {
    expect(failed(quicklyUsed(0, false))).toEqual([]);
    expect(failed(quicklyUsed(0, true))).toEqual([]);
  });
});
