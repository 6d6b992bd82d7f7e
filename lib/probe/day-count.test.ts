import { describe, expect, it } from 'vitest';
import { anExchange } from '../judges/judges.fixture.ts';
import type { Figures } from '../wire/plan-figures.ts';
import { createDayCount, dayOptions } from './day-count.ts';

const BOUNDS = { share: 0.5, used: 100, perDay: 1_000 };

/** A wire that knows some figures, and what it was told. */
function aWire(figures: Figures) {
  const allowed: number[] = [];
  return { allowed, figures: () => figures, allowToday: (total: number) => void allowed.push(total) };
}

describe('the count of the day', () => {
  it('is of what the key and nobody in particular send, not of what a second key does', () => {
    const count = createDayCount(undefined, aWire({}), () => 120);
    const roles = ['primary', 'second', 'none', 'wrong', 'second'] as const;
    expect(roles.map((credential) => count(anExchange({ credential })).sent)).toEqual([1, 1, 2, 3, 3]);
  });

  it('lets the wire know what is left once the answers tell the figure', () => {
    const wire = aWire({ perMinute: 300, perDay: 10_000 });
    expect(createDayCount(BOUNDS, wire, () => 360)(anExchange())).toEqual({ sent: 1, planned: 360, perDay: 10_000 });
    expect(wire.allowed).toEqual([4_900]);
  });

  it('changes nothing as long as they do not, or where the run is not bounded', () => {
    const unknown = aWire({ perMinute: 300 });
    const unbounded = aWire({ perDay: 10_000 });
    createDayCount(BOUNDS, unknown, () => 120)(anExchange());
    createDayCount(undefined, unbounded, () => 120)(anExchange());
    expect([...unknown.allowed, ...unbounded.allowed]).toEqual([]);
  });
});

describe('what the wire is set up with', () => {
  it('is what is left of the share, and the share', () => {
    expect(dayOptions(BOUNDS)).toEqual({ dayAllowance: 400, dayShare: 0.5 });
    expect(dayOptions({ ...BOUNDS, used: 700 })).toEqual({ dayAllowance: 0, dayShare: 0.5 });
    expect(dayOptions(undefined)).toEqual({});
  });
});
