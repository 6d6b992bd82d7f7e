import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { z } from 'zod';
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

async function faultsOf(xml: string): Promise<readonly string[]> {
  const { errors, valid } = await validateXML({ xml, schema: JUNIT_SCHEMA, maxMemoryPages: 4_096 });
  return valid ? [] : errors.map(({ message }) => message);
}

describe('renderJunit', () => {
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

  it('counts what is in it', () => {
    const suites = read(VIOLATING);
    const cases = suites.testsuite.flatMap(({ testcase }) => testcase);
    const skipped = cases.filter((one) => one.skipped !== undefined).length;
    expect(suites).toMatchObject({ '@_tests': cases.length, '@_failures': 1, '@_errors': 0 });
    expect(suites.testsuite.reduce((sum, suite) => sum + suite['@_skipped'], 0)).toBe(skipped);
    expect(suites.testsuite.reduce((sum, suite) => sum + suite['@_tests'], 0)).toBe(cases.length);
    expect(skipped).toBe(4);
  });
});
