import { describe, expect, it } from 'vitest';
import { bucket, failed, fixed, play, slidingLog, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { judgeLoad, paced } from './load-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);

/** The kinds that could have answered a load which fills windows, one request after the other. */
function kindsOf(limiter: SimulatedLimiter, seed: number, windows = 2) {
  const departures = paced(60, windows);
  const { xrays, ...verdict } = judgeLoad({ limiter, perWindow: 60, departures, durations: [1, 20], seed });
  const [xray] = xrays;
  return { kinds: xray === undefined ? [] : consistentKinds(xray), failed: failed({ ...verdict, xrays }) };
}

/** A bucket that is filled after a while of its own each time, with another number of places each time. */
function moody(perWindow: number, sizes: readonly number[]): SimulatedLimiter {
  const fill = bucket(perWindow);
  let asked = 0;
  let more = 0;
  return (now) => {
    const word = fill(now);
    asked++;
    if (asked % 7 === 0) more += sizes[(asked / 7) % sizes.length] ?? 0;
    return { ...word, remaining: Math.min(perWindow - 1, Math.max(0, perWindow - asked + more)) };
  };
}

describe('a refill in steps', () => {
  it.each([2, 5, 10, 15])('of %i places at a time is known for one', (atATime) => {
    for (const seed of SEEDS) {
      const { kinds, failed: rules } = kindsOf(bucket(60, { atATime }), seed);
      expect(kinds, `seed ${seed}`).toContain('stepwise refill');
      expect(rules).toEqual([]);
    }
  });

  it.each([
    ['a fixed window', fixed(60)],
    ['a sliding log', slidingLog(60)],
  ])('is not what %s looks like, where nothing came back for longer than a period can be', (_kind, limiter) => {
    expect(kindsOf(limiter, 1).kinds).not.toContain('stepwise refill');
  });

  it('has one size: places that come back as it suits are not explained by it', () => {
    for (const seed of SEEDS.slice(0, 3)) {
      const { kinds, failed: rules } = kindsOf(moody(60, [2, 7, 3, 9, 4]), seed, 1);
      expect(kinds).toEqual([]);
      expect(rules).toEqual(['RATE-4']);
    }
  });

  it('is what another client of the key may hide a part of', () => {
    for (const seed of SEEDS)
      expect(
        failed(play({ seed, limiter: bucket(60, { atATime: 10 }), neighbour: 0.02, pace: 300 })),
        `${seed}`,
      ).toEqual([]);
  });
});
