import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../files/test-sample.fixture.ts';
import { changePointsOf, fewestValues } from './change-points.ts';
import { FEWEST_ON_A_SIDE } from './compared.ts';
import { DISTRIBUTIONS, normal, series, uniform } from './random-series.fixture.ts';

const LEVEL = 0.01;
const SERIES = times(600, 60);

/** Series with a change in them. */
const SHIFTED = times(40, 12);

/** As many false alarms as that are seen once in a thousand times where the level holds (normal approximation). */
function mostAlarms(count: number): number {
  return LEVEL * count + 3.1 * Math.sqrt(count * LEVEL * (1 - LEVEL));
}

/** The indices of the changes. */
function found(values: readonly number[], level = LEVEL): number[] {
  return changePointsOf(values, level).map(({ at }) => at);
}

describe('a series without a change', () => {
  const lengths = [12, 14, 25, 60];
  const cases = Object.keys(DISTRIBUTIONS).flatMap((name) => lengths.map((length) => [name, length] as const));
  it.each(cases)('%s, %i values: the false alarms stay at the level', (name, length) => {
    const draw = DISTRIBUTIONS[name]?.(uniform(length)) ?? uniform(length);
    const alarms = Array.from({ length: SERIES }, () => found(series(draw, [[length, 0]]))).filter(
      (points) => points.length > 0,
    );
    expect(alarms.length).toBeLessThanOrEqual(mostAlarms(SERIES));
  });

  it('raises few alarms where somebody looks each night, for the worse and within the last ten runs', () => {
    const draw = normal(uniform(3));
    const ever = Array.from({ length: 100 }, () => series(draw, [[60, 0]])).filter((values) =>
      values.some((_value, night) => {
        const newest = changePointsOf(values.slice(0, night + 1), LEVEL).at(-1);
        return newest?.direction === 'up' && night + 1 - newest.at <= 10;
      }),
    );
    expect(ever.length).toBeLessThanOrEqual(10);
  });

  it('has none where every value is the same, whatever single values stand out', () => {
    expect(found(Array.from({ length: 50 }, () => 7))).toEqual([]);
    expect(found(Array.from({ length: 50 }, (_none, index) => (index % 17 === 3 ? 1e9 : 7)))).toEqual([]);
    const quiet = Array.from({ length: 46 }, () => 7);
    expect(found([...quiet, 9, 9, 9, 9])).toEqual([]);
    expect(found([...quiet, 9, 9, 9, 9, 7, 7, 7])).toEqual([]);
    expect(found([...quiet, 9, 9, 9, 9, 9])).toEqual([46]);
  });
});

/** A series that is ten higher from an index on, with a little noise. */
function steps(before: number, since: number): number[] {
  return series(uniform(6), [
    [before, 0],
    [since, 10],
  ]);
}

describe('a change', () => {
  it.each([
    ['up', 15, 15, 4],
    ['down', 30, 12, -4],
    ['up', 60, 8, 4],
    ['up', 8, 40, 4],
  ])('%s after %i values, with %i since, is found near where it is', (direction, before, since, by) => {
    const draw = normal(uniform(before));
    const points = Array.from({ length: SHIFTED }, () =>
      changePointsOf(
        series(draw, [
          [before, 0],
          [since, by],
        ]),
        LEVEL,
      ),
    );
    const near = points.filter((one) => one.some(({ at }) => Math.abs(at - before) <= 3));
    const alone = points.filter((one) => one.length === 1 && one[0]?.direction === direction);
    expect(near.length).toBeGreaterThanOrEqual(0.9 * SHIFTED);
    expect(alone.length).toBeGreaterThanOrEqual(0.92 * SHIFTED);
  });

  it('is found in values with heavy tails', () => {
    const draw = DISTRIBUTIONS['Cauchy']?.(uniform(5)) ?? uniform(5);
    const near = Array.from({ length: 60 }, () =>
      found(
        series(draw, [
          [30, 0],
          [30, 6],
        ]),
      ),
    ).filter((points) => points.some((at) => Math.abs(at - 30) <= 3));
    expect(near.length).toBeGreaterThanOrEqual(51);
  });

  it('there and back is two changes', () => {
    const draw = normal(uniform(8));
    const both = Array.from({ length: 30 }, () =>
      found(
        series(draw, [
          [30, 0],
          [10, 6],
          [30, 0],
        ]),
      ),
    ).filter(([up = 0, down = 0, ...more]) => more.length === 0 && Math.abs(up - 30) <= 2 && Math.abs(down - 40) <= 2);
    expect(both.length).toBeGreaterThanOrEqual(25);
  });

  it('is found among several', () => {
    const values = series(normal(uniform(9)), [
      [20, 0],
      [20, 10],
      [20, 20],
      [20, 5],
    ]);
    expect(found(values)).toEqual([20, 40, 60]);
  });

  it('takes enough values on both sides, and enough for its level', () => {
    expect(found(steps(6, 6))).toEqual([6]);
    expect(found(steps(7, 6))).toEqual([7]);
    expect(found(steps(5, 6))).toEqual([]);
    expect(found(steps(40, 3))).toEqual([]);
    expect([0.05, 0.01, 0.01 / 3, 0.0025].map(fewestValues)).toEqual([10, 12, 12, 14]);
    expect(found(steps(6, 6), 0.0025)).toEqual([]);
    expect(found(steps(7, 7), 0.0025)).toEqual([7]);
  });
});

describe('changePointsOf', () => {
  const anySeries = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    {
      maxLength: 40,
    },
  );

  it('comes to the same each time, with parts that are long enough, whatever the values are', () => {
    fc.assert(
      fc.property(anySeries, (values) => {
        const points = changePointsOf(values, 0.05);
        expect(changePointsOf(values, 0.05)).toEqual(points);
        const ends = [0, ...points.map(({ at }) => at), values.length];
        const lengths = ends.slice(1).map((end, index) => end - (ends[index] ?? 0));
        expect(points.length === 0 || Math.min(...lengths) >= FEWEST_ON_A_SIDE).toBe(true);
        expect(points.every(({ probability }) => probability > 0 && probability <= 0.05)).toBe(true);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('goes by the order of the values alone', () => {
    fc.assert(
      fc.property(anySeries, (values) => {
        const ranks = values.map((value) => values.filter((other) => other < value).length);
        expect(changePointsOf(ranks, 0.05)).toEqual(changePointsOf(values, 0.05));
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  it('takes seconds at most for hundreds of values, whatever there is to find', () => {
    const draw = normal(uniform(4));
    const stairs = Array.from({ length: 25 }, (_none, step) => [20, 10 * step] as const);
    const lists = [
      series(draw, [[500, 0]]),
      series(draw, stairs),
      series(draw, [
        [250, 0],
        [250, 9],
      ]),
    ];
    const begin = process.cpuUsage();
    expect(lists.map((values) => found(values).length)).toEqual([0, 24, 1]);
    // Of the processor, which others may keep busy as well: a tenth of that is usual.
    expect(process.cpuUsage(begin).user / 1_000_000).toBeLessThan(20);
  });
});
