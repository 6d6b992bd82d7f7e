import { expect, it } from 'vitest';
import { isOwnCategory, ownCategory } from './own-category.ts';

it.each([0, 1, 99_999, 100_000, 4_294_967_295])('a category of petvet is known as one, by chance %i', (chance) => {
  const category = ownCategory(chance);
  expect(isOwnCategory(category)).toBe(true);
  expect(isOwnCategory(category + 1n)).toBe(false);
  expect(category).toBeGreaterThanOrEqual(1_000_000_000n);
  expect(category).toBeLessThan(2n ** 31n);
});

it.each([0n, 1n, -9_973n, 9_973n, 1_997_300_000n, 2n ** 63n - 1_001n])('%s is none', (category) => {
  expect(isOwnCategory(category)).toBe(false);
});
