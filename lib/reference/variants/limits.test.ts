import { describe, expect, it } from 'vitest';
import { admitted, FIGURE, limitRun, type LimitAnswer, type LimitRun } from '../limit-run.fixture.ts';
import { variants } from './index.ts';
import { countingVariants } from './counting.ts';
import { limiterVariants } from './limiters.ts';
import { limitVariants } from './limits.ts';

const left = (answers: readonly LimitAnswer[]) => answers.map(({ remaining }) => remaining).join(' ');
const resets = (answers: readonly LimitAnswer[]) => answers.map(({ reset }) => reset).join(' ');
const names = Object.keys({ ...limitVariants, ...limiterVariants, ...countingVariants });

/** Its bucket is the usual one. Only its answers are late, by a second each, and this run has fifty of them. */
const LATE = 'bucket-of-far-service';

type Claim = readonly [variant: string, seen: (run: LimitRun) => unknown, value: unknown];

const claims: readonly Claim[] = [
  [
    'headers-of-the-day',
    ({ refused }) => refused[0],
    { status: 429, limit: '500', remaining: '488', retryAfter: '56' },
  ],
  ['headers-of-the-day-but-429', ({ first }) => first[0], { limit: '500', remaining: '499' }],
  ['headers-of-the-day-but-429', ({ refused }) => refused[0], { limit: '12', remaining: '0', reset: 60 }],
  ['retry-after-date', ({ refused }) => refused[0], { retryAfter: 'Sat, 21 Nov 2026 12:01:21 GMT' }],
  ['retry-after-longer', ({ refused }) => refused[0], { retryAfter: '57' }],
  ['sliding-log-window-ahead', ({ first }) => resets(first), '61 61 62 62 63 63 64 64 65'],
  ['sliding-log-of-seconds', ({ first }) => resets(first), '60 60 60 60 60 60 60 60 60'],
  ['sliding-log-of-seconds', ({ after }) => after[0], { status: 200, remaining: '1' }],
  ['sliding-log-of-refusals', ({ refused }) => refused[0], { status: 429, remaining: '0', retryAfter: '59' }],
  ['weighted-clock-reset', ({ refused }) => refused[0], { status: 429, reset: 40 }],
  ['weighted-window-ahead', ({ first }) => resets(first), '61 61 62 62 63 63 64 64 65'],
  ['weighted-next-unit', ({ first }) => resets(first), '40 40 40 40 40 40 40 40 40'],
  ['bucket-next-token', ({ first }) => resets(first), '6 6 6 6 6 6 6 6 6'],
  ['bucket-small', ({ first }) => left(first), '5 4 3 2 1 0 0 0 0'],
  ['window-to-the-millisecond', ({ refused, after }) => [refused[0]?.reset, after[0]?.status], [61, 200]],
  ['reset-from-ttl', ({ again }) => [...new Set(again.map(({ reset }) => reset))], [120, 121]],
  ['wrong-keys-free', ({ others }) => left(others), '11 6000 2 1'],
  ['wrong-keys-count', ({ others }) => left(others), '11 10 2 1'],
  ['refused-bodies-free', ({ others }) => left(others), '11 5999 3 2'],
  ['failures-free', ({ first, others }) => [left(first), left(others)], ['11 11 10 9 8 7 6 5 4', '11 5999 4 4']],
  ['neighbour-shares-key', ({ first }) => Number(first[8]?.remaining) < 1, true],
  ['failures-given-back', ({ first, others }) => [left(first), left(others)], ['11 10 10 9 8 7 6 5 4', '11 5999 3 3']],
  ['successes-counted', ({ others }) => left(others), '11 6000 4 4'],
  ['weighted-counter-of-refusals', ({ burst, refused }) => [admitted(burst), refused[0]?.status], [1, 429]],
  [
    'neighbour-once-in-a-while',
    ({ first, again }) => [left(first), admitted(again) < 11],
    ['11 10 9 8 7 6 5 4 3', true],
  ],
];

describe('variants of the limit', () => {
  it.each(claims)('%s does what it says', async (variant, seen, value) => {
    const run = await limitRun({ variant });
    expect({ seen: seen(run) }).toMatchObject({ seen: value });
  });

  it.each(names.filter((name) => name !== LATE))(
    '%s lets in no more than the figure at once, and says when to come again',
    async (variant) => {
      const { first, burst, refused } = await limitRun({ variant });
      const used = [...first, ...burst].filter(({ status }) => status === 200 || status === 201);
      expect(used.length).toBeLessThanOrEqual(FIGURE);
      for (const { retryAfter, remaining, limit } of refused.filter(({ status }) => status === 429)) {
        expect(retryAfter).toMatch(/^\d+$| GMT$/);
        expect(remaining === '0' || limit === '500').toBe(true);
      }
    },
  );

  it('are all in the list', () => {
    expect(names.every((name) => Object.hasOwn(variants, name))).toBe(true);
  });
});
