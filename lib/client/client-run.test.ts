import { parse } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { allureOf } from '../report/allure.ts';
import { renderBadge } from '../report/badge.ts';
import { conformanceOf } from '../report/conformance.ts';
import { renderCtrf } from '../report/ctrf.ts';
import { JUNIT_SCHEMA } from '../report/junit-schema.fixture.ts';
import { renderJunit } from '../report/junit.ts';
import { renderCheckMetrics } from '../report/metrics.ts';
import { SarifDocument } from '../report/sarif-shape.fixture.ts';
import { renderSarif } from '../report/sarif.ts';
import { renderSummary } from '../report/summary.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import type { ClientReport } from './client-report.ts';
import { aClientReport } from './client-report.fixture.ts';
import { clientRun, clientVerdicts } from './client-run.ts';

/** What the schema says against a document. */
async function complaints(contents: string): Promise<readonly string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents }],
    schema: [{ fileName: 'junit.xsd', contents: JUNIT_SCHEMA }],
  });
  return errors.map(({ message }) => message);
}

const VERDICTS = {
  'CLIENT-2': 'fail',
  'CLIENT-3': 'inconclusive',
  'CLIENT-4': 'not-exercised',
  'CLIENT-6': 'warn',
} as const;

const VIOLATING = clientRun(aClientReport(VERDICTS, { outcome: 'violating' }));

const BREAKS: ClientReport['grease'] = {
  seed: 7,
  verdict: 'breaks',
  freedoms: ['large-ids'],
  reliesOn: [{ name: 'large-ids', says: 'ids are beyond 2^53', clause: 'section 2' }],
  isMinimal: true,
};

/** A client that satisfies each rule, and breaks on a freedom. */
const BREAKING = clientRun(aClientReport({}, { outcome: 'violating', grease: BREAKS }));

