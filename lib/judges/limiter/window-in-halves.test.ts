import { describe, expect, it } from 'vitest';
import { failed, fixed, play, slidingLog, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { inParts, type PartsReset } from './window-in-parts.fixture.ts';
import { consistentKinds } from './xray.ts';

const SEEDS = [1, 2, 3];
const PACES = [2, 20, 150, 400, 900, 1_400];
const RESETS: readonly PartsReset[] = ['next', 'all'];

describe('a sliding window kept in two halves', () => {
  it.each(RESETS)('is not called wrong, wherever its halves begin (Reset: %s)', (resets) => {
    for (const seed of SEEDS)
      for (const pace of PACES)
        for (const perWindow of [60, 300]) {
          const limiter = inParts(perWindow, 2, { phase: (seed * 7_919 + pace * 31) % 30_000, resets });
          expect(failed(play({ seed, pace, perWindow, limiter })), `${seed} ${pace} ${perWindow}`).toEqual([]);
        }
  });

  it('is not called wrong where a half holds the first request alone, and nothing remains when it is back', () => {
    const courses = [
      { seed: 91, limiter: inParts(60, 2) },
      { seed: 114, limiter: inParts(60, 2, { phase: 11_000, resets: 'all' }), uncounted: [400, 404] },
    ] as const;
    for (const course of courses)
      expect(failed(play({ ...course, pace: 400, afterwards: 90 })), `${course.seed}`).toEqual([]);
  });

  it('is a sliding log where no other kind could have responded so', () => {
    const [xray] = play({ seed: 1, pace: 900, limiter: inParts(60, 2, { phase: 1_000 }) }).xrays;
    expect(xray === undefined ? [] : consistentKinds(xray)).toEqual(['sliding log']);
  });

  it.each([
    ['a sliding log of one too many', () => slidingLog(60, { extra: 1 }), 150],
    ['a window in halves of one too many', () => inParts(60, 2, { extra: 1 }), 400],
    ['a fixed window of twice as many', () => fixed(60, { extra: 60 }), 900],
    ['a window of half the length', () => fixed(60, { length: 30_000 }), 2],
    ['a window of half the length, used slowly', () => fixed(60, { length: 30_000 }), 1_400],
  ] satisfies [string, () => SimulatedLimiter, number][])('does not excuse %s', (_name, make, pace) => {
    for (const seed of SEEDS) expect(failed(play({ seed, pace, limiter: make() })), `${seed}`).not.toEqual([]);
  });
});
