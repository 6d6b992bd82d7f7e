import { describe, expect, it } from 'vitest';
import {
  bucket,
  failed,
  fixed,
  play,
  slidingLog,
  weighted,
  type SimulatedLimiter,
} from './limiter-simulation.fixture.ts';

/** Another client that had used some places before, and takes every place that comes back while petvet waits. */
function greedilyShared(limiter: SimulatedLimiter, before: number): SimulatedLimiter {
  let last: number | undefined;
  return (now, isCounted) => {
    if (last === undefined)
      for (let count = 0; count < before; count++) limiter(now - 50_000 + count * (30_000 / before));
    else if (now - last > 1_000) while (limiter(now - 1).admitted) continue;
    last = now;
    return limiter(now, isCounted);
  };
}

describe('another client whose requests fall between none of ours', () => {
  it('is told by the places that were used before the first request', () => {
    const { findings } = play({ limiter: greedilyShared(slidingLog(60), 20), pace: 5, afterwards: 4 });
    expect(findings.filter(({ verdict: how }) => how === 'fail')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'RATE-8', verdict: 'inconclusive' }));
  });

  it('is not made up where every place is petvet’s own', () => {
    expect(failed(play({ limiter: fixed(60), retryAfter: () => 1 }))).toContain('RATE-8');
  });
});

describe('creations that take no place', () => {
  it.each([
    ['a fixed window', () => fixed(60)],
    ['a sliding log', () => slidingLog(60)],
    ['a weighted counter', () => weighted(60)],
    ['a token bucket', () => bucket(60)],
    ['a weighted counter that others had used', () => usedBefore(weighted(60))],
  ])('of %s are told', (_, limiter) => {
    const { findings } = play({ limiter: limiter(), uncounted: [201] });
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'RATE-4', verdict: 'fail', says: expect.stringContaining('createPet 201 took') }),
    );
  });

  it.each([5, 200, 900])('are not made up where they take a place, with %d ms between requests', (pace) => {
    for (const limiter of [fixed(60), slidingLog(60), usedBefore(weighted(60)), bucket(60)])
      expect(failed(play({ limiter, pace }))).toEqual([]);
  });
});

/** Others had used two thirds of it in the minute before. */
function usedBefore(limiter: SimulatedLimiter): SimulatedLimiter {
  let isFirst = true;
  return (now, isCounted) => {
    if (isFirst) for (let count = 0; count < 40; count++) limiter(now - 61_000);
    isFirst = false;
    return limiter(now, isCounted);
  };
}
