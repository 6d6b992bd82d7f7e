import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** A window of 1000 requests that lasts a minute, with as many requests in one after the other. */
const minutesOfADay = (counts: readonly number[]): LoggedRequest[] =>
  counts.flatMap((count, window) =>
    Array.from({ length: count }, (_, index) => ({
      at: window * 61_000 + index * 200,
      limit: 1_000,
      remaining: 999 - index,
      resetIn: 60 - index * 0.2,
    })),
  );

describe('the limit of a day that is applied to minutes', () => {
  it.each([[[50, 20]], [[55, 55, 55, 55, 55, 55, 55]]])('violates RATE-3, and nothing else (%j)', (counts) => {
    const plan = { name: 'free', perMinute: 60, perDay: 1_000 } as const;
    const findings = aLimiterLog(minutesOfADay(counts), undefined, { plan });
    expect(findings.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []))).toEqual(['RATE-3']);
  });
});
