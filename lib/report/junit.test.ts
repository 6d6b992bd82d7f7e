import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { z } from 'zod';
import { RULE_IDS } from '../rules/index.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { JUNIT_SCHEMA } from './junit-schema.fixture.ts';
import { renderJunit } from './junit.ts';
import { aReport, aViolation, type ReportParts } from './report.fixture.ts';

const VIOLATING: ReportParts = {
  outcome: 'violating',
  rows: [
    { id: 'LIST-2', verdict: 'fail', says: 'six came for five', findings: [aViolation({ rule: 'LIST-2' })] },
    {
      id: 'LIST-6',
      verdict: 'inconclusive',
      says: 'kept on one page only',
      findings: [aViolation({ rule: 'LIST-6', verdict: 'inconclusive', says: 'another client may have written' })],
    },
    {
      id: 'RATE-9',
      verdict: 'warn',
      says: 'Retry-After is off',
      findings: [aViolation({ rule: 'RATE-9', says: 'Retry-After is off' })],
    },
    { id: 'LIST-5', verdict: 'observed', says: 'limit=0 gets 400' },
    { id: 'RATE-10', verdict: 'not-exercised', says: 'no second key', evidence: [], evidenceCount: 0 },
    { id: 'CLIENT-1', verdict: 'not-applicable', says: 'judged on clients', evidence: [], evidenceCount: 0 },
  ],
};

const Result = z.object({ '@_type': z.string(), '@_message': z.string(), '#text': z.string().optional() });
const Testcase = z.object({
  '@_name': z.string(),
  '@_classname': z.string(),
  failure: Result.optional(),
  skipped: Result.optional(),
  error: Result.optional(),
  'system-out': z.string().optional(),
});
const Counts = z.object({
  '@_tests': z.coerce.number(),
  '@_failures': z.coerce.number(),
  '@_errors': z.coerce.number(),
});
const Suites = Counts.extend({
  testsuite: z.array(
    Counts.extend({ '@_name': z.string(), '@_skipped': z.coerce.number(), testcase: z.array(Testcase).default([]) }),
  ),
});

function read(parts: ReportParts): z.output<typeof Suites> {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => name === 'testcase' || name === 'testsuite',
  });
  const document = parser.parse(renderJunit(aReport(parts)), true);
  return z.object({ testsuites: Suites }).parse(document).testsuites;
}

function caseOf(id: string, parts: ReportParts = VIOLATING): z.output<typeof Testcase> | undefined {
  return read(parts)
    .testsuite.flatMap(({ testcase }) => testcase)
    .find(({ '@_name': name }) => name.startsWith(`${id} `));
}

async function faultsOf(xml: string): Promise<readonly string[]> {
  const { errors, valid } = await validateXML({ xml, schema: JUNIT_SCHEMA, maxMemoryPages: 4_096 });
  return valid ? [] : errors.map(({ message }) => message);
}

/** How many failures the whole report has. */
const failures = (report: Parameters<typeof renderJunit>[0]) =>
  /<testsuites [^>]*failures="(\d+)"/.exec(renderJunit(report))?.[1];

describe('renderJunit', () => {
  it('has a failure for a should rule whose violation fails the gate', () => {
    const rows = [{ id: 'RATE-9' as const, verdict: 'warn' as const, says: 'Retry-After is off', evidence: [] }];
    const gate = { exitStatus: 1, because: 'RATE-9 is violated', failing: ['RATE-9' as const] };
    expect([failures(aReport({ rows })), failures({ ...aReport({ rows }), gate })]).toEqual(['0', '1']);
  });

  it.each([
    ['conforming', {}],
    ['violating', VIOLATING],
    ['aborted', { outcome: 'aborted', run: { aborted: 'the service is gone' } }],
  ] satisfies [string, ReportParts][])('keeps to the documented structure, for a %s run', async (_, parts) => {
    expect(await faultsOf(renderJunit(aReport(parts)))).toEqual([]);
  });

  it.each(HOSTILE_TEXTS)('keeps to it whatever the service says: %s', async (_, text) => {
    const xml = renderJunit(aHostileReport(text));
    expect(await faultsOf(xml)).toEqual([]);
    expect(xml.length).toBeLessThan(1_000_000);
  });

  it('the structure is one that refuses others', async () => {
    const xml = renderJunit(aReport());
    expect(await faultsOf(xml.replace('<testcase ', '<testcase colour="red" '))).not.toEqual([]);
    expect(await faultsOf(xml.replaceAll(/failures="0"/g, ''))).not.toEqual([]);
  });

  it('has a suite for each area, and a test case for each rule, in the order of the catalogue', () => {
    const { testsuite } = read(VIOLATING);
    const ids = testsuite.slice(1).flatMap(({ testcase }) => testcase.map((one) => one['@_name'].split(' ')[0]));
    expect(ids).toEqual(RULE_IDS);
    expect(testsuite.map((suite) => suite['@_name'])).toContain('GET /pets (sections 4.1, 8)');
    expect(caseOf('LIST-2')).toMatchObject({ '@_classname': 'petvet.staging.LIST' });
  });

  it('counts what is in it', () => {
    const suites = read(VIOLATING);
    const cases = suites.testsuite.flatMap(({ testcase }) => testcase);
    const skipped = cases.filter((one) => one.skipped !== undefined).length;
    expect(suites).toMatchObject({ '@_tests': cases.length, '@_failures': 1, '@_errors': 0 });
    expect(suites.testsuite.reduce((sum, suite) => sum + suite['@_skipped'], 0)).toBe(skipped);
    expect(suites.testsuite.reduce((sum, suite) => sum + suite['@_tests'], 0)).toBe(cases.length);
    expect(skipped).toBe(4);
  });

  it('tells of a failure what was expected, what came, the exchange, and how to see it again', () => {
    const failure = caseOf('LIST-2')?.failure;
    expect(failure).toMatchObject({ '@_type': 'fail', '@_message': 'six came for five' });
    for (const part of ['at most 5 pets', '6 pets', '#1', 'curl -sS -i', '--rule LIST-2 --seed 42'])
      expect(failure?.['#text']).toContain(part);
  });

  it.each([
    ['LIST-6', 'inconclusive, so this must rule is not verified: kept on one page only'],
    ['LIST-5', 'observed, not judged: limit=0 gets 400'],
    ['RATE-10', 'not-exercised: no second key'],
    ['CLIENT-1', 'not-applicable: judged on clients'],
  ])('%s is skipped, with the reason', (id, message) => {
    expect(caseOf(id)?.skipped?.['@_message']).toBe(message);
  });

  it('shows what a doubt stands on', () => {
    expect(caseOf('LIST-6')?.['system-out']).toContain('another client may have written');
  });

  it('lets a warning pass, and tells it', () => {
    const one = caseOf('RATE-9');
    expect(one).toMatchObject({ 'system-out': expect.stringContaining('warning: Retry-After is off') });
    expect(one).not.toHaveProperty('failure');
    expect(one).not.toHaveProperty('skipped');
  });

  it('says that a run did not come to its end', () => {
    const parts: ReportParts = { outcome: 'aborted', run: { aborted: 'the service is gone' } };
    expect(caseOf('the', parts)?.error).toMatchObject({ '@_message': 'the service is gone' });
    expect(read(parts)).toMatchObject({ '@_errors': 1, '@_failures': 0 });
    expect(caseOf('the', {})).toBeUndefined();
  });
});
