import { describe, expect, it } from 'vitest';
import { daysUntilRemoval, getPetPhase } from './lifecycle.ts';

describe('getPetPhase', () => {
  it.each([
    ['2026-11-21', 'deprecated', 1_475],
    ['2030-12-03', 'deprecated', 2],
    ['2030-12-04', 'removal-day', 1],
    ['2030-12-05', 'removal-day', 0],
    ['2030-12-06', 'removal-day', -1],
    ['2030-12-07', 'removed', -2],
    ['2031-12-05', 'removed', -365],
    ['2030-12-03T23:59:59.999Z', 'deprecated', 2],
    ['2030-12-07T00:00:00+14:00', 'removed', -2],
  ] as const)('%s is %s, %d days before the removal', (asOf, phase, days) => {
    expect(getPetPhase(asOf)).toBe(phase);
    expect(daysUntilRemoval(asOf)).toBe(days);
  });

  it.each(['', 'today', '5', '12/05/2030', '2031-13-01', '2031-1-1', '2031-01-01 x', '20310101', '١٢'])(
    '%j is not a date',
    (asOf) => {
      expect(getPetPhase(asOf)).toBe('deprecated');
      expect(daysUntilRemoval(asOf)).toBeNaN();
    },
  );
});
