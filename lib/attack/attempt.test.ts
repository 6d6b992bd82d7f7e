import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { attempts, parseAttempt, printAttempt } from './attempt.ts';

it('an attempt is read as it is printed', () => {
  fc.assert(
    fc.property(attempts, (attempt) => {
      expect(parseAttempt(printAttempt(attempt))).toEqual(attempt);
    }),
  );
});

it.each(['', 'chek', 'check + nothing of that name'])('%j is no attempt', (text) => {
  expect(() => parseAttempt(text)).toThrow(TypeError);
});
