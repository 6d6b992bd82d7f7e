import { expect, it } from 'vitest';
import { PLAN_NAMES, PLANS } from './plans.ts';

it('the plans have the figures of the specification', () => {
  expect(Object.entries(PLANS).map(([name, { perMinute, perDay }]) => [name, perMinute, perDay])).toEqual([
    ['free', 60, 1_000],
    ['pro', 300, 10_000],
    ['business', 1_000, 100_000],
  ]);
  expect(PLAN_NAMES).toEqual([...Object.keys(PLANS), 'enterprise']);
});
