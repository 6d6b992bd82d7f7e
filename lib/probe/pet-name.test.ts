import { expect, it } from 'vitest';
import { petName } from './pet-name.ts';

it('names every pet of a run otherwise, in at most 20 ASCII letters', () => {
  const names = Array.from({ length: 2_000 }, (_, count) => petName('qwerty', count));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[A-Za-z]{1,20}$/.test(name))).toEqual([]);
  expect(names.slice(0, 2)).toEqual(['petvetQWERTYAA', 'petvetQWERTYAB']);
});

it('does so under a nonce, whose mark it keeps whole', () => {
  const names = Array.from({ length: 2_000 }, (_, count) => petName('0123456789ab'.slice(0, 9) + 'xyz', count));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^petvet012345678[A-Z]{1,5}$/.test(name))).toEqual([]);
});
