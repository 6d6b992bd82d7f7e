import { describe, expect, it } from 'vitest';
import { INT64, isInt64, isPetStatus, PAGE, PET_STATUSES } from './pets.ts';

describe('int64', () => {
  it('ends where 64 bits end', () => {
    expect(INT64).toEqual({ minimum: -9223372036854775808n, maximum: 9223372036854775807n });
  });

  it.each([0n, -1n, 9007199254740993n, INT64.minimum, INT64.maximum])('holds %d', (value) => {
    expect(isInt64(value)).toBe(true);
  });

  it.each([INT64.minimum - 1n, INT64.maximum + 1n, 10n ** 400n])('does not hold %d', (value) => {
    expect(isInt64(value)).toBe(false);
  });
});

describe('statuses', () => {
  it('are the three of the specification, letter case included', () => {
    expect(PET_STATUSES.every(isPetStatus)).toBe(true);
    expect(['Available', 'SOLD', 'adopted', '', ' sold', null, undefined, 0, ['sold']].some(isPetStatus)).toBe(false);
  });
});

it('a page has the figures of the specification', () => {
  expect(PAGE).toEqual({ minimum: 1, maximum: 100, default: 20 });
});
