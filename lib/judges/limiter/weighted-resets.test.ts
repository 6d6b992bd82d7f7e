import { expect, it } from 'vitest';
import { failed, play, weighted } from './limiter-simulation.fixture.ts';
import { consistentKinds } from './xray.ts';

/** Runs of some twenty seconds, which begin anywhere in a minute of the clock. */
const SEEDS = Array.from({ length: 15 }, (_, index) => index + 1);

it.each(['end', 'ahead', 'next', 'opens-to-refused', 'opens'] as const)(
  'a weighted counter is known as one, and none is called wrong, whose Reset is announced otherwise: %s',
  (resets) => {
    for (const seed of SEEDS) {
      const verdict = play({ limiter: weighted(60, { resets }), seed, pace: 700 });
      expect(failed(verdict).filter((rule) => rule !== 'RATE-9')).toEqual([]);
      expect(verdict.xrays.flatMap(consistentKinds)).toContain('weighted counter');
    }
  },
);

it.each([6, 8, 12])('nor in a window of %i seconds, of which a Date in whole seconds is no small part', (seconds) => {
  const windows = { minute: seconds, day: 86_400, testInstallation: true };
  for (const seed of SEEDS) {
    const limiter = weighted(60, { resets: 'next', length: seconds * 1_000 });
    expect(failed(play({ limiter, seed, pace: 60, knowledge: { windows } }))).toEqual([]);
  }
});

it.each(['end', 'next', 'opens-to-refused', 'opens'] as const)(
  'a weighted counter that admits more is called wrong, whose Reset is announced otherwise: %s',
  (resets) => {
    for (const seed of SEEDS)
      expect(failed(play({ limiter: weighted(60, { resets, extra: 40 }), seed }))).toContain('RATE-5');
  },
);
