import { describe, expect, it } from 'vitest';
import { usualCategory } from './usual-category.ts';

describe('the category of new animals', () => {
  it.each([
    { what: 'the first one seen', seen: [7n, 8n], expected: 7n },
    { what: 'the first one above 0', seen: [0n, -3n, 2n ** 53n + 1n, 1n], expected: 2n ** 53n + 1n },
    { what: 'another one where there is none above 0', seen: [0n, -1n], expected: 0n },
    { what: 'unknown where none was seen', seen: [], expected: undefined },
  ])('is $what', ({ seen, expected }) => {
    expect(usualCategory(new Set(seen))).toBe(expected);
  });
});
