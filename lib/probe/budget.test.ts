import { describe, expect, it } from 'vitest';
import { endFacts } from '../evidence/early-end.ts';
import { budgetOf, whyLimitLeft, whySpent } from './budget.ts';

const drawsOf = (maxRequests: number, perMinute = 60) =>
  budgetOf({ useUp: 'documented', perMinute, maxRequests }).draws;

const drawsAt = (oneByOne: number) => budgetOf({ useUp: 'documented', perMinute: 1_000, oneByOne }).draws;

describe('the budget of a run', () => {
  it('is the default depth where no figure is known, or the limit is left alone', () => {
    const plain = { maxRequests: 120, usual: 120, draws: 0.25, shrinks: 6, usesUp: false, isQuick: false };
    expect(budgetOf({ useUp: 'documented' })).toEqual(plain);
    expect(budgetOf({ useUp: 'never', perMinute: 1_000 })).toEqual({ ...plain, isQuick: true });
  });

  it('of a Free key goes to the default depth, without a draw, and has more for a limiter that does not count all', () => {
    expect(budgetOf({ useUp: 'documented', perMinute: 60, maxRequests: 120 }).draws).toBe(0);
    expect(budgetOf({ useUp: 'documented', perMinute: 60 })).toEqual({
      maxRequests: 240,
      usual: 120,
      draws: 0,
      shrinks: 6,
      usesUp: true,
      isQuick: false,
    });
  });

  it('of a larger plan goes as deep as it takes to reach the limit, and has twice the figure to reach it', () => {
    for (const perMinute of [300, 1_000]) {
      const { maxRequests, draws, usesUp } = budgetOf({ useUp: 'documented', perMinute });
      expect(usesUp).toBe(true);
      expect(maxRequests).toBeGreaterThan(perMinute);
      expect(maxRequests).toBe(120 + 2 * perMinute);
      expect(draws).toBeGreaterThan(5);
    }
  });

  it('goes no deeper than a slow service answers in a third of the window', () => {
    expect([drawsAt(350), drawsAt(100_000)]).toEqual([0, budgetOf({ useUp: 'documented', perMinute: 1_000 }).draws]);
    expect(drawsAt(1_200)).toBeGreaterThan(drawsAt(900));
  });

  it('goes as deep as the user allows, beside a window that is used up', () => {
    expect(drawsOf(180)).toBe(drawsOf(120));
    expect(drawsOf(300)).toBeGreaterThan(drawsOf(180));
    expect(drawsOf(1_000)).toBeGreaterThan(drawsOf(300));
    expect(drawsOf(500, 300)).toBe(budgetOf({ useUp: 'documented', perMinute: 300 }).draws);
    expect(drawsOf(1_000, 300)).toBeGreaterThan(drawsOf(500, 300));
  });

  it('leaves a larger limit alone unless asked', () => {
    expect(budgetOf({ useUp: 'documented', perMinute: 5_000 }).usesUp).toBe(false);
    expect(budgetOf({ useUp: 'always', perMinute: 5_000 })).toMatchObject({ usesUp: true, maxRequests: 10_120 });
  });

  it.each([
    [60, { usual: 45, maxRequests: 90 }],
    [300, { usual: 120, maxRequests: 120 }],
    // What a window has room for is too little: the run waits once.
    [30, { usual: 44, maxRequests: 44 }],
    [1, { usual: 2, maxRequests: 2 }],
  ])('that leaves a limit of %d alone is what a window has room for, and what another one has', (perMinute, bounds) => {
    expect(budgetOf({ useUp: 'never', perMinute })).toMatchObject({ ...bounds, isQuick: true });
    expect(budgetOf({ useUp: 'never', perMinute, maxRequests: 120 })).toMatchObject({ usual: 120, isQuick: false });
  });

  it('that the user sets is kept, and leaves the limit alone where it cannot reach it', () => {
    expect(budgetOf({ useUp: 'documented', perMinute: 1_000, maxRequests: 50 })).toEqual({
      maxRequests: 50,
      usual: 50,
      draws: 0,
      shrinks: 6,
      usesUp: false,
      isQuick: false,
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
      '--max-requests 67 does not reach the rate limit, which takes 68',
    );
    expect(whyLimitLeft({ useUp: 'documented', perMinute: 5_000 })).toBe(
      'a limit of 5000 per minute is not used up without --burn',
    );
  });
});

describe('what is said of a run whose requests are sent', () => {
  it.each([
    [
      { maxRequests: 40, perMinute: 60 },
      40,
      'that --max-requests allows were used: a whole run takes up to 240 (--max-requests 240)',
    ],
    [
      { maxRequests: 40, perMinute: 300 },
      40,
      'that --max-requests allows were used: a whole run takes up to 720 (--max-requests 720)',
    ],
    [{ maxRequests: 40 }, 40, 'that --max-requests allows were used'],
    [{ maxRequests: 300, perMinute: 60 }, 300, 'that --max-requests allows were used'],
    [{ perMinute: 60 }, 240, 'were used (raise --max-requests)'],
  ])('with %j, after %d: %s', (wish, sent, says) => {
    expect(endFacts({ endedEarly: whySpent(sent, { useUp: 'documented', ...wish }) }).endedEarly).toBe(
      `all ${sent} requests ${says}`,
    );
  });
});
