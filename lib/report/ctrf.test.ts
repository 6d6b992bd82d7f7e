import { parse, validate, type CTRFReport } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { renderCtrf } from './ctrf.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport, VIOLATING, type ReportParts } from './report.fixture.ts';

function read(parts: ReportParts): CTRFReport {
  return parse(renderCtrf(aReport(parts)), { validate: true });
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

  it('counts what is in it', () => {
    const { summary, tests } = read(VIOLATING).results;
    expect(summary).toMatchObject({ tests: tests.length, failed: 1, other: 2, skipped: 2, pending: 0 });
    expect(summary.passed).toBe(tests.length - 5);
  });
});