describe('a client as a run', () => {
  it('fails in JUnit where a rule is violated; what was not verified or not met is skipped', async () => {
    const written = renderJunit(VIOLATING);
    expect(await complaints(written)).toEqual([]);
    expect(written).toContain('<testsuites name="petvet" tests="8" failures="1" errors="0" time="10.250">');
    expect(written).toContain('classname="petvet.node adopt.mjs.CLIENT"');
    expect(written.match(/<failure|<skipped/g)).toEqual(['<failure', '<skipped', '<skipped', '<skipped']);
    expect(written).toMatch(/name="response-lost: [^>]*>\s*<skipped type="not met"/);
    expect(written).toMatch(/name="CLIENT-6 [^]*<system-out>warning: node adopt\.mjs/);
    expect(written).toMatch(/<failure type="fail"[^]*shown by +#1, #2\nto fix +Wait until `Retry-After` has passed/);
  });

  it('has a test for each rule and each situation in CTRF', () => {
    const { tests, summary, environment } = parse(renderCtrf(VIOLATING), { validate: true }).results;
    expect(summary).toMatchObject({ tests: 8, passed: 4, failed: 1, skipped: 2, other: 1 });
    expect(environment).toMatchObject({ testEnvironment: 'node adopt.mjs', extra: { outcome: 'violating' } });
    expect(tests.find(({ name }) => name.startsWith('CLIENT-2 '))).toMatchObject({
      status: 'failed',
      rawStatus: 'fail',
      suite: ['petvet', 'Client requirements (sections 4, 5, 8)'],
    });
    expect(tests.find(({ name }) => name.startsWith('refusals: '))).toMatchObject({
      status: 'passed',
      duration: 10_250,
      suite: ['petvet', 'Situations'],
    });
  });

  it('has a result for each violation and each warning in SARIF, and says what was not verified', () => {
    const [run] = SarifDocument.parse(JSON.parse(renderSarif(VIOLATING))).runs;
    expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['CLIENT-2', 'error'],
      ['CLIENT-6', 'warning'],
    ]);
    const at = run?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri;
    expect(at).toBe('client-evidence.jsonl');
    const notified = run?.invocations[0]?.toolExecutionNotifications.map(({ message }) => message.text);
    expect(notified).toEqual([
      expect.stringContaining('CLIENT-3 was not verified'),
      expect.stringContaining('CLIENT-4 was not verified'),
    ]);
  });

  it('has a result for each rule and each situation in Allure', () => {
    const { results, environment } = allureOf(VIOLATING);
    const statuses = Object.fromEntries(results.map(({ name = '', status }) => [name.split(/[ :]/)[0], status]));
    expect(statuses).toMatchObject({ 'CLIENT-1': 'passed', 'CLIENT-2': 'failed', 'CLIENT-3': 'skipped' });
    expect(statuses).toMatchObject({ refusals: 'passed', 'response-lost': 'skipped' });
    expect(environment).toMatchObject({ target: 'node adopt.mjs', outcome: 'violating' });
  });

  it('is counted in metrics, summed up in Markdown, and has a badge', () => {
    const metrics = renderCheckMetrics(VIOLATING);
    expect(metrics).toContain('petvet_check_outcome{target="node adopt.mjs",plan="auto",outcome="violating"} 1');
    expect(metrics).toContain('petvet_check_requests{target="node adopt.mjs",plan="auto",which="refused"} 2');
    const summary = renderSummary(VIOLATING);
    expect(summary).toContain('## petvet: `node adopt.mjs` violates 1 must rule: CLIENT-2\n');
    expect(summary).toMatch(/### Situations\n\n- refusals: [^]*\n- response-lost: [^\n]*not met in full: `node adopt/);
    expect(summary).not.toMatch(/detection coverage|no pet was created/);
    expect(renderBadge(VIOLATING)).toContain('1 rule violated');
  });

  it('has a conformance.json, without a word on services', () => {
    const read = conformanceOf(VIOLATING);
    expect(read.rules.map(({ id }) => id)).toEqual(VIOLATING.ledger.rows.map(({ id }) => id));
    expect(read.scope?.rules).toEqual(read.rules.map(({ id }) => id));
    expect(read).toMatchObject({ target: { name: 'node adopt.mjs', baseUrl: 'http://127.0.0.1/v1' } });
    expect(read.couldNotCatch).toBeUndefined();
  });

  it('that breaks on a freedom falls short in each format, though no rule is violated', async () => {
    const written = renderJunit(BREAKING);
    expect(await complaints(written)).toEqual([]);
    expect(written).toMatch(
      /name="the client relies on nothing [^>]*>\s*<failure type="shortfall" message="the client breaks on large-ids"/,
    );
    expect(parse(renderCtrf(BREAKING), { validate: true }).results.summary).toMatchObject({ failed: 1 });
    expect(renderSarif(BREAKING)).toContain('"text": "the client breaks on large-ids"');
    const summary = renderSummary(BREAKING);
    expect(summary).toMatch(/^## petvet: `node adopt\.mjs` falls short\n\nNo must rule is violated\./);
    expect(summary).toContain('Shortfall: the client breaks on large-ids');
    expect(renderBadge(BREAKING)).toContain('falls short');
  });

  it('that stands the freedoms passes that test, and is no load', () => {
    const grease: ClientReport['grease'] = { ...BREAKS, verdict: 'stands', reliesOn: [] };
    const stands = clientRun(aClientReport({}, { grease }));
    expect(renderJunit(stands)).toMatch(/failures="0"[^]*name="the client relies on nothing [^>]*\/>/);
    expect(renderBadge(stands)).toContain('>conforms<');
  });

  it('that was interrupted is an error, and no success', async () => {
    const interrupted = renderJunit(clientRun(aClientReport({}, { wasInterrupted: true })));
    expect(await complaints(interrupted)).toEqual([]);
    expect(interrupted).toContain('tests="9" failures="0" errors="1"');
    expect(interrupted).toContain('<error type="aborted" message="interrupted; the report covers what was done"');
    expect(interrupted).toContain('name="outcome" value="aborted"');
  });

  it('has a finding for each kind of fault, so that one that is known hides no other', () => {
    const report = aClientReport({ 'CLIENT-5': 'fail' }, { outcome: 'violating' });
    const faults = [
      { name: 'a limit that is out of range', requests: [1] },
      { name: 'a petId that is not an int64', requests: [2, 3] },
    ];
    const rules = report.rules.map((rule) => (rule.id === 'CLIENT-5' ? { ...rule, faults } : rule));
    const { ledger } = clientVerdicts({ ...report, rules });
    expect(ledger.rows.find(({ id }) => id === 'CLIENT-5')?.findings).toMatchObject([
      { fault: 'a limit that is out of range', shownBy: [1], expected: 'node adopt.mjs' },
      { fault: 'a petId that is not an int64', shownBy: [2, 3], says: '#2, #3: a petId that is not an int64' },
    ]);
  });

  it.each(HOSTILE_TEXTS)('is harmless in every format with %s', async (_what, text) => {
    const run = clientRun(aClientReport(VERDICTS, { text, outcome: 'violating' }));
    expect(await complaints(renderJunit(run))).toEqual([]);
    const ctrf = renderCtrf(run);
    expect(parse(ctrf, { validate: true }).results.tests).toHaveLength(8);
    const sarif = renderSarif(run);
    expect(SarifDocument.safeParse(JSON.parse(sarif)).error).toBeUndefined();
    const { results, environment } = allureOf(run);
    for (const written of [ctrf, sarif, JSON.stringify({ results, environment }), renderCheckMetrics(run)])
      expect(written).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
  });
});
