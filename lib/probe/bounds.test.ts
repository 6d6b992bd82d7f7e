import { describe, expect, it } from 'vitest';
import { boundsOf, sayBounds, type BoundsWish } from './bounds.ts';

const bounds = (wish: Partial<BoundsWish>) => boundsOf({ useUp: 'documented', window: 60, ...wish });
const minutes = ({ about, longest }: ReturnType<typeof boundsOf>) => [about / 60_000, longest / 60_000];

describe('the bounds of a run', () => {
  it.each([
    [{ perMinute: 60 }, 240, [2, 3]],
    [{ perMinute: 300 }, 720, [2, 3]],
    [{ perMinute: 1_000 }, 2_120, [2, 3]],
    [{ perMinute: 60, useUp: 'never' as const }, 90, [1, 2]],
    [{ perMinute: 60, maxRequests: 500 }, 500, [9, 10]],
    [{ perMinute: 60, more: 101 }, 341, [4, 5]],
    // A service that answers 30 requests a minute.
    [{ perMinute: 60, oneByOne: 30 }, 240, [4, 5]],
    [{ perMinute: 60, maxTime: 90 }, 240, [2, 1.5]],
    // A minute of ten seconds: the machine is no quicker.
    [{ perMinute: 60, window: 10 }, 240, [2, 3]],
  ])('with %j: %d requests, about and at most %j minutes', (wish, requests, time) => {
    expect(bounds(wish).requests).toBe(requests);
    expect(minutes(bounds(wish))).toEqual(time);
  });

  it('are those of the largest limit that is used up unasked, where the plan is to be learned', () => {
    for (const perMinute of [1, 60, 300, 1_000, 5_000])
      expect(bounds({ perMinute }).requests).toBeLessThanOrEqual(bounds({}).requests);
  });

  it('are one sentence, with what changes them unless the user has', () => {
    const free = bounds({ perMinute: 60 });
    expect(sayBounds(free, false)).toBe(
      'At most 240 requests, usually 120; about 2 minutes, at most 3 minutes (--max-requests, --max-time).',
    );
    expect(sayBounds({ ...free, requests: 1, usual: 1, longest: 45_000 }, true)).toBe(
      'At most 1 request; at most 45 s.',
    );
  });
});
