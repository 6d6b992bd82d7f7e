import { describe, expect, it } from 'vitest';
import { budgetOf, whyLimitLeft, whySpent } from './budget.ts';

describe('the budget of a run', () => {
  it('is the default depth where no figure is known, or the limit is left alone', () => {
    const plain = { maxRequests: 120, draws: 0.25, shrinks: 6, usesUp: false };
    expect(budgetOf({ useUp: 'documented' })).toEqual(plain);
    expect(budgetOf({ useUp: 'never', perMinute: 1_000 })).toEqual(plain);
  });

  it('of a Free key reaches the limit within the default depth, without a draw', () => {
    expect(budgetOf({ useUp: 'documented', perMinute: 60 })).toEqual({
      maxRequests: 120,
      draws: 0,
      shrinks: 6,
      usesUp: true,
    });
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
      shrinks: 6,
      usesUp: false,
    });
    expect(budgetOf({ useUp: 'documented', perMinute: 1_000, maxRequests: 1_500 })).toMatchObject({
      maxRequests: 1_500,
      usesUp: true,
    });
  });
});

describe('why the limit is left alone', () => {
  it('is not said where it is used up, or where the responses must tell the figure first', () => {
    expect(whyLimitLeft({ useUp: 'documented', perMinute: 60 })).toBeUndefined();
    expect(whyLimitLeft({ useUp: 'documented', perMinute: 60, maxRequests: 68 })).toBeUndefined();
    expect(whyLimitLeft({ useUp: 'documented', maxRequests: 5 })).toBeUndefined();
    expect(whyLimitLeft({ useUp: 'always', perMinute: 5_000 })).toBeUndefined();
  });

  it('is what the user allows, with what it takes, or how large the limit is', () => {
    expect(whyLimitLeft({ useUp: 'documented', perMinute: 60, maxRequests: 67 })).toBe(
      '--max-requests 67 does not reach the limit: it takes 68',
    );
    expect(whyLimitLeft({ useUp: 'documented', perMinute: 5_000 })).toBe(
      'a limit of 5000 per minute is left alone: --burn uses it up',
    );
  });
});

describe('what is said of a run whose requests are sent', () => {
  it.each([
    [
      { maxRequests: 40, perMinute: 60 },
      40,
      'that --max-requests allows are sent: a whole run takes up to 120 (--max-requests 120)',
    ],
    [
      { maxRequests: 40, perMinute: 300 },
      40,
      'that --max-requests allows are sent: a whole run takes up to 360 (--max-requests 360)',
    ],
    [{ maxRequests: 40 }, 40, 'that --max-requests allows are sent'],
    [{ maxRequests: 200, perMinute: 60 }, 200, 'that --max-requests allows are sent'],
    [{ perMinute: 60 }, 120, 'of a default run are sent: --max-requests allows more'],
  ])('with %j, after %d: %s', (wish, sent, says) => {
    expect(whySpent(sent, { useUp: 'documented', ...wish })).toBe(`all ${sent} requests ${says}`);
  });
});
