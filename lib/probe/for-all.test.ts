import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BudgetSpentError } from '../errors.ts';
import type { Draw } from './draws.ts';
import { forAll, NonconformanceError, type ProbeRun } from './for-all.ts';

const numbers: Draw<number> = { always: [100, 1, 50], any: fc.integer({ min: 1, max: 100 }) };

/** A run that keeps what is noted. */
function aRun(parts: Partial<ProbeRun> = {}): ProbeRun & { readonly notes: Parameters<ProbeRun['note']>[0][] } {
  const notes: Parameters<ProbeRun['note']>[0][] = [];
  return { seed: 7, draws: 0, smoke: false, note: (one) => notes.push(one), notes, ...parts };
}

/** A property that records what was tried and breaks where it is told to. */
function aProperty(breaks: (value: number) => boolean = () => false) {
  const tried: number[] = [];
  const property = async (value: number) => {
    tried.push(value);
    if (breaks(value)) throw new NonconformanceError(`LIST-2: broken at ${value}`);
  };
  return { tried, property };
}

describe('forAll', () => {
  it('tries what is always tried, in order', async () => {
    const { tried, property } = aProperty();
    await forAll(numbers, property)(aRun());
    expect(tried).toEqual([100, 1, 50]);
  });

  it('draws as many more as the run grants, the same for the same seed, and none twice', async () => {
    const [one, two] = [aProperty(), aProperty()];
    await forAll(numbers, one.property)(aRun({ draws: 5 }));
    await forAll(numbers, two.property)(aRun({ draws: 5 }));
    expect(one.tried).toEqual(two.tried);
    expect(one.tried.length).toBeGreaterThan(5);
    expect(new Set(one.tried).size).toBe(one.tried.length);
  });

  it('draws from a list in an order of the seed, and all of it before any comes twice', async () => {
    const others = [2, 3, 4, 5, 6];
    const orders = [];
    for (const seed of [1, 2, 3]) {
      const { tried, property } = aProperty();
      await forAll({ ...numbers, others }, property)(aRun({ seed, draws: 5 }));
      expect(tried.slice(0, 3)).toEqual([100, 1, 50]);
      expect(new Set(tried.slice(3))).toEqual(new Set(others));
      expect(tried).toHaveLength(3 + others.length);
      orders.push(tried.join());
    }
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it('tries only the first value in a smoke run', async () => {
    const { tried, property } = aProperty();
    await forAll(numbers, property)(aRun({ smoke: true, draws: 5 }));
    expect(tried).toEqual([100]);
  });

  it('finds its values once the service was looked at', async () => {
    const { tried, property } = aProperty();
    await forAll(async () => numbers, property)(aRun());
    expect(tried).toEqual([100, 1, 50]);
  });

  it('passes over a draw that has nothing to try', async () => {
    const { tried, property } = aProperty();
    await forAll({ always: [], any: fc.integer() }, property)(aRun({ draws: 3 }));
    expect(tried).toEqual([]);
  });

  it('ends with the violation, notes what replays it, and spends few requests on a smaller one', async () => {
    const { tried, property } = aProperty((value) => value > 10);
    const run = aRun();
    await expect(forAll(numbers, property)(run)).rejects.toThrow(NonconformanceError);
    expect(tried.length).toBeLessThanOrEqual(1 + 6);
    expect(run.notes).toHaveLength(1);
    expect(run.notes[0]).toMatchObject({ seed: 7, path: expect.stringMatching(/^0/) });
  });

  it('replays one value from seed and path', async () => {
    const first = aRun();
    await expect(forAll(numbers, aProperty((value) => value > 10).property)(first)).rejects.toThrow('broken');
    const { path = '', smallest } = first.notes[0] ?? {};
    const { tried, property } = aProperty((value) => value > 10);
    await expect(forAll(numbers, property)(aRun({ path }))).rejects.toThrow(NonconformanceError);
    expect(tried.map(String)).toEqual([smallest]);
  });

  it("throws petvet's own trouble as it is, and sends nothing after it", async () => {
    const { tried, property } = aProperty();
    const troubled = forAll(numbers, async (value) => {
      await property(value);
      throw new BudgetSpentError(3);
    });
    await expect(troubled(aRun({ draws: 4 }))).rejects.toThrow(BudgetSpentError);
    expect(tried).toEqual([100]);
  });
});
