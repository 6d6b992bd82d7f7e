import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BudgetSpentError } from '../errors.ts';
import type { Draw } from './draws.ts';
import { forAll, NonconformanceError, type TrialRun } from './for-all.ts';

const numbers: Draw<number> = { always: [100, 1, 50], any: fc.integer({ min: 1, max: 100 }) };

/** Trials of a property that needs no service. */
function trials<T>(draw: Draw<T> | (() => Promise<Draw<T>>), property: (value: T) => Promise<void>) {
  return forAll<T, TrialRun>(draw, property);
}

async function observe(act: () => Promise<unknown>): Promise<NonconformanceError | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof NonconformanceError) return error;
    throw error;
  }
}

/** A run that keeps what is noted; properties say by themselves what broke. */
function aRun(parts: Partial<TrialRun> = {}): TrialRun & { readonly notes: Parameters<TrialRun['note']>[0][] } {
  const notes: Parameters<TrialRun['note']>[0][] = [];
  return { seed: 7, draws: 0, smoke: false, note: (one) => notes.push(one), observe, notes, ...parts };
}

/** A property that records what was tried and breaks where it is told to. */
function aProperty(breaks: (value: number) => boolean = () => false) {
  const tried: number[] = [];
  const property = async (value: number) => {
    tried.push(value);
    if (breaks(value)) throw new NonconformanceError(`LIST-2: broken at ${value}`, ['LIST-2']);
  };
  return { tried, property };
}

async function alwaysBroken(): Promise<void> {
  await Promise.reject(new NonconformanceError('LIST-2: broken', ['LIST-2']));
}

