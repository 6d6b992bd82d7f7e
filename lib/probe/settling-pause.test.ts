import { describe, expect, it } from 'vitest';
import { SETTLING_MS } from '../judges/alternation.ts';
import { MOST_JITTER_MS, settlingPause } from './settling-pause.ts';

const SEEDS = Array.from({ length: 200 }, (_none, index) => index);

describe('settlingPause', () => {
  it('is longer than a lag, and little longer', () => {
    for (const seed of SEEDS) {
      expect(settlingPause(seed, 0)).toBeGreaterThanOrEqual(SETTLING_MS);
      expect(settlingPause(seed, 0)).toBeLessThanOrEqual(SETTLING_MS + MOST_JITTER_MS);
    }
  });

  it('is the same for one seed, and another for another pause or seed', () => {
    expect(settlingPause(7, 1)).toBe(settlingPause(7, 1));
    expect(new Set(SEEDS.map((nth) => settlingPause(7, nth))).size).toBeGreaterThan(100);
    expect(new Set(SEEDS.map((seed) => settlingPause(seed, 0))).size).toBeGreaterThan(100);
  });
});
