import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { figuresOf } from './load-figures.ts';

const many = (count: number, parts: (nth: number) => Parameters<typeof aSample>[0]) =>
  Array.from({ length: count }, (_, nth) => aSample(parts(nth)));

describe('windows', () => {
  it('count what was admitted, refused and neither, for each key', () => {
    const samples = [
      aSample({ window: -1 }),
      ...many(3, () => ({})),
      aSample({ status: 404, target: '/pets/7', from: 1_795_262_401_000 }),
      aSample({ status: 429 }),
      aSample({ status: 503 }),
      aSample({ status: 0 }),
      aSample({ caller: 'second', window: 1 }),
    ];
    expect(figuresOf(samples, []).windows).toMatchObject([
      { window: 0, caller: 'primary', sent: 7, admitted: 4, refused: 1, other: 2, span: 1_000 },
      { window: 1, caller: 'second', sent: 1, admitted: 1, refused: 0, other: 0, span: 0 },
    ]);
  });

  it('have another rate than asked for where instants of the schedule were skipped', () => {
    // Five requests in the time of nine: one each second, every other one skipped.
    const samples = many(5, (nth) => ({
      from: 1_795_262_400_000 + nth * 2_000,
      scheduled: 1_795_262_400_000 + nth * 2_000,
      ...(nth > 0 && { skipped: nth }),
    }));
    const [window] = figuresOf(samples, []).windows;
    expect(window?.rateError).toBe(50);
    expect(window?.p95).toBe(12);
  });
});

describe('latencies', () => {
  it('count from the instant at which a request should have left', () => {
    const late = aSample({ scheduled: 1_795_262_399_500 });
    const { latencies, lag } = figuresOf([late], []);
    expect(latencies).toEqual([{ of: 'listPets', count: 1, p50: 512, p95: 512, p99: 512, most: 512 }]);
    expect(lag).toBe(500);
  });

  it('are values that were measured, by operation and by status', () => {
    const samples = [
      ...many(100, (nth) => ({ duration: nth + 1 })),
      aSample({ status: 429, duration: 3 }),
      aSample({ status: 0, duration: 9 }),
      aSample({ target: '/pets/7', duration: 5 }),
      aSample({ method: 'POST', target: '/pets', status: 201, duration: 6 }),
    ];
    const { latencies } = figuresOf(samples, []);
    expect(latencies.map(({ of, count, p50, p95, p99, most }) => [of, count, p50, p95, p99, most])).toEqual([
      ['listPets', 100, 50, 95, 99, 100],
      ['getPet', 1, 5, 5, 5, 5],
      ['createPet', 1, 6, 6, 6, 6],
      ['429', 1, 3, 3, 3, 3],
      ['no response', 1, 9, 9, 9, 9],
    ]);
  });

  it('are told for each key where there are two', () => {
    const { latencies } = figuresOf([aSample(), aSample({ caller: 'second', scenario: 'alone' })], []);
    expect(latencies.map(({ of }) => of)).toEqual(['listPets', 'primary key, window_0', 'second key, alone']);
  });
});

describe('objectives', () => {
  const samples = [...many(98, (nth) => ({ duration: nth + 1 })), aSample({ status: 500 }), aSample({ status: 429 })];

  it.each([
    ['p95', 94, 94, true],
    ['p95', 93, 94, false],
    ['errors', 1, 1, true],
    ['errors', 0.5, 1, false],
  ] as const)('%s of %d at most, measured %d: kept is %s', (metric, most, measured, isKept) => {
    expect(figuresOf(samples, [{ metric, most }]).objectives).toEqual([{ metric, most, measured, isKept }]);
  });

  it('of nothing are kept', () => {
    expect(figuresOf([], [{ metric: 'p50', most: 1 }]).objectives).toEqual([
      { metric: 'p50', most: 1, measured: 0, isKept: true },
    ]);
  });
});
