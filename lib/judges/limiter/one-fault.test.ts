import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** A window that is used up, what each response says is left, and the refusals after it. */
const log = (remaining: (index: number) => number, sort: (index: number) => Partial<LoggedRequest> = () => ({})) => [
  ...Array.from({ length: 60 }, (_, index): LoggedRequest => ({
    at: index * 100,
    remaining: remaining(index),
    resetIn: 60 - index / 10,
    ...sort(index),
  })),
  ...[0, 1].map((index): LoggedRequest => ({
    at: 6_000 + index * 100,
    status: 429,
    remaining: remaining(60 + index),
    resetIn: 54 - index / 10,
    retryAfter: 54,
  })),
];

const violated = (requests: readonly LoggedRequest[]) => [
  ...new Set(aLimiterLog(requests).flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []))),
];
const says = (requests: readonly LoggedRequest[]) => aLimiterLog(requests).map((finding) => finding.says);

const rejected = (index: number) => (index % 7 === 3 ? { method: 'POST', target: '/pets', status: 400 } : {});

const sorts = (index: number) => (index % 2 === 1 ? { target: '/pets/1' } : {});

/** Lists and pets, which are counted apart. */
const apart = (between: number): LoggedRequest[] =>
  Array.from({ length: 80 }, (_, index) => ({
    at: index * between,
    remaining: 59 - Math.floor(index / 2),
    resetIn: 60 - (index * between) / 1_000,
    ...(index % 2 === 1 && { target: '/pets/1' }),
  }));

/** Windows of six seconds, as those of a test installation: a limiter that refills some units at a time may do so within a run. */
const SHORT = { windows: { minute: 6, day: 86_400, testInstallation: true } };

const sixty = (from: number, every: number) => Array.from({ length: 60 }, (_, index) => from + index * every);

/** A sliding log of such a window that is used up, waited for and used again, and counts Remaining anew with every tenth request only. */
function byTens(): LoggedRequest[] {
  const used: number[] = [];
  let told = 0;
  return [...sixty(0, 60), ...sixty(10_540, 10)].map((at, index): LoggedRequest => {
    used.push(at);
    const within = used.filter((one) => at - one < 6_000);
    if (index % 10 === 9 || index === 0) told = 60 - within.length;
    const isRejected = index % 3 === 2;
    return {
      at,
      remaining: told,
      resetIn: ((within[0] ?? at) + 6_000 - at) / 1_000,
      ...(isRejected && { method: 'POST', target: '/pets', status: 400 }),
    };
  });
}

describe('a wrong Remaining', () => {
  it('is RATE-4 alone where it is counted anew now and then: no more than the limit were admitted', () => {
    const findings = aLimiterLog(byTens(), undefined, SHORT);
    expect(findings.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []))).toEqual(['RATE-4']);
  });

  it('is RATE-4 alone where it is always the limit, though some requests got 400', () => {
    const requests = log(() => 60, rejected);
    expect(violated(requests)).toEqual(['RATE-4']);
    expect(says(requests).join()).not.toContain('none when the limit is known to have been reached');
  });

  it('is RATE-4 alone where it is one too high', () => {
    expect(violated(log((index) => Math.max(0, 60 - index)))).toEqual(['RATE-4']);
  });
});

describe('counters', () => {
  it('of operations that admit too many together are RATE-5 alone', () => {
    expect(violated(apart(50))).toEqual(['RATE-5']);
  });

  it('of connections are not said to be of operations', () => {
    const order = Array.from({ length: 80 }, (_, index) => (index % 8 < 6 ? index % 2 : 0));
    const left = [60, 60];
    const requests = order.map((counter, index): LoggedRequest => {
      left[counter] = (left[counter] ?? 0) - 1;
      return {
        at: index * 50,
        remaining: left[counter] ?? 0,
        resetIn: 60 - index / 20,
        ...(index % 2 === 1 && { target: '/pets/1' }),
      };
    });
    expect(says(requests).join()).not.toContain('each operation seems to have');
  });
});

describe('every request that takes two', () => {
  it('is told once', () => {
    const requests = log((index) => Math.max(0, 58 - 2 * index), sorts).slice(0, 25);
    const told = says(requests).filter((one) => one.includes(' took 2 '));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^each request took 2 from Remaining/);
  });
});
