import { describe, expect, it } from 'vitest';
import { linear, logarithmic, ratioTicks, roundTicks, shortTime, thinned } from './scale.ts';

describe('scales', () => {
  it('lay values out in proportion, also downwards', () => {
    const y = linear([0, 60], [226, 14]);
    expect([0, 30, 60].map((value) => y.at(value))).toEqual([226, 120, 14]);
  });

  it('lay a span of nothing in the middle', () => {
    expect(linear([5, 5], [0, 10]).at(5)).toBe(5);
  });

  it('lay ratios out evenly, and what is too low at the beginning', () => {
    const y = logarithmic([1, 100], [0, 2]);
    expect(y.at(10)).toBeCloseTo(1);
    expect(y.at(0)).toBe(0);
  });
});

describe('ticks', () => {
  it.each([
    [0, 60, 4, [0, 20, 40, 60]],
    [0, 1_000, 4, [0, 500, 1_000]],
    [0, 0.36, 8, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]],
    [11.9, 12.2, 2, [12, 12.2]],
    [3, 3, 4, [3]],
  ])('between %d and %d are round', (from, to, about, ticks) => {
    expect(roundTicks(from, to, about)).toEqual(ticks);
  });

  it('of ratios are powers of ten, on a short scale 1, 2 and 5 times them', () => {
    expect(ratioTicks(0.4, 60)).toEqual([0.5, 1, 2, 5, 10, 20, 50]);
    expect(ratioTicks(0.1, 10_000)).toEqual([0.1, 1, 10, 100, 1_000, 10_000]);
  });

  it('of a long run are in minutes', () => {
    expect(shortTime(30, 60)).toBe('30 s');
    expect(shortTime(150, 600)).toBe('2.5 min');
  });
});

describe('thinning', () => {
  it('keeps all points of few', () => {
    expect(thinned([1, 2, 3], 4, (point) => point)).toEqual([1, 2, 3]);
  });

  it('keeps within the number, in order, with every peak and every low', () => {
    const points = Array.from({ length: 10_000 }, (_, x) => ({ x, y: x === 4_321 ? 99 : x === 8_765 ? -99 : x % 7 }));
    const kept = thinned(points, 400, ({ y }) => y);
    expect(kept.length).toBeLessThanOrEqual(400);
    expect(kept.map(({ x }) => x)).toEqual(kept.map(({ x }) => x).toSorted((a, b) => a - b));
    expect(kept).toContainEqual({ x: 4_321, y: 99 });
    expect(kept).toContainEqual({ x: 8_765, y: -99 });
    expect(kept.at(0)?.x).toBe(0);
    expect(kept.at(-1)?.x).toBe(9_999);
  });
});
