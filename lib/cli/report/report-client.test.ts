import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'ctrf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientEvidence, clientFolder } from '../../certificate/client-run.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { readHar } from '../../evidence/har-in.ts';
import { SarifDocument } from '../../report/sarif-shape.fixture.ts';
import { ConformanceReport } from '../../shapes/report.ts';

/** The folder of a client whose waits do not grow. */
let recorded: string;

beforeAll(async () => {
  recorded = await clientFolder(clientEvidence({ waits: [1_500, 1_500, 1_500, 1_500, 1_500] }));
});

afterAll(() => rmSync(recorded, { recursive: true, force: true }));

/** Of the key that the client was given. */
const SECRET = '0123456789abcdef01234567';

const reported = (...args: readonly string[]) => typed(['report', recorded, ...args], recorded);

async function made(format: string): Promise<string> {
  const { status, out, err } = await reported('--format', format);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).not.toContain(SECRET);
  return out;
}

describe('petvet report of a client', () => {
  it('judges the evidence again', async () => {
    const { outcome, rules, target } = ConformanceReport.parse(JSON.parse(await made('json')));
    expect([outcome, target.name]).toEqual(['violating', 'node adopt.mjs']);
    expect(rules.find(({ id }) => id === 'CLIENT-3')).toMatchObject({ verdict: 'fail', area: 'CLIENT' });
  });

  it.each([
    ['junit', /^<\?xml [^]*name="CLIENT-3 [^]*?<failure type="fail" message="after 5 refusals/],
    ['markdown', /^## petvet: `node adopt\.mjs` violates 1 must rule: CLIENT-3\n/],
    ['html', /^<!doctype html>[^]*Violates 1 must rule/],
    [
      'openmetrics',
      /petvet_rule_verdict\{target="node adopt\.mjs",[^}]*rule="CLIENT-3",level="must",verdict="fail"\} 1\n/,
    ],
    ['badge', /^<\?xml [^]*1 rule violated<\/text>/],
  ])('prints %s', async (format, form) => {
    expect(await made(format)).toMatch(form);
  });

  it('prints valid CTRF and SARIF', async () => {
    const { tests, summary } = parse(await made('ctrf'), { validate: true }).results;
    expect(summary).toMatchObject({ failed: 1, tests: tests.length });
    const [run] = SarifDocument.parse(JSON.parse(await made('sarif'))).runs;
    expect(run?.results.map(({ ruleId }) => ruleId)).toEqual(['CLIENT-3']);
  });

  it('writes results for Allure', async () => {
    const out = join(recorded, 'allure-results');
    expect(await reported('--format', 'allure', '--out', out)).toMatchObject({ status: 0 });
    const texts = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
    expect(texts.filter((text) => text.includes('"status":"failed"'))).toEqual([expect.stringContaining('CLIENT-3 ')]);
    for (const text of texts) expect(text).not.toContain(SECRET);
  });

  it('makes a HAR of the evidence, which comes to the same verdict on the waits', async () => {
    const har = join(recorded, 'client.har');
    writeFileSync(har, await made('har'));
    const { exchanges, knowledge } = readHar(har, { authenticated: false });
    expect(knowledge).toMatchObject({ target: 'node adopt.mjs', baseUrl: 'http://127.0.0.1/v1' });
    expect(exchanges).toHaveLength(7);
    expect(exchanges[1]).toMatchObject({
      request: { method: 'GET', target: '/pets', credential: 'primary' },
      answer: { status: 429, headers: [['Retry-After', '1']], body: { kind: 'not-recorded' } },
    });
    const again = await typed(['judge', '--client', har, '--report', 'again'], recorded);
    expect(again).toMatchObject({ status: 1, out: expect.stringMatching(/\nExit status 1: CLIENT-3 is violated\n/) });
  });

  it('does not overwrite the evidence', async () => {
    const evidence = join(recorded, 'client-evidence.jsonl');
    const ended = await reported('--format', 'har', '--out', evidence);
    expect(ended).toMatchObject({
      status: 2,
      err: expect.stringContaining('is the evidence that the report is made of'),
    });
  });

  it('says in a sentence that a recording has no evidence, or that a folder has that of two runs', async () => {
    const other = join(recorded, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'client.json'), '{}');
    const ended = await typed(['report', other, '--format', 'junit'], recorded);
    expect(ended).toMatchObject({ status: 2, out: '', err: expect.stringContaining('it is about a recorded client') });
    writeFileSync(join(other, 'client-evidence.jsonl'), '');
    writeFileSync(join(other, 'evidence.jsonl'), '');
    const both = await typed(['report', other, '--format', 'junit'], recorded);
    expect(both).toMatchObject({ status: 2, out: '', err: expect.stringContaining('of a client and of a check') });
  });
});
