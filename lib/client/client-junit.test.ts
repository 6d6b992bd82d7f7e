import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { JUNIT_SCHEMA } from '../report/junit-schema.fixture.ts';
import { renderClientJunit } from './client-junit.ts';
import { aClientReport } from './client-report.fixture.ts';

/** What the schema says against a document. */
async function complaints(contents: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents }],
    schema: [{ fileName: 'junit.xsd', contents: JUNIT_SCHEMA }],
  });
  return errors.map(({ message }) => message);
}

describe('the verdicts on a client as JUnit XML', () => {
  const written = renderClientJunit(
    aClientReport({ 'CLIENT-2': 'fail', 'CLIENT-3': 'inconclusive', 'CLIENT-4': 'not-exercised', 'CLIENT-6': 'warn' }),
  );

  it('fail where a rule is violated, and are skipped where none was verified', () => {
    expect(written).toContain('name="petvet client" tests="8" failures="1" errors="0" time="10.250"');
    expect(written).toContain('skipped="2" timestamp="2026-11-27T12:00:00"');
    expect(written.match(/<failure|<skipped/g)).toEqual(['<failure', '<skipped', '<skipped', '<skipped']);
    // A situation that was not met is no success.
    expect(written).toMatch(/name="response-lost: [^>]*>\s*<skipped type="not met"/);
    expect(written).toMatch(/name="CLIENT-6: [^]*<system-out>warning: node adopt\.mjs/);
  });

  it('say what to fix of a violation', () => {
    expect(written).toMatch(/<failure type="fail"[^]*shown by #1, #2\nto fix: Wait until `Retry-After` has passed/);
  });

  it('are an error where the run was interrupted', () => {
    const interrupted = renderClientJunit(aClientReport({}, { wasInterrupted: true }));
    expect(interrupted).toContain('tests="7" failures="0" errors="1"');
    expect(interrupted).toContain('<error type="aborted"');
  });

  it.each([['a report with violations', written] as const])('are valid: %s', async (_what, contents) => {
    expect(await complaints(contents)).toEqual([]);
  });

  it.each(HOSTILE_TEXTS)('are valid with %s', async (_what, text) => {
    const contents = renderClientJunit(aClientReport({ 'CLIENT-2': 'fail', 'CLIENT-6': 'warn' }, { text }));
    expect(await complaints(contents)).toEqual([]);
  });
});
