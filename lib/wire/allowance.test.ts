import { expect, it } from 'vitest';
import { DayShareSpentError } from '../errors.ts';
import { createAllowance } from './allowance.ts';

it('what may be spent of the day changes when the day’s figure gets known, and a second key has its own', () => {
  const allowance = createAllowance(100, 1);
  allowance.spend('primary');
  expect(allowance.refusal('primary')).toBeInstanceOf(DayShareSpentError);
  expect(allowance.refusal('other')).toBeInstanceOf(DayShareSpentError);
  expect(allowance.refusal('second')).toBeUndefined();
  allowance.allowToday(2);
  expect(allowance.refusal('primary')).toBeUndefined();
  allowance.spend('other');
  expect(allowance.refusal('primary')).toBeInstanceOf(DayShareSpentError);
});
