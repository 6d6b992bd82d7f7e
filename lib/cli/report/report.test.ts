import { mkdirSync, readdirSync, readFileSync, writeFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'ctrf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readHar } from '../../evidence/har-in.ts';
import { openEvidence } from '../../evidence/log.ts';
import { aReport } from '../../report/report.fixture.ts';
import { aGet } from '../../replay/recorded-run.fixture.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { ConformanceReport } from '../../shapes/report.ts';

const PETS = [1, 2].map((id) => ({ id, name: `Felix ${id}`, categoryId: 7, status: 'sold' }));

let place: Awaited<ReturnType<typeof folder>>;

/** The folder of a run that saw two pets for a limit of one. */
let recorded: string;

beforeAll(async () => {
  place = await folder();
  recorded = join(place.path, 'recorded');
  mkdirSync(recorded);
  const { knowledge, run: facts } = aReport();
  const evidence = openEvidence(join(recorded, 'evidence.jsonl'), knowledge);
  evidence.append(aGet(1, '/pets?limit=1', 200, PETS));
  evidence.finish({ ...facts, sent: 1 });
  evidence.close();
});

afterAll(() => place[Symbol.asyncDispose]());

const reported = (...args: readonly string[]) => typed(['report', ...args], place.path, { GITHUB_ACTIONS: 'true' });

async function made(format: string): Promise<string> {
  const { status, out, err } = await reported(recorded, '--format', format);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return out;
}

describe('petvet report', () => {
  it('judges the evidence again', async () => {
    const { rules, outcome } = ConformanceReport.parse(JSON.parse(await made('json')));
    expect(outcome).toBe('violating');
    expect(rules.find(({ id }) => id === 'LIST-2')).toMatchObject({ verdict: 'fail', evidence: [1] });
  });

  it.each([
    ['junit', /^<\?xml [^]*<failure type="fail" message="[^"]*2 items/],
    ['markdown', /^## petvet: `staging` violates [^]*\*\*LIST-2\*\*/],
    ['html', /^<!doctype html>[^]*Violates \d+ must rules?/i],
    ['sarif', /^\{\n {2}"\$schema": "[^"]*sarif[^]*"ruleId": "LIST-2"/],
    [
      'openmetrics',
      /^# HELP [^]*\npetvet_rule_verdict\{[^}]*rule="LIST-2",level="must",verdict="fail"\} 1\n[^]*# EOF\n$/,
    ],
    ['badge', /^<\?xml [^]*\d+ rules? violated<\/text>/],
  ])('prints %s, and nothing beside it', async (format, form) => {
    expect(await made(format)).toMatch(form);
  });

  it('prints valid CTRF', async () => {
    expect(validate(JSON.parse(await made('ctrf')))).toMatchObject({ valid: true });
  });

  it('prints a HAR that can be judged', async () => {
    const file = join(place.path, 'printed.har');
    writeFileSync(file, await made('har'));
    const { exchanges } = readHar(file, { authenticated: false });
    expect(exchanges.map(({ request }) => request.target)).toEqual(['/pets?limit=1']);
  });

  it('writes a file, or into a folder under the usual name', async () => {
    const into = join(place.path, 'into');
    mkdirSync(into);
    for (const [format, out] of [
      ['junit', join(place.path, 'new', 'tests.xml')],
      ['junit', into],
      ['har', into],
    ] as const)
      expect(await reported(recorded, '--format', format, '--out', out)).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^Written: .*\n$/),
      });
    expect(readdirSync(into).toSorted()).toEqual(['evidence.har', 'junit.xml']);
    const missing = join(place.path, 'not there yet', '/');
    expect(await reported(recorded, '--format', 'junit', '--out', missing)).toMatchObject({ status: 0 });
    expect(readdirSync(missing)).toEqual(['junit.xml']);
    expect(readFileSync(join(place.path, 'new', 'tests.xml'), 'utf8')).toBe(await made('junit'));
  });

  it('writes results for Allure, the same ones each time', async () => {
    const out = join(place.path, 'allure-results');
    expect(await reported(recorded, '--format', 'allure', '--out', out)).toMatchObject({ status: 0 });
    const files = readdirSync(out).toSorted();
    await reported(recorded, '--format', 'allure', '--out', out);
    expect(readdirSync(out).toSorted()).toEqual(files);
    const Result = z.object({
      name: z.string(),
      status: z.string(),
      attachments: z.array(z.object({ source: z.string() })),
    });
    const results = files
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => Result.parse(JSON.parse(readFileSync(join(out, name), 'utf8'))));
    const failed = results.find(({ name }) => name.startsWith('LIST-2 '));
    expect(failed).toMatchObject({ status: 'failed', attachments: [{}] });
    expect(files).toEqual(expect.arrayContaining(failed?.attachments.map(({ source }) => source) ?? ['none']));
    expect(files).toContain('environment.properties');
  });

  it('judges evidence that breaks off up to the break, and says so', async () => {
    const broken = join(place.path, 'broken');
    mkdirSync(broken);
    const text = readFileSync(join(recorded, 'evidence.jsonl'), 'utf8');
    writeFileSync(join(broken, 'evidence.jsonl'), text.slice(0, -40));
    const { status, out, err } = await reported(broken, '--format', 'markdown');
    expect({ status, out }).toEqual({ status: 0, out: expect.stringContaining('violates') });
    expect(err).toMatch(/^Judged in part: [^\n]*\n$/);
  });
});

describe('bad input ends in a sentence and exit 2', () => {
  it.each<[string, readonly string[], RegExp]>([
    [
      'an unknown format',
      ['.', '--format', 'markdwon'],
      /^petvet: "markdwon" is not a format\n +did you mean markdown\?\n$/,
    ],
    ['a format that is like none', ['.', '--format', 'pdf'], /"pdf" is not a format\n +use one of json, junit, /],
    ['no format', ['.'], /--format <format>' not specified/],
    ['no folder', ['--format', 'junit'], /missing required argument 'dir'/],
    ['Allure without a folder', ['.', '--format', 'allure'], /many files\n +name a folder for them with --out\n$/],
    ['a folder that is not there', ['/nowhere', '--format', 'junit'], /\/nowhere does not exist/],
    ['a folder without evidence', ['/', '--format', 'junit'], /\/ holds no evidence/],
  ])('%s', async (_, args, says) => {
    expect(await reported(...args)).toEqual({ status: 2, out: '', err: expect.stringMatching(says) });
  });

  it('a link, a device, or the evidence itself: each would be gone', async () => {
    const link = join(place.path, 'link.xml');
    symlinkSync('elsewhere.xml', link);
    for (const [out, says] of [
      [link, 'is a symbolic link'],
      ['/dev/null', 'is not a regular file'],
      [join(recorded, 'evidence.jsonl'), 'is the evidence that the report is made of'],
    ] as const) {
      const ended = await reported(recorded, '--format', 'junit', '--out', out);
      expect(ended).toEqual({ status: 2, out: '', err: expect.stringContaining(`${out} ${says}`) });
    }
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.each(['junit', 'har', 'allure'])('a place that cannot be written: %s', async (format) => {
    writeFileSync(join(place.path, 'file'), '');
    const ended = await reported(recorded, '--format', format, '--out', join(place.path, 'file', 'out'));
    expect(ended).toEqual({
      status: 2,
      out: '',
      err: expect.stringMatching(/^petvet: .* cannot be written.*\n +.*\n$/),
    });
  });
});
