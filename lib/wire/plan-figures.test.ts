import { describe, expect, it } from 'vitest';
import { PLANS } from '../contract/plans.ts';
import { planFigures } from './plan-figures.ts';

describe('the figures that a Limit stands for', () => {
  it.each([
    [60, 30, PLANS.free],
    [60, undefined, PLANS.free],
    [60, 80_000, PLANS.free],
    [300, 60, PLANS.pro],
    [10_000, 70_000, PLANS.pro],
    [10_000, undefined, PLANS.pro],
    [100_000, 86_400, PLANS.business],
    [5_000, 12, { perMinute: 5_000 }],
    [5_000, undefined, { perMinute: 5_000 }],
    [200_000, 40_000, { perDay: 200_000 }],
  ])('%i with a Reset in %s s', (limit, distance, figures) => {
    expect(planFigures(limit, distance)).toEqual(figures);
  });

  it('are told apart by the distance of the Reset where two plans have the same, else the smaller is assumed', () => {
    expect(planFigures(1_000, 0)).toEqual(PLANS.business);
    expect(planFigures(1_000, 65)).toEqual(PLANS.business);
    expect(planFigures(1_000, 66)).toEqual(PLANS.free);
    expect(planFigures(1_000, undefined)).toEqual(PLANS.free);
    expect(planFigures(1_000, 9, 3)).toEqual(PLANS.free);
    expect(planFigures(1_000, 8, 3)).toEqual(PLANS.business);
  });
});
