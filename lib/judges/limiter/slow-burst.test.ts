import { describe, expect, it } from 'vitest';
import { aKnowledge, aReading, FIRST_INSTANT } from '../judges.fixture.ts';
import { judgeLimiter } from './index.ts';
import { bucket, failed } from './limiter-simulation.fixture.ts';

/** How long a burst is under way on a busy machine, in milliseconds. */
const SLOW = 4_000;

/** The answers to a burst over a full bucket of 60 a minute, which the service reads one after the other. */
function burst(sent: number, extra: number) {
  const limiter = bucket(60 + extra);
  const began = FIRST_INSTANT + 1_000;
  return Array.from({ length: sent }, (_none, nth) => {
    const at = began + (nth * SLOW) / sent;
    const { admitted, opensAt, remaining } = limiter(at);
    const reading = aReading({
      id: nth + 2,
      status: admitted ? 200 : 429,
      headers: [
        ['X-RateLimit-Remaining', `${Math.max(0, Math.min(60, remaining) - extra)}`],
        ['X-RateLimit-Reset', `${Math.ceil(opensAt / 1_000)}`],
      ],
    });
    const times = { startedAt: began, answeredAt: at + 1, endedAt: at + 1 };
    return { ...reading, exchange: { ...reading.exchange, times } };
  });
}

function brokenBy(extra: number): string[] {
  const before = aReading({ id: 1, at: FIRST_INSTANT - 10_000 });
  const readings = [before, ...burst(70, extra)];
  const knowledge = aKnowledge({ plan: { name: 'free', perMinute: 60, perDay: 1_000 } });
  return failed(judgeLimiter({ readings, unanswered: [], knowledge }));
}

describe('a burst that takes so long that a full bucket refills meanwhile', () => {
  it('is admitted beyond the figure by as much as has come back', () => {
    expect(brokenBy(0)).toEqual([]);
  });

  it('is not admitted beyond that', () => {
    expect(brokenBy(6)).toContain('RATE-5');
  });
});
