import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import type { Tier } from './keys-file.ts';
import { estimate } from './scenarios.ts';
import { budgetsOf, refuseMoreThanTheDay, runsOfTiers } from './tiers.ts';

const FIGURES = { windowSeconds: 60, windows: 3, share: 0.5, stepSeconds: 10, connections: 20 };
const free: Tier = { plan: 'free', apiKey: 'a', perMinute: 60, perDay: 1_000 };
const pro: Tier = { plan: 'pro', apiKey: 'b', perMinute: 300, perDay: 10_000 };
const small: Tier = { plan: 'enterprise', apiKey: 'c', perMinute: 20 };

const others = (tiers: readonly Tier[]) =>
  runsOfTiers(tiers, FIGURES, false).flatMap(({ other }) => (other === undefined ? [] : [other]));

describe('the runs of all plans', () => {
  it('ask all plans one question, then all of them the next', () => {
    const runs = runsOfTiers([free, pro], FIGURES, false);
    expect(runs.map(({ scenario, tier }) => `${scenario} ${tier.plan}`)).toEqual([
      'ceiling free',
      'ceiling pro',
      'overshoot free',
      'overshoot pro',
      'isolation free',
      'isolation pro',
    ]);
  });

  it('have the next plan for the other caller, the first one for the last', () => {
    expect(others([free, pro])).toEqual([
      { apiKey: 'b', plan: 'pro' },
      { apiKey: 'a', plan: 'free' },
    ]);
  });

  it('have no plan for the other caller whose minute its requests would use up', () => {
    expect(others([free, small, pro].map((tier) => ({ ...tier, secondApiKey: 'd' })))).toEqual(
      Array.from({ length: 3 }, () => ({ apiKey: 'd' })),
    );
    expect(others([free, small, pro])[0]).toEqual({ apiKey: 'b', plan: 'pro' });
    expect(() => others([free, small])).toThrow('isolation of free lacks the key of another caller with at least 40');
  });

  it('need another caller, or say that there is none', () => {
    expect(() => others([free])).toThrow(UsageError);
    expect(runsOfTiers([free], FIGURES, true).filter(({ other }) => other !== undefined)).toEqual([]);
  });
});

describe('the budget of a key', () => {
  it('is what all scenarios send with it, those of the plan before too', () => {
    const budgets = budgetsOf([free, pro], runsOfTiers([free, pro], FIGURES, false));
    const of = (perMinute: number) =>
      (['ceiling', 'overshoot', 'isolation'] as const).map((one) => estimate(one, { ...FIGURES, perMinute }));
    const requests = (perMinute: number) => of(perMinute).reduce((sum, one) => sum + one.requests, 0);
    expect(budgets.map((budget) => budget.requests)).toEqual([requests(60) + 40, requests(300) + 40]);
    expect(budgets[0]?.mostRefusals).toBe(of(60).reduce((sum, one) => sum + one.mostRefusals, 0));
  });

  it('is not more than its day', () => {
    const runs = runsOfTiers([free, pro], { ...FIGURES, windows: 14 }, false);
    expect(() => refuseMoreThanTheDay(budgetsOf([free, pro], runs))).toThrow(
      'the key of free would send 1017 requests, more than the 1000 of its day',
    );
    refuseMoreThanTheDay(budgetsOf([free, pro], runsOfTiers([free, pro], FIGURES, false)));
  });
});
