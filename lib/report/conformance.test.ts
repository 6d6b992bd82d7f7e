import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { renderConformance } from './conformance.ts';
import { anXray } from './limiter.fixture.ts';
import { aReport, aViolation, type ReportParts } from './report.fixture.ts';

const schema: unknown = JSON.parse(readFileSync(new URL('../shapes/conformance.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ allErrors: true, strict: true });
addFormats.default(ajv);
const isValid = ajv.compile(typeof schema === 'object' && schema !== null ? schema : false);

const VIOLATING: ReportParts = {
  outcome: 'violating',
  rows: [
    {
      id: 'LIST-2',
      verdict: 'fail',
      says: 'six came for five',
      findings: [
        aViolation({ rule: 'LIST-2', operation: 'listPets', shownBy: [1, 3], times: 4 }),
        aViolation({ rule: 'LIST-2', see: 'JSON-2', expected: '', actual: '' }),
      ],
      evidence: [1, 3],
      evidenceCount: 7,
    },
    {
      id: 'LIST-5',
      verdict: 'observed',
      findings: [{ rule: 'LIST-5', verdict: 'observed', says: 'limit=0 gets 400', shownBy: [9], times: 2 }],
    },
    { id: 'RATE-10', verdict: 'not-exercised', says: 'no second key', evidence: [], evidenceCount: 0 },
    { id: 'CLIENT-1', verdict: 'not-applicable', says: 'judged on clients', evidence: [], evidenceCount: 0 },
    { id: 'CLIENT-2', verdict: 'not-applicable', says: 'judged on clients', evidence: [], evidenceCount: 0 },
  ],
  run: {
    created: ['9007199254740993', '-9223372036854775808'],
    aborted: 'the run was interrupted',
    counterexamples: [
      { probe: 'pages', rules: ['LIST-2', 'LIST-9'], seed: 42, path: '3:1', smallest: '{"limit":5}' },
      { probe: 'keys', rules: ['AUTH-1'], seed: 42, path: '0', smallest: '"x"' },
    ],
  },
};

function read(parts: ReportParts): unknown {
  return JSON.parse(renderConformance(aReport(parts)));
}

describe('renderConformance', () => {
  it.each([
    ['conforming', {}],
    ['violating', VIOLATING],
    ['of a test installation', { knowledge: { windows: { minute: 2.5, day: 60, testInstallation: true } } }],
    ['of a limiter that was seen', { xrays: [anXray(), anXray({ period: 'day', kinds: [] })] }],
    ['of an unknown plan after the removal', { knowledge: { plan: { name: 'auto' }, asOf: '2031-01-01' } }],
  ] satisfies [string, ReportParts][])(
    'writes a %s report in the published format, and nothing beside it',
    (_, parts) => {
      const report = read(parts);
      expect(ConformanceReport.parse(report)).toEqual(report);
      isValid(report);
      expect(isValid.errors ?? []).toEqual([]);
    },
  );

  it('has the core that others rely on', () => {
    expect(read({})).toMatchObject({
      schema: 'petvet/conformance/1',
      outcome: 'conforming',
      petvet: '0.1.0',
      catalogue: '1.0.0',
      specification: '1.0.0',
      node: 'v24.0.0',
      target: { name: 'staging', baseUrl: 'http://127.0.0.1:8080/v1', plan: 'free', perMinute: 60 },
      asOf: '2026-11-21',
      daysUntilRemoval: 1475,
      seed: 42,
      run: { id: 'r1', startedAt: '2026-11-21T12:00:00.000Z', durationSeconds: 63.25, interrupted: false },
      requests: { sent: 118, refused: 1, waitedSeconds: 61 },
    });
  });

  it('has one row per rule, in the order of the catalogue', () => {
    const { rules } = ConformanceReport.parse(read({}));
    expect(rules.map(({ id }) => id)).toEqual(RULE_IDS);
    expect(rules[0]).toMatchObject({ id: 'JSON-1', level: 'must', area: 'JSON', verdict: 'pass', evidence: [1] });
  });

  it('keeps every digit of the created ids', () => {
    expect(read(VIOLATING)).toHaveProperty('created', ['9007199254740993', '-9223372036854775808']);
  });

  it('says how a violation was found and replayed', () => {
    const { rules } = ConformanceReport.parse(read(VIOLATING));
    expect(rules.find(({ id }) => id === 'LIST-2')).toMatchObject({
      verdict: 'fail',
      evidenceCount: 7,
      findings: [{ verdict: 'fail', actual: '6 pets', shownBy: [1, 3], times: 4 }, { see: 'JSON-2' }],
      counterexamples: [{ probe: 'pages', seed: 42, path: '3:1', smallest: '{"limit":5}' }],
    });
  });

  it('lists what was observed, and what was not judged by its reason', () => {
    expect(read(VIOLATING)).toMatchObject({
      aborted: 'the run was interrupted',
      observed: [{ rule: 'LIST-5', says: 'limit=0 gets 400', shownBy: [9], times: 2 }],
      notJudged: [
        { reason: 'no second key', verdict: 'not-exercised', rules: ['RATE-10'] },
        { reason: 'judged on clients', verdict: 'not-applicable', rules: ['CLIENT-1', 'CLIENT-2'] },
      ],
    });
  });

  it('the published format refuses a report that lacks something', () => {
    const { outcome: _, ...rest } = ConformanceReport.parse(read({}));
    expect(isValid(rest)).toBe(false);
    expect(isValid({ ...rest, outcome: 'fine' })).toBe(false);
  });

  it('keeps any text of the service exactly', () => {
    const exact = fc.property(fc.string({ unit: 'binary' }), (says) => {
      const rows = [
        { id: 'LIST-2' as const, verdict: 'fail' as const, says, findings: [aViolation({ rule: 'LIST-2', says })] },
      ];
      const { rules } = ConformanceReport.parse(read({ rows }));
      const row = rules.find(({ id }) => id === 'LIST-2');
      return row?.says === says && row.findings[0]?.says === says;
    });
    expect(fc.check(exact, { numRuns: 50 })).toMatchObject({ failed: false });
  });
});
