import { expect, it } from 'vitest';
import { spokenTime } from './durations.ts';

it.each([
  [0, '0 s'],
  [0.2, '1 ms'],
  [12, '12 ms'],
  [94.9, '95 ms'],
  [95, '0.1 s'],
  [1_500, '1.5 s'],
  [58_000, '58 s'],
  [720_000, '12 min'],
])('%d ms are told as %s', (milliseconds, says) => {
  expect(spokenTime(milliseconds)).toBe(says);
});
