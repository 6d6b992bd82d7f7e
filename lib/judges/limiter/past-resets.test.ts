import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const used: readonly LoggedRequest[] = Array.from({ length: 60 }, (_, index) => ({
  at: index * 100,
  remaining: 59 - index,
  resetIn: 60 - index / 10,
}));
const next: LoggedRequest = { at: 61_000, remaining: 59, resetIn: 60 };

const violations = (log: readonly LoggedRequest[]) =>
  aLimiterLog(log).flatMap(({ rule, verdict, says }) => (verdict === 'fail' ? [`${rule}: ${says}`] : []));

describe('a refusal whose Reset has passed', () => {
  it('violates RATE-13, and nothing else', () => {
    const refused = { at: 6_100, status: 429, remaining: 0, resetIn: -5, retryAfter: 54 };
    expect(violations([...used, refused, next])).toEqual([
      'RATE-13: a request was refused with an X-RateLimit-Reset 4 s before its Date: the limit had not reset then',
    ]);
  });

  it.each([0, -0.9, 1, 53.9])('is none with a Reset %d s ahead, by whole seconds', (resetIn) => {
    const refused = { at: 6_100, status: 429, remaining: 0, resetIn, retryAfter: 54 };
    expect(violations([...used, refused, next]).filter((one) => one.includes('before its Date'))).toEqual([]);
  });
});
