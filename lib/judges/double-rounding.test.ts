import { describe, expect, it } from 'vitest';
import { areRounded, isNarrowed, isRoundedOf, losesDigits, mayBeRounded } from './double-rounding.ts';

describe('what a double makes of an integer', () => {
  it.each([
    [9_007_199_254_740_992n, 9_007_199_254_740_993n],
    [9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
    [9_223_372_036_854_776_000n, 9_223_372_036_854_775_807n],
    [-9_007_199_254_740_992n, -9_007_199_254_740_993n],
  ])('%s is %s rounded', (shown, exact) => {
    expect(isRoundedOf(shown, exact)).toBe(true);
    expect(isRoundedOf(exact, shown)).toBe(false);
    expect([areRounded(shown, exact), areRounded(exact, shown)]).toEqual([true, true]);
    expect([losesDigits(exact), mayBeRounded(shown), mayBeRounded(exact)]).toEqual([true, true, false]);
  });

  it.each([
    [7n, 7n],
    [8n, 7n],
    [9_007_199_254_740_991n, 9_007_199_254_740_992n],
    [9_007_199_254_740_995n, 9_007_199_254_740_993n],
    [9_007_199_254_740_994n, 9_007_199_254_740_994n],
    [2_147_483_647n, 9_007_199_254_740_993n],
  ])('%s is not %s rounded', (shown, exact) => {
    expect(isRoundedOf(shown, exact)).toBe(false);
  });

  it.each([
    [2_147_483_647n, 9_007_199_254_740_993n],
    [4_294_967_295n, 9_223_372_036_854_775_807n],
    [-1n, 9_223_372_036_854_775_807n],
    [9_223_370_000_000_000_000n, 9_223_372_036_854_774_807n],
    [-9_223_372_036_854_774_784n, -9_223_372_036_854_774_807n],
    [9_223_372_036_854_775_807n, 9_223_372_036_854_774_807n],
    [-9_223_372_036_854_775_808n, 9_223_372_036_854_774_807n],
    [9_223_372_036_854_775_808n, 9_223_372_036_854_774_807n],
  ])('%s is %s in a narrower number', (shown, exact) => {
    expect(isNarrowed(shown, exact)).toBe(true);
    expect(isNarrowed(exact, shown)).toBe(false);
  });

  it.each([
    [7n, 9_007_199_254_740_993n],
    [9_223_372_036_854_774_807n, 9_223_372_036_854_774_807n],
    [9_223_372_036_854_774_806n, 9_223_372_036_854_774_807n],
    [2n, 3n],
  ])('%s is not %s in a narrower number', (shown, exact) => {
    expect(isNarrowed(shown, exact)).toBe(false);
  });

  it('small integers are never rounded', () => {
    expect([losesDigits(7n), mayBeRounded(7n), mayBeRounded(2n ** 53n - 1n)]).toEqual([false, false, false]);
  });
});
