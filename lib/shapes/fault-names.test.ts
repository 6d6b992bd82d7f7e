import { describe, expect, it } from 'vitest';
import {
  isOfNoLimiter,
  nameOfNoLimiter,
  nameOfOtherValue,
  nameOfWrongStatus,
  statusesWith,
  withoutBound,
  withoutView,
  wrongStatusOf,
} from './fault-names.ts';

describe('the name of a fault', () => {
  it('says which status is the fault', () => {
    expect(wrongStatusOf(nameOfWrongStatus(422))).toBe(422);
    expect(statusesWith(nameOfWrongStatus(422))).toEqual([]);
  });

  it.each([
    ['answered 404 without X-RateLimit-Limit', [404]],
    ['answered 401 after a 429', [401, 429]],
    ['answered 200, 404', [200, 404]],
    ['answered no answer', []],
    ['not-integer', []],
    [undefined, []],
  ])('says which responses another fault is about: %s', (fault, statuses) => {
    expect(wrongStatusOf(fault)).toBeUndefined();
    expect(statusesWith(fault)).toEqual(statuses);
  });

  it('does without the operation that showed it first', () => {
    expect(withoutView(nameOfOtherValue('getPet'))).toBe('another value');
    expect(withoutView('another value in one view')).toBe('another value in one view');
  });

  it('does without the bound that a limiter exceeded first', () => {
    const fault = nameOfNoLimiter('lower', 'minute');
    expect(withoutBound(fault)).toBe('no kind of limiter of the minute');
    expect([fault, withoutBound(fault), 'too high', undefined].map(isOfNoLimiter)).toEqual([true, true, false, false]);
  });
});
