import { describe, expect, it } from 'vitest';
import { bucket, fixed, play, slidingLog, weighted, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The kinds that fit what a limiter answers, and others. */
function kindsOf(limiter: () => SimulatedLimiter, seed: number): readonly string[] {
  const [xray] = play({ limiter: limiter(), seed, pace: 60 }).xrays;
  return xray === undefined ? [] : consistentKinds(xray);
}

describe('a Reset that moves with what is used', () => {
  it.each(SEEDS)('is not that of a weighted counter (seed %i)', (seed) => {
    const kinds = kindsOf(() => bucket(60), seed);
    expect(kinds).toContain('token bucket');
    expect(kinds).not.toContain('weighted counter');
  });

  it.each(SEEDS)('is none of a weighted counter, wherever its Reset is (seed %i)', (seed) => {
    for (const resets of ['end', 'ahead', 'next'] as const)
      expect(kindsOf(() => weighted(60, { resets }), seed)).toContain('weighted counter');
  });

  it.each(SEEDS)('excludes no kind of limiter that it is not about (seed %i)', (seed) => {
    expect(kindsOf(() => fixed(60), seed)).toContain('fixed window');
    expect(kindsOf(() => slidingLog(60, { resets: 'all' }), seed)).toContain('sliding log');
  });
});
