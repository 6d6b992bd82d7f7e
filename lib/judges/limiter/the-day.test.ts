import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from '../judges.fixture.ts';
import { failed as failedIn } from './limiter-log.fixture.ts';
import { failed, fixed, play, type SimulatedLimiter } from './limiter-simulation.fixture.ts';

const HALF_A_DAY = 43_200_000;

/** A minute of 60, on a day of which only some requests are left; its headers speak of the minute alone. */
function dayWith(left: number, wait = HALF_A_DAY): SimulatedLimiter {
  const minute = fixed(60);
  let day = left;
  let opensAt = Number.POSITIVE_INFINITY;
  return (now, isCounted = true) => {
    if (now >= opensAt) day = 1_000;
    if (day > 0) {
      if (isCounted) day--;
      return minute(now, isCounted);
    }
    if (now < opensAt) opensAt = Math.min(opensAt, now + wait);
    return { ...minute(now, false), admitted: false, opensAt };
  };
}

/** A refusal speaks of the day, other answers of the minute. */
function toldLate(parts: ExchangeParts): ExchangeParts {
  if (parts.status !== 429) return parts;
  const others = (parts.headers ?? []).filter(([name]) => !name.startsWith('X-RateLimit-'));
  const reset = Math.ceil(((parts.at ?? 0) + HALF_A_DAY) / 1_000);
  return {
    ...parts,
    headers: [
      ...others,
      ['X-RateLimit-Limit', '1000'],
      ['X-RateLimit-Remaining', '0'],
      ['X-RateLimit-Reset', `${reset}`],
    ],
  };
}

/** A refusal speaks of the day, and says that it is not used up. */
function withSomeLeft(parts: ExchangeParts): ExchangeParts {
  const { headers = [], ...told } = toldLate(parts);
  if (parts.status !== 429) return parts;
  return { ...told, headers: headers.map(([name, value]) => [name, name.endsWith('Remaining') ? '17' : value]) };
}

const rulesBroken = (course: Parameters<typeof play>[0]) => failed(play(course));

/** A refusal while 40 of the minute remain, that many seconds before the end of the day. */
function refusedBeforeMidnight(seconds: number, retryAfter: number): string[] {
  const at = HALF_A_DAY - seconds * 1_000;
  const served = Array.from({ length: 20 }, (_, index) => ({
    at: at + index * 50,
    remaining: 59 - index,
    resetIn: 60 - index / 20,
  }));
  return failedIn([...served, { at: at + 1_000, status: 429, remaining: 40, resetIn: 59, retryAfter }]);
}

describe('a day that is spent before its minute', () => {
  it.each([12, 25, 40])('is no fault where the headers speak of the minute (%i left)', (left) => {
    expect(rulesBroken({ limiter: dayWith(left), most: left + 3 })).toEqual([]);
  });

  it.each([12, 25, 40])('is no fault where only the refusal speaks of it (%i left)', (left) => {
    expect(rulesBroken({ limiter: dayWith(left), most: left + 3, alter: toldLate })).toEqual([]);
  });

  it('is no fault in its last minute', () => {
    expect([...refusedBeforeMidnight(30, 29), ...refusedBeforeMidnight(50, 49)]).toEqual([]);
    expect(refusedBeforeMidnight(3_600, 29)).toEqual([expect.stringContaining('RATE-6 fail: Remaining was 40')]);
  });

  it('does not excuse a refusal that asks to wait for the minute', () => {
    expect(rulesBroken({ limiter: dayWith(25, 40_000), most: 28 })).toContain('RATE-6');
  });

  it('does not excuse one that asks to wait for longer than a day lasts', () => {
    expect(rulesBroken({ limiter: dayWith(25, 3 * HALF_A_DAY), most: 28 })).toContain('RATE-6');
  });

  it('does not excuse a refusal that itself says that the day has requests left', () => {
    expect(rulesBroken({ limiter: dayWith(25), most: 28, alter: withSomeLeft })).toContain('RATE-6');
  });
});
