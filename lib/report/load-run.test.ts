import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { figuresOf } from './load-figures.ts';
import { shortfallsOf } from './load-run.ts';

/** A request of the second key. */
const own = (scenario: string, duration: number) => aSample({ caller: 'second', scenario, duration });

/** The second key alone, then beside the first one. Milliseconds. */
function besideEachOther(alone: number, together: number) {
  return { figures: figuresOf([aSample(), own('alone', alone), own('together', together)], []), dropped: 0, steps: [] };
}

describe('what a load run falls short of', () => {
  it('is nothing where all was sent and answered', () => {
    expect(shortfallsOf(besideEachOther(3, 4), 3)).toEqual([]);
  });

  it('is a second key that the first one slows down', () => {
    expect(shortfallsOf(besideEachOther(3, 40), 3)).toEqual([
      "the second key's p95 is 40.0 ms beside the first, and 3.0 ms alone: more than 3 times as slow",
    ]);
    expect(shortfallsOf(besideEachOther(3, 40))).toEqual([]);
  });

  it('is not the noise of a few milliseconds', () => {
    expect(shortfallsOf(besideEachOther(0.5, 4), 3)).toEqual([]);
  });

  it('is what could not be sent, or got another answer', () => {
    const figures = figuresOf([aSample({ status: 503 })], [{ metric: 'errors', most: 1 }]);
    expect(shortfallsOf({ figures, dropped: 2, steps: [] })).toEqual([
      '2 requests could not be sent in time, so the asked rate was not reached: give more --connections',
      '1 requests got neither a documented answer nor 429',
      'errors are 100.00 % of the requests; the objective is 1 % at most',
    ]);
  });

  it('is a staircase of which no step kept the objectives', () => {
    const step = { rate: 9, seconds: 1, sent: 9, admitted: 9, refused: 0, dropped: 0, p95: 900, because: ['p95'] };
    const run = { figures: figuresOf([], []), dropped: 0, steps: [{ ...step, kept: false }] };
    expect(shortfallsOf(run)).toEqual(['no rate kept the objectives']);
    expect(shortfallsOf({ ...run, knee: 9 })).toEqual([]);
  });
});
