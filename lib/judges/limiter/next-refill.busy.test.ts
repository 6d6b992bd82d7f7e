import { describe, expect, it } from 'vitest';
import { times } from '../../files/test-sample.fixture.ts';
import { FIRST_INSTANT } from '../judges.fixture.ts';
import { bucket, failed, fixed, play, type SimulatedLimiter } from './limiter-simulation.fixture.ts';

const SEEDS = Array.from({ length: times(8, 2) }, (_, index) => index + 1);
const PACES = [4, 60, 400];

/** What a bucket that is filled at intervals may announce as its Reset. */
type ResetOf = (bucket: { now: number; next: number; missing: number; whole: number; interval: number }) => number;

/**
 * A bucket of 60 that gets `share` at a time.
 *
 * @param phase - when it is filled, as a part of the interval
 * @param drifts - the interval begins with the request that found the bucket due
 */
function filled(share: number, resetOf: ResetOf, { phase = 0, drifts = false } = {}): SimulatedLimiter {
  const interval = share * 1_000;
  let [tokens, next] = [60, FIRST_INSTANT + phase * interval];
  return (now, isCounted = true) => {
    for (; next <= now; next = drifts ? now + interval : next + interval) tokens = Math.min(60, tokens + share);
    const admitted = tokens >= 1;
    if (admitted && isCounted) tokens--;
    const missing = 60 - tokens;
    const whole = next + Math.max(0, Math.ceil(missing / share) - 1) * interval;
    return {
      admitted,
      remaining: tokens,
      resetAt: resetOf({ now, next, missing, whole, interval }),
      opensAt: tokens > 0 ? now : next,
    };
  };
}

const RESETS: Readonly<Record<string, ResetOf>> = {
  'the next filling': ({ next }) => next,
  'when it is whole': ({ whole }) => whole,
  'when it is whole by the rate': ({ now, missing }) => now + missing * 1_000,
  'a window from now': ({ now }) => now + 60_000,
  'an interval from now': ({ now, interval }) => now + interval,
};

describe('a bucket that is filled at intervals', () => {
  it.each(Object.entries(RESETS))('is none the worse for announcing %s', (_name, resetOf) => {
    for (const share of [30, 20])
      for (const drifts of [false, true])
        for (const phase of [0, 0.05, 0.1, 0.4, 0.9])
          for (const pace of PACES)
            for (const seed of SEEDS.slice(0, 3)) {
              const limiter = filled(share, resetOf, { phase, drifts });
              const rules = failed(play({ seed, pace, limiter, clockOffset: (seed - 2) * 1_300 }));
              // A should: a window from now on is not an instant to wait for.
              expect(
                rules.filter((rule) => rule !== 'RATE-9'),
                `${share} ${phase} ${pace} ${seed}`,
              ).toEqual([]);
            }
  });

  it('is not what a window of half a minute is, however fast it was used up', () => {
    for (const aligned of [false, true])
      for (const pace of PACES)
        for (const seed of SEEDS) {
          const limiter = fixed(60, { length: 30_000, aligned });
          expect(failed(play({ seed, pace, limiter })), `${aligned} ${pace} ${seed}`).toEqual(['RATE-5']);
        }
  });

  it.each([24, 27])('is not what a window of %i seconds is', (seconds) => {
    for (const seed of SEEDS)
      expect(failed(play({ seed, limiter: fixed(60, { length: seconds * 1_000 }) })), `${seed}`).toEqual(['RATE-5']);
  });

  it('stays one of the kinds that a window may be, where it announces the instants of its fillings', () => {
    for (const seed of SEEDS)
      expect(failed(play({ seed, limiter: bucket(60, { atATime: 30, resets: 'next' }) }))).toEqual([]);
  });
});
