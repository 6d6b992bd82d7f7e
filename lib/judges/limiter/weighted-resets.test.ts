import { expect, it } from 'vitest';
import { failed, play, weighted } from './limiter-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';

/** Runs of some twenty seconds, which begin anywhere in a minute of the clock. */
const SEEDS = Array.from({ length: 15 }, (_, index) => index + 1);

it.each(['end', 'ahead', 'next'] as const)(
  'a weighted counter is known as one, and none is called wrong, whose Reset is announced otherwise: %s',
  (resets) => {
    for (const seed of SEEDS) {
      const verdict = play({ limiter: weighted(60, { resets }), seed, pace: 700 });
      expect(failed(verdict).filter((rule) => rule !== 'RATE-9')).toEqual([]);
      expect(verdict.xrays.flatMap(consistentKinds)).toContain('weighted counter');
    }
  },
);

it.each(['end', 'next'] as const)(
  'a weighted counter that admits more is called wrong, whose Reset is announced otherwise: %s',
  (resets) => {
    for (const seed of SEEDS)
      expect(failed(play({ limiter: weighted(60, { resets, extra: 40 }), seed }))).toContain('RATE-5');
  },
);
