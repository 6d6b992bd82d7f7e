import { expect, it } from 'vitest';
import { requestCount, share } from './values.ts';

it.each([
  ['50%', 0.5],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['100%', 1],
  ['1', 1],
  ['12.5%', 0.125],
])('%s is a share', (text, read) => {
  expect(share(text)).toBe(read);
});

it.each(['0', '0%', '101%', '1.5', '50', '-10%', '', '%', 'half', '1e-1', 'Infinity', '0,5', '5 %'])(
  '"%s" is none',
  (text) => {
    expect(() => share(text)).toThrow(/share such as 50% or 0\.5/);
  },
);

it('a run may send from one to a million requests', () => {
  expect([requestCount('1'), requestCount('1000000')]).toEqual([1, 1_000_000]);
  for (const text of ['0', '1000001', '999999999', '1.5', '-1', '1e3', ''])
    expect(() => requestCount(text)).toThrow('It must be a whole number from 1 to 1000000.');
});