describe('forAll', () => {
  it('tries what is always tried, in order', async () => {
    const { tried, property } = aProperty();
    await trials(numbers, property)(aRun());
    expect(tried).toEqual([100, 1, 50]);
  });

  it('draws as many more as the run grants, the same for the same seed, and none twice', async () => {
    const [one, two] = [aProperty(), aProperty()];
    await trials(numbers, one.property)(aRun({ draws: 5 }));
    await trials(numbers, two.property)(aRun({ draws: 5 }));
    expect(one.tried).toEqual(two.tried);
    expect(one.tried.length).toBeGreaterThan(5);
    expect(new Set(one.tried).size).toBe(one.tried.length);
  });

  it('draws from a list in an order of the seed, and all of it before any comes twice', async () => {
    const others = [2, 3, 4, 5, 6];
    const orders = [];
    for (const seed of [1, 2, 3]) {
      const { tried, property } = aProperty();
      await trials({ ...numbers, others }, property)(aRun({ seed, draws: 5 }));
      expect(tried.slice(0, 3)).toEqual([100, 1, 50]);
      expect(new Set(tried.slice(3))).toEqual(new Set(others));
      expect(tried).toHaveLength(3 + others.length);
      orders.push(tried.join());
    }
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  it('tries in parts what it tries in one go, with the same paths', async () => {
    const whole = aProperty((value) => value === 50);
    const inParts = aProperty((value) => value === 50);
    const [run, parted] = [aRun({ draws: 3 }), aRun({ draws: 3 })];
    await trials(numbers, whole.property)(run).catch(() => undefined);
    for (const part of [{ from: 0, to: 1 }, { from: 1, to: 2 }, { from: 2 }])
      await trials(numbers, inParts.property)({ ...parted, part }).catch(() => undefined);
    expect(inParts.tried.slice(0, 3)).toEqual(numbers.always);
    expect(inParts.tried.toSorted((a, b) => a - b)).toEqual(whole.tried.toSorted((a, b) => a - b));
    const pathOf = (notes: typeof run.notes) => notes.find(({ smallest }) => smallest === '50')?.path;
    expect(pathOf(parted.notes)).toBe('2');
    expect(pathOf(run.notes)).toBe('2');
  });

  it('tries only the first value in a smoke run', async () => {
    const { tried, property } = aProperty();
    await trials(numbers, property)(aRun({ smoke: true, draws: 5 }));
    expect(tried).toEqual([100]);
  });

  it('finds its values once the service was looked at', async () => {
    const { tried, property } = aProperty();
    await trials(async () => numbers, property)(aRun());
    expect(tried).toEqual([100, 1, 50]);
  });

  it('passes over a draw that has nothing to try', async () => {
    const { tried, property } = aProperty();
    await trials({ always: [], any: fc.integer() }, property)(aRun({ draws: 3 }));
    expect(tried).toEqual([]);
  });

  it('goes through all of its values after a violation, and notes each that broke a rule, the smallest first', async () => {
    const { tried, property } = aProperty((value) => value >= 50);
    const run = aRun({ mayShrink: () => false });
    await expect(trials(numbers, property)(run)).rejects.toThrow('LIST-2: broken at 50');
    expect(tried).toEqual([100, 1, 50]);
    expect(run.notes).toMatchObject([
      { smallest: '50', path: '2', seed: 7, rules: ['LIST-2'] },
      { smallest: '100', path: '0', seed: 7, rules: ['LIST-2'] },
    ]);
  });

  it.each([
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['pet 7', { id: 7n, status: 'sold', seenIn: 3 }],
    ['a JSON string', { what: 'a JSON string' }],
    ['{"limit":5}', { limit: 5 }],
  ])('names an input as a reader does: %s', async (name, value: unknown) => {
    const run = aRun({ mayShrink: () => false });
    await expect(trials({ always: [value], any: fc.constant(value) }, alwaysBroken)(run)).rejects.toThrow('broken');
    expect(run.notes[0]).toMatchObject({ smallest: name });
  });

  it('spends few requests on a smaller input, from the smallest that broke a rule', async () => {
    const { tried, property } = aProperty((value) => value > 10);
    const run = aRun();
    await expect(trials(numbers, property)(run)).rejects.toThrow(NonconformanceError);
    expect(tried.slice(0, 3)).toEqual([100, 1, 50]);
    expect(tried.length).toBeGreaterThan(3);
    expect(tried.length).toBeLessThanOrEqual(3 + 6);
    expect(Math.max(...tried.slice(3))).toBeLessThan(50);
    expect(run.notes[0]).toMatchObject({ path: expect.stringMatching(/^2:/) });
  });

  it('never sends more than in a run without violations, and a bounded allowance', async () => {
    for (const breaks of [() => true, (value: number) => value % 2 === 0, (value: number) => value > 90]) {
      const { tried: whole, property: kept } = aProperty();
      await trials(numbers, kept)(aRun({ draws: 4 }));
      const { tried, property } = aProperty(breaks);
      let allowance = 2;
      await expect(trials(numbers, property)(aRun({ draws: 4, mayShrink: () => allowance-- > 0 }))).rejects.toThrow('');
      expect(tried.slice(0, whole.length)).toEqual(whole);
      expect(tried.length).toBeLessThanOrEqual(whole.length + 2);
    }
  });

  it('tells which part of an input broke a rule, where it has several', async () => {
    const others = [{ what: 'a' }, { what: 'b' }, { what: 'c' }];
    const whole = { what: 'a, b' };
    const draw: Draw<{ what: string }> = {
      always: [whole],
      others,
      any: fc.noShrink(fc.constantFrom(...others)),
      simpler: ({ what }) => (what === 'a, b' ? others.slice(0, 2) : []),
    };
    const tried: string[] = [];
    const property = async ({ what }: { what: string }) => {
      tried.push(what);
      if (what.includes('b')) throw new NonconformanceError('ERR-7: b', ['ERR-7']);
    };
    const run = aRun();
    await expect(trials(draw, property)(run)).rejects.toThrow('ERR-7');
    expect(tried).toEqual(['a, b', 'a', 'b']);
    expect(run.notes.map(({ smallest }) => smallest)).toEqual(['b', 'a, b']);
  });

  it('notes what it found before it is stopped', async () => {
    const run = aRun();
    const stopped = trials(numbers, async (value) => {
      if (value === 1) throw new BudgetSpentError(3);
      throw new NonconformanceError('LIST-2: broken', ['LIST-2']);
    });
    await expect(stopped(run)).rejects.toThrow(BudgetSpentError);
    expect(run.notes.map(({ smallest }) => smallest)).toEqual(['100']);
  });

  it("throws petvet's own trouble as it is, and sends nothing after it", async () => {
    const { tried, property } = aProperty();
    const troubled = trials(numbers, async (value) => {
      await property(value);
      throw new BudgetSpentError(3);
    });
    await expect(troubled(aRun({ draws: 4 }))).rejects.toThrow(BudgetSpentError);
    expect(tried).toEqual([100]);
  });
});
