import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { keylessRun } from './keyless-run.fixture.ts';

/** A whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

let run: Awaited<ReturnType<typeof keylessRun>>;

beforeAll(async () => {
  run = await keylessRun();
}, PATIENCE);

afterAll(() => run[Symbol.asyncDispose]());

describe('a recorded run', () => {
  it('is certified with a key, too, and asks for nothing else', async () => {
    const recorded = join(run.place, 'recorded');
    await cp(run.report, recorded, { recursive: true, filter: (file) => !file.endsWith(CERTIFICATE_FILE) });
    const key = join(run.place, 'recorded.pem');
    const flags = ['--from', 'recorded', '--new-key', key, '--subject', `pets@sha256:${'a'.repeat(64)}`];
    expect(await petvetHere(['certify', ...flags], { cwd: run.place })).toMatchObject({ status: 0, err: '' });
    const { status, out } = await run.verify(join(recorded, CERTIFICATE_FILE), '--public-key', `${key}.pub`);
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/· subject +about pets, SHA-256 a{64}/) });
  });

  it('that violates a rule, or is not there, is not certified', async () => {
    const altered = join(run.place, 'altered');
    await cp(run.report, altered, { recursive: true });
    writeFileSync(join(altered, CERTIFICATE_FILE), '');
    const evidence = readFileSync(join(altered, 'evidence.jsonl'), 'utf8');
    writeFileSync(
      join(altered, 'evidence.jsonl'),
      evidence.replace('"answer":{"status":200', '"answer":{"status":202'),
    );
    expect(await run.certify(run.issuer.url, '--from', 'altered')).toMatchObject({ status: 2 });
    const bare = join(run.place, 'bare');
    await cp(altered, bare, { recursive: true, filter: (file) => !file.endsWith(CERTIFICATE_FILE) });
    expect(await run.certify(run.issuer.url, '--from', 'bare')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^No certificate was written\.\nExit status 1: [A-Z]+-\d+ is violated/),
    });
    expect(await run.certify(run.issuer.url, '--from', 'nowhere')).toMatchObject({
      status: 2,
      err: expect.stringMatching(/nowhere/),
    });
  });
});

/** A copy of the run without its certificate, of which one file is another one. */
async function alteredCopy(name: string, file: string, change: (text: string) => string): Promise<string> {
  const to = join(run.place, name);
  await cp(run.report, to, { recursive: true, filter: (path) => !path.endsWith(CERTIFICATE_FILE) });
  const text = change(readFileSync(join(to, file), 'utf8'));
  expect(text).not.toBe(readFileSync(join(to, file), 'utf8'));
  writeFileSync(join(to, file), text);
  return name;
}

function fromFolder(name: string) {
  return petvetHere(['certify', '--from', name, '--new-key', join(run.place, `${name}.pem`)], { cwd: run.place });
}

describe('a recorded run is not signed', () => {
  it.each<[what: string, change: (text: string) => string, says: RegExp]>([
    [
      'of another run',
      (text) => text.replace(/("run": \{\s+"id": ")\w+/, '$1zzzzzz'),
      /it is of run zzzzzz, and the evidence of run \w+\n/,
    ],
    [
      'with another verdict',
      (text) => text.replace(/("id": "LIST-2",[^}]*?"verdict": ")pass/, '$1warn'),
      /it says warn for LIST-2; judged again, the evidence says pass\n/,
    ],
    [
      'without a rule',
      (text) => {
        const whole = JSON.parse(text);
        return JSON.stringify({ ...whole, rules: whole.rules.slice(1) });
      },
      /what it says of rules is not what the evidence says\n/,
    ],
    [
      'with other counts',
      (text) => text.replace(/("requests": \{\s+"sent": )\d+/, '$19999'),
      /what it says of requests is not what the evidence says\n/,
    ],
    [
      'with another sentence',
      (text) => text.replace(/("title": ")[^"]+/, '$1Everything is fine'),
      /what it says of rules is not what the evidence says\n/,
    ],
    [
      'with a member more',
      (text) => text.replace('{', '{"recommended": true,'),
      /what it says of recommended is not what the evidence says\n/,
    ],
    [
      'with a member more in its gate',
      (text) => text.replace('"gate": {', '"gate": {"recommended": true,'),
      /what it says of gate is not in the form of such a report\n/,
    ],
    ['that is none', () => '{}', /it is cut off, or not a report of this version of petvet\n/],
  ])('beside a report %s', async (what, change, says) => {
    const name = await alteredCopy(`report-${what.replaceAll(' ', '-')}`, 'conformance.json', change);
    const { status, err } = await fromFolder(name);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(
        /^petvet: \S+conformance\.json is not the report of the evidence beside it: .*\n {2}.*\n$/,
      ),
    });
    expect(err).toMatch(says);
    expect(readdirSync(join(run.place, name))).not.toContain(CERTIFICATE_FILE);
  });

  it('without its report', async () => {
    const name = await alteredCopy('no-report', 'conformance.json', () => '');
    await rm(join(run.place, name, 'conformance.json'));
    expect(await fromFolder(name)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/conformance\.json cannot be read: it does not exist\n/),
    });
  });

  it('that another petvet made', async () => {
    const name = await alteredCopy('older', 'evidence.jsonl', (text) =>
      text.replaceAll(`"petvet/${PETVET_VERSION} (run`, '"petvet/0.0.9 (run'),
    );
    expect(await fromFolder(name)).toMatchObject({
      status: 3,
      out: expect.stringMatching(
        /^No certificate was written\.\nExit status 3: its requests are those of petvet 0\.0\.9, not of petvet /,
      ),
    });
  });

  it.each([
    [
      'that is too old',
      91 * 86_400_000,
      /a certificate of \S+ would not count: it counted as fresh until \S+, which has passed\n/,
    ],
    ['of the future', -3_600_000, /a certificate of \S+ would not count: it is from the future: its run ended at /],
  ])('%s', async (what, later, says) => {
    const name = `time-${what.replaceAll(' ', '-')}`;
    await cp(run.report, join(run.place, name), {
      recursive: true,
      filter: (path) => !path.endsWith(CERTIFICATE_FILE),
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
    const { status, err } = await fromFolder(name).finally(() => vi.useRealTimers());
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(says) });
    expect(readdirSync(join(run.place, name))).not.toContain(CERTIFICATE_FILE);
  });
});
