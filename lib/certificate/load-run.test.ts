import { describe, expect, it } from 'vitest';
import { leftOutBy } from '../load/knowledge.ts';
import { asksOf, SCENARIO_NAMES } from '../load/scenarios.ts';
import { aReport } from '../report/report.fixture.ts';
import { CERTIFIED_LOADS, CERTIFIED_PROFILES, certifiedLoad, profileOf, whyNotWholeLoad } from './load-run.ts';

const { knowledge, run } = aReport();
const asks = asksOf('daily', false);

describe('a load that a certificate may be about', () => {
  it.each(CERTIFIED_LOADS)('is told by what its evidence leaves out: %s', (scenario) => {
    expect(profileOf({ ...knowledge, leftOut: leftOutBy(scenario) })).toBe(`load ${scenario}`);
    expect(CERTIFIED_PROFILES).toContain(`load ${scenario}`);
  });

  it('leaves out neither more nor less, and was asked for as that', () => {
    expect(profileOf(knowledge)).toBe('complete');
    const { 'JSON-1': _one, ...fewer } = leftOutBy('ceiling');
    for (const leftOut of [fewer, { ...leftOutBy('ceiling'), 'RATE-4': 'not judged by load ceiling' }])
      expect(certifiedLoad({ ...knowledge, leftOut })).toBeUndefined();
    expect(certifiedLoad({ ...knowledge, leftOut: leftOutBy('daily'), skipped: ['RATE-11'] })).toBeUndefined();
    const others = SCENARIO_NAMES.filter((name) => !CERTIFIED_LOADS.some((one) => one === name));
    expect(others.map((name) => certifiedLoad({ ...knowledge, leftOut: leftOutBy(name) }))).toEqual(
      others.map(() => undefined),
    );
  });

  it('came to its end as its scenario has it', () => {
    expect(whyNotWholeLoad('daily', { ...run, asks })).toBeUndefined();
  });

  it.each([
    [{ asks: asks.slice(1) }, /second key/],
    [{ shortfalls: ['12 of 60 requests were not sent'] }, /^12 of 60/],
    [{ isUnstable: true }, /lost/],
  ] as const)('is none with %j', (facts, why) => {
    expect(whyNotWholeLoad('daily', { ...run, asks, ...facts })).toMatch(why);
  });
});
