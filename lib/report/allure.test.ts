import { Status, type TestResult } from 'allure-js-commons';
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

  it.each([
    ['JSON-1', Status.PASSED, undefined],
    ['LIST-2', Status.FAILED, 'six came for five'],
    ['RATE-9', Status.PASSED, 'warning: Retry-After is off'],
    ['LIST-6', Status.SKIPPED, 'inconclusive, so this must rule is not verified: kept on one page only'],
    ['LIST-5', Status.SKIPPED, 'observed, not judged: limit=0 gets 400'],
    ['RATE-10', Status.SKIPPED, 'not-exercised: no second key'],
  ])('%s is %s', (id, status, message) => {
    const result = resultOf(id);
    expect({ status: result?.status, message: result?.statusDetails.message }).toEqual({ status, message });
  });

  it('labels a result so that it can be found', () => {
    expect(resultOf('LIST-2')).toMatchObject({
      labels: expect.arrayContaining([
        { name: 'env', value: 'staging' },
        { name: 'rule', value: 'LIST-2' },
        { name: 'level', value: 'must' },
        { name: 'section', value: expect.stringContaining('section') },
        { name: 'severity', value: 'critical' },
      ]),
      links: [],
      statusDetails: { expected: 'at most 5 pets', actual: '6 pets', trace: expect.stringContaining('curl') },
    });
  });

  it('attaches the exchange: what was sent, what came back, and how to send it again', () => {
    const { results, attachments } = allureOf(aReport(VIOLATING));
    const [attachment] = results.find(({ name }) => name?.startsWith('LIST-2 '))?.attachments ?? [];
    expect(attachment).toMatchObject({ name: '#1 GET /pets?limit=5', type: 'text/plain' });
    const text = attachments.get(attachment?.source ?? '');
    for (const part of [
      'GET /pets?limit=5\n',
      'Bearer {primary}',
      '\n200\n',
      'X-Powered-By: luck',
      '[{"id":',
      'curl -sS',
    ])
      expect(text).toContain(part);
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

  it('says that a run did not come to its end', () => {
    const [run] = resultsOf({ outcome: 'aborted', run: { aborted: 'the service is gone' } });
    expect(run).toMatchObject({ status: Status.BROKEN, statusDetails: { message: 'the service is gone' } });
  });

  it.each(HOSTILE_TEXTS)('is harmless and small whatever the service says: %s', (_, text) => {
    const { results, attachments, environment } = allureOf(aHostileReport(text));
    const all = [JSON.stringify({ results, environment }), ...attachments.values()].join('\n');
    expect(all).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
    expect(all.length).toBeLessThan(5_000_000);
    expect([...attachments.keys()].filter((name) => !/^[\da-f-]{36}-attachment\.txt$/.test(name))).toEqual([]);
  });
});
