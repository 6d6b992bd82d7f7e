import { describe, expect, it } from 'vitest';
import { budgetOf } from './budget.ts';

describe('the budget of a run', () => {
  it('is the default depth where no figure is known, or the limit is left alone', () => {
    const plain = { maxRequests: 120, draws: 0.25, usesUp: false };
    expect(budgetOf({ useUp: 'documented' })).toEqual(plain);
    expect(budgetOf({ useUp: 'never', perMinute: 1_000 })).toEqual(plain);
  });

  it('of a Free key reaches the limit within the default depth, without a draw', () => {
    expect(budgetOf({ useUp: 'documented', perMinute: 60 })).toEqual({ maxRequests: 120, draws: 0, usesUp: true });
  });

  it('of a larger plan goes as deep as it takes to reach the limit, and at most 150 beyond', () => {
    for (const perMinute of [300, 1_000]) {
      const { maxRequests, draws, usesUp } = budgetOf({ useUp: 'documented', perMinute });
      expect(usesUp).toBe(true);
      expect(maxRequests).toBeGreaterThan(perMinute);
      expect(maxRequests).toBeLessThanOrEqual(perMinute + 150);
      expect(draws).toBeGreaterThan(10);
    }
  });

  it('leaves a larger limit alone unless asked', () => {
    expect(budgetOf({ useUp: 'documented', perMinute: 5_000 }).usesUp).toBe(false);
    expect(budgetOf({ useUp: 'always', perMinute: 5_000 })).toMatchObject({ usesUp: true, maxRequests: 5_060 });
  });

  it('that the user sets is kept, and leaves the limit alone where it cannot reach it', () => {
    expect(budgetOf({ useUp: 'documented', perMinute: 1_000, maxRequests: 50 })).toEqual({
      maxRequests: 50,
      draws: 0,
      usesUp: false,
    });
    expect(budgetOf({ useUp: 'documented', perMinute: 1_000, maxRequests: 1_500 })).toMatchObject({
      maxRequests: 1_500,
      usesUp: true,
    });
  });
});
