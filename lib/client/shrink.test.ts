import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shrink } from './shrink.ts';

/** The numbers from 0 on, and some of them. */
const mixtures = fc.integer({ min: 1, max: 40 }).chain((size) => {
  const all = Array.from({ length: size }, (_, index) => index);
  return fc.record({ all: fc.constant(all), needed: fc.subarray(all, { minLength: 1, maxLength: Math.min(3, size) }) });
});

const keyOf = (some: readonly number[]): string => some.join();

describe('what is left', () => {
  it('is the one culprit, after a few runs', async () => {
    await fc.assert(
      fc.asyncProperty(mixtures, async ({ all, needed: [culprit = 0] }) => {
        const shrunk = await shrink(all, async (some) => some.includes(culprit), 1_000);
        expect(shrunk).toMatchObject({ left: [culprit], isMinimal: true });
        expect(shrunk.runs).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(all.length)));
      }),
    );
  });

  it('is what is needed together', async () => {
    await fc.assert(
      fc.asyncProperty(mixtures, async ({ all, needed }) => {
        const shrunk = await shrink(all, async (some) => needed.every((item) => some.includes(item)), 1_000);
        expect(shrunk).toMatchObject({ left: needed, isMinimal: true });
      }),
    );
  });

  it('breaks, and does not without any one of it, also where some hide others', async () => {
    await fc.assert(
      fc.asyncProperty(mixtures, fc.func(fc.boolean()), async ({ all }, isBroken) => {
        const seen = new Map([
          [keyOf(all), true],
          ['', false],
        ]);
        const { left, isMinimal } = await shrink(
          all,
          async (some) => {
            seen.set(keyOf(some), isBroken(keyOf(some)));
            return isBroken(keyOf(some));
          },
          10_000,
        );
        expect([seen.get(keyOf(left)), isMinimal]).toEqual([true, true]);
        expect(left.map((one) => seen.get(keyOf(left.filter((item) => item !== one))))).toEqual(left.map(() => false));
      }),
    );
  });

  it('is found in time though it breaks only at times, and no subset is tried twice', async () => {
    await fc.assert(
      fc.asyncProperty(mixtures, fc.infiniteStream(fc.boolean()), fc.nat(60), async ({ all }, chance, budget) => {
        const tried: string[] = [];
        const { left, isMinimal, runs } = await shrink(
          all,
          async (some) => {
            tried.push(keyOf(some));
            return chance.next().value;
          },
          budget,
        );
        expect(left.length).toBeGreaterThan(0);
        expect(tried.length).toBeLessThanOrEqual(budget);
        expect([runs, new Set(tried).size]).toEqual([tried.length, tried.length]);
        expect(isMinimal || tried.length === budget).toBe(true);
      }),
    );
  });
});

it('keeps what broke when the budget is spent, and does not call it minimal', async () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(await shrink(all, async (some) => some.includes(2), 1)).toEqual({
    left: [1, 2, 3, 4],
    isMinimal: false,
    runs: 1,
  });
  expect(await shrink(all, async () => true, 0)).toEqual({ left: all, isMinimal: false, runs: 0 });
});

it('ends with what the run throws', async () => {
  await expect(shrink([1, 2], () => Promise.reject(new Error('interrupted')), 9)).rejects.toThrow('interrupted');
});
