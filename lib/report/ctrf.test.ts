import { parse, validate, type CTRFReport, type Test } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { renderCtrf } from './ctrf.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport, VIOLATING, type ReportParts } from './report.fixture.ts';

function read(parts: ReportParts): CTRFReport {
  return parse(renderCtrf(aReport(parts)), { validate: true });
}

function testOf(id: string, parts: ReportParts = VIOLATING): Test | undefined {
  return read(parts).results.tests.find(({ name }) => name.startsWith(`${id} `));
}

describe('renderCtrf', () => {
  it.each([
    ['conforming', {}],
    ['violating', VIOLATING],
    ['aborted', { outcome: 'aborted', run: { aborted: 'the service is gone', startedAt: 0.4, endedAt: 7.9 } }],
  ] satisfies [string, ReportParts][])('is valid for a %s run', (_, parts) => {
    expect(validate(JSON.parse(renderCtrf(aReport(parts))))).toMatchObject({ valid: true, errors: [] });
  });

  it('the validator finds faults', () => {
    expect(validate(JSON.parse(renderCtrf(aReport()).replace('"passed"', '"green"'))).valid).toBe(false);
  });

  it.each(HOSTILE_TEXTS)('is valid and harmless whatever the service says: %s', (_, text) => {
    const json = renderCtrf(aHostileReport(text));
    expect(validate(JSON.parse(json))).toMatchObject({ valid: true });
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
    expect(json.length).toBeLessThan(1_000_000);
  });

  it('has a test for each rule, in the order of the catalogue, and no other', () => {
    const { tests } = read(VIOLATING).results;
    expect(tests.map(({ name }) => name.split(' ')[0])).toEqual(RULE_IDS);
  });

  it.each([
    ['LIST-2', 'failed', 'fail', 'six came for five'],
    ['LIST-6', 'other', 'inconclusive', 'inconclusive, so this must rule is not verified: kept on one page only'],
    ['LIST-5', 'other', 'observed', 'observed, not judged: limit=0 gets 400'],
    ['RATE-10', 'skipped', 'not-exercised', 'not-exercised: no second key'],
    ['CLIENT-1', 'skipped', 'not-applicable', 'not-applicable: judged on clients'],
  ])('%s is %s', (id, status, rawStatus, message) => {
    expect(testOf(id)).toMatchObject({ status, rawStatus, message });
  });

  it('lets a warning pass, and tells it', () => {
    expect(testOf('RATE-9')).toMatchObject({
      status: 'passed',
      rawStatus: 'warn',
      stdout: ['warning: Retry-After is off'],
    });
  });

  it('tells of a failure what was expected, what came, the exchange, and how to see it again', () => {
    const trace = testOf('LIST-2')?.trace ?? '';
    for (const part of ['at most 5 pets', '6 pets', '#1', 'curl -sS -i', '--rule LIST-2 --seed 42'])
      expect(trace).toContain(part);
  });

  it('counts what is in it', () => {
    const { summary, tests } = read(VIOLATING).results;
    expect(summary).toMatchObject({ tests: tests.length, failed: 1, other: 2, skipped: 2, pending: 0 });
    expect(summary.passed).toBe(tests.length - 5);
  });

  it('keeps targets apart', () => {
    const ids = ['staging', 'production'].map((target) => testOf('LIST-2', { knowledge: { target } })?.testId);
    expect(ids).toEqual(['staging/LIST-2', 'production/LIST-2']);
  });

  it('says that a run did not come to its end', () => {
    const [run] = read({ outcome: 'aborted', run: { aborted: 'the service is gone' } }).results.tests;
    expect(run).toMatchObject({ status: 'failed', message: 'the service is gone' });
  });
});
