import { describe, expect, it } from 'vitest';
import { otherCategory, usualCategory } from './usual-category.ts';

describe('the category of new pets', () => {
  it.each([
    { what: 'the first one seen', seen: [7n, 8n], expected: 7n },
    { what: 'the first one above 0', seen: [0n, -3n, 2n ** 53n + 1n, 1n], expected: 2n ** 53n + 1n },
    { what: 'another one where there is none above 0', seen: [0n, -1n], expected: 0n },
    { what: 'unknown where none was seen', seen: [], expected: undefined },
  ])('is $what', ({ seen, expected }) => {
    expect(usualCategory(new Set(seen))).toBe(expected);
  });
});

describe('the other category of new pets', () => {
  it.each([
    { what: 'the next one seen', seen: [7n, 8n, 9n], usual: 7n, expected: 8n },
    { what: 'never one that a double does not hold', seen: [7n, 2n ** 53n + 1n, 9n], usual: 7n, expected: 9n },
    { what: 'never 0 or below', seen: [7n, 0n, -9n], usual: 7n, expected: undefined },
    { what: 'unknown where one was seen', seen: [7n], usual: 7n, expected: undefined },
  ])('is $what', ({ seen, usual, expected }) => {
    expect(otherCategory(new Set(seen), usual)).toBe(expected);
  });
});
