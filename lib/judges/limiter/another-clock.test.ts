import { describe, expect, it } from 'vitest';
import { FIRST_INSTANT, type ExchangeParts } from '../judges.fixture.ts';
import { aLimiterLog, judged, type LoggedRequest } from './limiter-log.fixture.ts';

/** A fixed window that is used up, refuses, and is new at its Reset. */
const log: readonly LoggedRequest[] = [
  ...Array.from({ length: 60 }, (_, index) => ({ at: index * 20, remaining: 59 - index, resetIn: 60 - index / 50 })),
  { at: 1_200, status: 429, remaining: 0, resetIn: 58.8, retryAfter: 59 },
  { at: 60_500, remaining: 59, resetIn: 60 },
  { at: 60_520, remaining: 58, resetIn: 59.98 },
];

/** `Date` comes from a clock that is ahead of the clock of Reset by this many seconds. */
const dated = (seconds: number) => (parts: ExchangeParts) => ({
  ...parts,
  headers: (parts.headers ?? []).map(([name, value]) =>
    name === 'Date'
      ? ([name, new Date((parts.at ?? FIRST_INSTANT) + seconds * 1_000).toUTCString()] as const)
      : ([name, value] as const),
  ),
});

it('a Date of the clock that Reset is of tells when the limit resets', () => {
  expect(judged(log, dated(0))).toEqual([]);
});

describe('a Date of another clock than that of Reset', () => {
  it.each([3_600, 90, -90, -3_600, -90_000])('is not held against the service, %i seconds ahead', (seconds) => {
    expect(judged(log, dated(seconds))).toEqual([]);
    const renewal = aLimiterLog(log, dated(seconds)).filter(({ rule }) => rule === 'RATE-13');
    expect(renewal).toMatchObject([{ verdict: 'pass', says: expect.stringContaining('as far as it can be told') }]);
  });
});

/** A window of the clock that has 20 seconds left is used up, refuses twice, and is new at its Reset. */
const late: readonly LoggedRequest[] = [
  ...Array.from({ length: 60 }, (_, index) => ({ at: index * 20, remaining: 59 - index, resetIn: 20 - index / 50 })),
  { at: 1_200, status: 429, remaining: 0, resetIn: 18.8, retryAfter: 19 },
  { at: 1_500, status: 429, remaining: 0, resetIn: 18.5, retryAfter: 19 },
  { at: 20_500, remaining: 59, resetIn: 59.5 },
  { at: 20_520, remaining: 58, resetIn: 59.48 },
];

describe('a Date that is less than a window off', () => {
  it.each([6, 8, 12, 17, 19, 22, 30, 40, 50, -6, -8, -12, -20, -40])(
    'is not held against the service, %i seconds ahead',
    (seconds) => {
      const warned = [log, late].flatMap((one) => aLimiterLog(one, dated(seconds)));
      expect(warned.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    },
  );

  it('does not hide that more are admitted than the limit, or that the limit does not reset', () => {
    const more = late.map((one) => (one.status === 429 ? { ...one, status: 200 } : one));
    expect(judged(more, dated(8))).toContainEqual(expect.stringContaining('RATE-5 fail: 61 requests were admitted'));
    const closed = { status: 429, remaining: 0, resetIn: 0, retryAfter: 20 };
    const still = late.map((one) => (one.at > 20_000 ? { ...one, ...closed } : one));
    expect(judged(still, dated(8))).toContainEqual(expect.stringContaining('RATE-13'));
  });
});
