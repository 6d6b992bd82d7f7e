import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const FIGURE = 60;

/** 58 requests one by one, and five together of which the last three are refused; each refusal says how many remain. */
function usedUp(saidByRefusal: number, before = 0, retryAfter = 58): LoggedRequest[] {
  return Array.from({ length: FIGURE - before + 3 }, (_, index): LoggedRequest => {
    const at = Math.min(index, FIGURE - before - 2) * 30;
    const resetIn = 60 - at / 1_000;
    return index < FIGURE - before
      ? { at, resetIn, remaining: Math.max(saidByRefusal, FIGURE - 1 - index) }
      : { at, resetIn, remaining: saidByRefusal, status: 429, retryAfter };
  });
}

const failed = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests)
    .filter(({ rule, verdict }) => rule === 'RATE-4' && verdict === 'fail')
    .map(({ rule, says }) => `${rule}: ${says}`);

describe('a refusal that says that requests remain', () => {
  it('conforms where none does', () => {
    expect(failed(usedUp(0))).toEqual([]);
  });

  it('violates RATE-4 where the limit had been admitted, also among requests in flight', () => {
    expect(failed(usedUp(1))).toEqual([
      'RATE-4: 60 requests had been admitted and the next was refused, but it says itself that Remaining is 1',
    ]);
  });

  it('is left open where fewer had been admitted, or the refusal is for the day', () => {
    expect(failed(usedUp(1, 1))).toEqual([]);
    expect(failed(usedUp(1, 0, 7_200))).toEqual([]);
  });
});
