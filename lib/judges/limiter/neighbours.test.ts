import { describe, expect, it } from 'vitest';
import { failed, fixed, play, slidingLog, type SimulatedLimiter } from './limiter-simulation.fixture.ts';

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
