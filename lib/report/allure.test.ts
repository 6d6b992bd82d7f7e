import { type TestResult } from 'allure-js-commons';
import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { allureOf } from './allure.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport, VIOLATING, type ReportParts } from './report.fixture.ts';

function resultsOf(parts: ReportParts): readonly TestResult[] {
  return allureOf(aReport(parts)).results;
}

function resultOf(id: string, parts: ReportParts = VIOLATING): TestResult | undefined {
  return resultsOf(parts).find(({ name = '' }) => name.startsWith(`${id} `));
}

function idsOf(parts: ReportParts): string[] {
  return resultsOf(parts).map(({ uuid }) => uuid);
}

describe('allureOf', () => {
  it('has a result for each rule, in the order of the catalogue, and no other', () => {
    const results = resultsOf(VIOLATING);
    expect(results.map(({ name = '' }) => name.split(' ')[0])).toEqual(RULE_IDS);
  });

  it('is the same each time, and another for another run', () => {
    expect(idsOf(VIOLATING)).toEqual(idsOf(VIOLATING));
    expect(new Set([...idsOf(VIOLATING), ...idsOf({ run: { runId: 'r2' } })]).size).toBe(2 * RULE_IDS.length);
    expect(idsOf({}).every((id) => /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(id))).toBe(true);
  });

  it('keeps targets apart, and lets a rule be followed from run to run', () => {
    const history = (parts: ReportParts) => {
      const result = resultOf('LIST-2', parts);
      return [result?.historyId, result?.testCaseId, result?.fullName];
    };
    expect(history({ knowledge: { target: 'production' } })).not.toEqual(history({}));
    expect(history({ run: { runId: 'r2', seed: 7 }, knowledge: { plan: { name: 'pro' } } })).toEqual(history({}));
    const identifying = resultOf('LIST-2')?.parameters.filter(({ excluded }) => excluded !== true);
    expect(identifying?.map(({ name }) => name)).toEqual(['target']);
  });

  it.each(HOSTILE_TEXTS)('is harmless and small whatever the service says: %s', (_, text) => {
    const { results, attachments, environment } = allureOf(aHostileReport(text));
    const all = [JSON.stringify({ results, environment }), ...attachments.values()].join('\n');
    expect(all).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
    expect(all.length).toBeLessThan(5_000_000);
    expect([...attachments.keys()].filter((name) => !/^[\da-f-]{36}-attachment\.txt$/.test(name))).toEqual([]);
  });
});
