import { describe, expect, it } from 'vitest';
import { aStep } from '../evidence/load-step.fixture.ts';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { figuresOf } from './load-figures.ts';
import { outcomeOfLoad } from './load-run.ts';

/** A request of the second key. */
const own = (scenario: string, duration: number) => aSample({ caller: 'second', scenario, duration });

/** A request without a key. */
const without = (scenario: string, duration: number) => aSample({ caller: 'none', status: 401, scenario, duration });

/** The second key alone, then beside the first one. Milliseconds. */
function besideEachOther(alone: number, together: number) {
  return { figures: figuresOf([aSample(), own('alone', alone), own('together', together)], []), dropped: 0, steps: [] };
}

const shortfallsOf = (...given: Parameters<typeof outcomeOfLoad>) => outcomeOfLoad(...given).shortfalls;

describe('what a load run falls short of', () => {
  it('is nothing where all was sent and answered', () => {
    expect(shortfallsOf(besideEachOther(3, 4), { slowdown: 3 })).toEqual([]);
  });

  it('is a second key that the first one slows down', () => {
    expect(shortfallsOf(besideEachOther(3, 40), { slowdown: 3 })).toEqual([
      "the second key's p95 is 40.0 ms alongside the first key and 3.0 ms alone: more than 3 times as long",
    ]);
    expect(shortfallsOf(besideEachOther(3, 40))).toEqual([]);
  });

  it('is a caller without a key that the first one slows down', () => {
    const figures = figuresOf([aSample(), without('alone', 3), without('together', 40)], []);
    expect(shortfallsOf({ figures, dropped: 0, steps: [] }, { slowdown: 3 })).toEqual([
      'the p95 of the requests without a key is 40.0 ms alongside the first key and 3.0 ms alone: more than 3 times as long',
    ]);
  });

  it('is nothing that was measured where only the load generator fell short', () => {
    const ofGenerator = { figures: figuresOf([aSample(), aSample()], []), dropped: 5, steps: [] };
    expect(outcomeOfLoad(ofGenerator)).toMatchObject({ isUnmeasured: true, shortfalls: { length: 1 } });
    const slow = figuresOf([aSample({ duration: 90 }), aSample({ duration: 90 })], [{ metric: 'p95', most: 5 }]);
    expect(outcomeOfLoad({ ...ofGenerator, figures: slow })).toMatchObject({
      isUnmeasured: false,
      shortfalls: { length: 2 },
    });
  });

  it('is not the noise of a few milliseconds', () => {
    expect(shortfallsOf(besideEachOther(0.5, 4), { slowdown: 3 })).toEqual([]);
  });

  it('is what could not be sent, or got another answer', () => {
    const figures = figuresOf([aSample({ status: 503 })], [{ metric: 'errors', most: 1 }]);
    expect(shortfallsOf({ figures, dropped: 2, steps: [] })).toEqual([
      '2 of 3 requests could not be sent in time by the load generator, so the requested rate was not reached: all connections were waiting for the service',
      '1 of 1 request got 502, 503 or 504: no loss is allowed in so short a run (0.1 %, or one in a run of 50 or more)',
      'the error rate is 100.00 %; objective: max 1 %',
    ]);
  });

  it('is a burst that was refused before the limit was sent', () => {
    const samples = Array.from({ length: 21 }, (_, nth) => aSample({ status: nth < 4 ? 200 : 429, key: `${nth}.0` }));
    const run = { figures: figuresOf(samples, []), dropped: 0, steps: [] };
    expect(shortfallsOf(run, { limit: 600 })).toEqual([
      '21 requests were sent, fewer than the limit of 600: 17 were refused, and each connection stops at its first 429',
    ]);
    expect(shortfallsOf(run, { limit: 20 })).toEqual([]);
    expect(shortfallsOf(run)).toEqual([]);
  });

  it('is a staircase of which no step kept the objectives', () => {
    const run = { figures: figuresOf([], []), dropped: 0, steps: [aStep({ kept: false, because: ['p95'] })] };
    expect(shortfallsOf(run)).toEqual(['no rate met the objectives']);
    expect(shortfallsOf({ ...run, knee: 9 })).toEqual([]);
  });
});
