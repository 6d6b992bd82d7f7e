import { expect, it } from 'vitest';
import { aReport } from '../report/report.fixture.ts';
import { leftOutBy } from '../load/knowledge.ts';
import { asksOf } from '../load/scenarios.ts';
import { whyNotComplete } from './completeness.ts';

it('a run of two builds is of none', () => {
  expect(whyNotComplete(aReport())).toBeUndefined();
  const says = 'another build responds from #14 on: x-version was 1.4.0, then 1.4.1';
  const finding = { rule: 'ERR-3', verdict: 'observed', topic: 'deployments', says, shownBy: [14], times: 1 } as const;
  expect(whyNotComplete(aReport({ rows: [{ id: 'ERR-3', findings: [finding] }] }))).toBe(says);
});

it.each([
  [{ interrupted: true }, /interrupted/],
  [{ aborted: 'the service is gone' }, /ended early: the service is gone/],
] as const)('a load is not whole with %j, as no other run is', (facts, why) => {
  const { knowledge, run, ledger } = aReport();
  const load = { knowledge: { ...knowledge, leftOut: leftOutBy('daily') }, ledger };
  const whole = { ...run, asks: asksOf('daily', false) };
  expect(whyNotComplete({ ...load, run: whole })).toBeUndefined();
  expect(whyNotComplete({ ...load, run: { ...whole, ...facts } })).toMatch(why);
  expect(whyNotComplete({ knowledge, ledger, run: { ...run, ...facts } })).toMatch(why);
});
