import { expect, it } from 'vitest';
import { OutputMask } from './output-mask.ts';

it.each([
  ['in one piece', ['my key is pet_abc.'], 'my key is {primary}.'],
  ['in two', ['my key is pet', '_abc.'], 'my key is {primary}.'],
  ['in single characters', 'pet_abcpet_abc'.split(''), '{primary}{primary}'],
  ['that only begins', ['a pet', ' and a p'], 'a pet and a p'],
  ['that begins twice', ['pet_pet_', 'abc'], 'pet_{primary}'],
])('a key %s', (_how, pieces, shown) => {
  const mask = new OutputMask('pet_abc');
  expect([...pieces.map((piece) => mask.next(piece)), mask.rest()].join('')).toBe(shown);
});
