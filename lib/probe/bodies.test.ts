import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNewPet } from '../expectation/new-pet.ts';
import { missingFields, notAnObject, valuesThatGetLost, wrongTypes, type Ingredients, type OddBody } from './bodies.ts';
import type { Draw } from './draws.ts';

let names = 0;
const ingredients = (categoryId = 3n): Ingredients => ({
  name: () => `petvettest${++names}`,
  categoryId,
  status: 'sold',
});

function bodiesOf({ always, others = [], any }: Draw<OddBody>): readonly OddBody[] {
  return [...always, ...others, ...fc.sample(any, { numRuns: 60, seed: 1 })];
}

const kindOf = (text: string) => readNewPet({ kind: 'bytes', bytes: new TextEncoder().encode(text) }).kind;

describe('bodies that must be refused', () => {
  it.each([1n, 3n, -4n, 9_007_199_254_740_993n])('are read as what they are, for category %s', (categoryId) => {
    for (const { what, text } of bodiesOf(missingFields(ingredients(categoryId))))
      expect(kindOf(text), what).toBe('missing');
    for (const { what, text } of bodiesOf(wrongTypes(ingredients(categoryId))))
      expect(kindOf(text), what).toBe('wrong-type');
    for (const { what, text } of bodiesOf(notAnObject(ingredients(categoryId))))
      expect(kindOf(text), what).toBe('not-an-object');
  });
});

describe('bodies that may be accepted', () => {
  it('are valid, and their names are short', () => {
    for (const { what, text } of bodiesOf(valuesThatGetLost(ingredients(), { taken: 5n, free: 6n })))
      expect(kindOf(text), what).toBe('valid');
  });
});
