import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { checkRegister, KEY_FILE } from '../register/register.ts';
import { aService, certified, forged } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** A whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

const DAY = 86_400_000;

let service: Awaited<ReturnType<typeof aService>>;
let whole: Awaited<ReturnType<typeof certified>>;
let place: Awaited<ReturnType<typeof folder>>;

beforeAll(async () => {
  service = await aService();
  whole = await certified(service.env);
  place = await folder();
}, PATIENCE);

afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await whole[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const productOf = (name: string, version: string) =>
  `schema: petvet/product/1\nname: ${name}\nversion: "${version}"\nvendor: Example <b>Ltd</b>\nreproduce: npm start\n`;

/** A register with one submission, as it came out of `certify`. */
async function aRegister(register: string, name = 'pets-js', version = '1.4.0'): Promise<string> {
  const submission = join(place.path, register, name, version);
  await mkdir(submission, { recursive: true });
  for (const file of [CERTIFICATE_FILE, 'evidence.jsonl', 'conformance.json'])
    await copyFile(join(whole.report, file), join(submission, file));
  await writeFile(join(submission, 'product.yaml'), productOf(name, version));
  await copyFile(`${whole.key}.pub`, join(place.path, register, name, KEY_FILE));
  return submission;
}

const verifyAll = (register: string, ...flags: readonly string[]) =>
  petvetHere(['verify', '--all', register, ...flags], { cwd: place.path });

const checked = (register: string, now = Date.now()) =>
  checkRegister(join(place.path, register), { now, interrupt: new AbortController().signal });

describe('a register whose submissions hold', () => {
  it('is told line by line, and becomes a table in three formats', async () => {
    await aRegister('two');
    await aRegister('two', 'pets-js', '1.10.0');
    const { status, out } = await verifyAll('two');
    expect({ status, lines: out.trim().split('\n') }).toEqual({
      status: 0,
      lines: ['✔ pets-js 1.10.0 conforms', '✔ pets-js 1.4.0 conforms', 'Exit status 0: all 2 submissions hold'],
    });
    const json = JSON.parse((await verifyAll('two', '--format', 'json')).out);
    expect(json).toMatchObject({
      schema: 'petvet/register/1',
      rows: [
        {
          name: 'pets-js',
          version: '1.10.0',
          state: 'holds',
          certificate: { profile: 'complete', catalogue: '1.0.0' },
        },
        { version: '1.4.0' },
      ],
      implementations: [{ name: 'pets-js', version: '1.10.0' }],
    });
    expect(json.choices.length).toBeGreaterThan(3);
    const markdown = (await verifyAll('two', '--format', 'markdown')).out;
    expect(markdown).toContain('| `pets-js` | `1.10.0` | conforms | `1.0.0` |');
    expect(markdown).toContain('windows declared: 5 s and 86400 s');
    expect(await verifyAll('two', '--out', 'register.html')).toMatchObject({ status: 0 });
    const page = readFileSync(join(place.path, 'register.html'), 'utf8');
    expect(page).toContain('2 of 2 certificates hold');
    expect(page).toContain('Where the specification is silent');
  });
});

describe('a submission is refused', () => {
  it('that is forged', async () => {
    const submission = await aRegister('forged');
    const log = join(submission, 'evidence.jsonl');
    await writeFile(log, readFileSync(log, 'utf8').replace('"status":200', '"status":202'));
    const { status, out } = await verifyAll('forged');
    expect({ status, out }).toMatchObject({
      status: 1,
      out: expect.stringMatching(/✖ .* refused: the evidence was changed/),
    });
    expect(out).toMatch(/Exit status 1: 1 of 1 submission refused/);
  });

  it('whose signer forged it, as it is judged again', async () => {
    const submission = await aRegister('again');
    await rm(submission, { recursive: true });
    await forged(whole, submission, {
      evidence: (text) => text.replace('"answer":{"status":200', '"answer":{"status":202'),
    });
    await writeFile(join(submission, 'product.yaml'), productOf('pets-js', '1.4.0'));
    expect(await checked('again')).toMatchObject([{ state: 'fails', says: expect.stringContaining('is violated') }]);
  });

  it('that is stale', async () => {
    await aRegister('stale');
    expect(await checked('stale')).toMatchObject([{ state: 'holds' }]);
    const [later] = await checked('stale', Date.now() + 91 * DAY);
    expect(later).toMatchObject({ state: 'fails', says: expect.stringMatching(/counted as fresh until .* over/) });
    expect(later).not.toHaveProperty('certificate');
  });

  it.each(['product.yaml', CERTIFICATE_FILE, 'evidence.jsonl'])('that has no %s', async (file) => {
    const submission = await aRegister(`without-${file}`);
    await rm(join(submission, file));
    expect(await checked(`without-${file}`)).toMatchObject([
      { state: 'fails', says: `it is not complete: ${file} is missing` },
    ]);
  });

  it('that another key signed, or whose key is not there', async () => {
    await aRegister('other-key');
    const key = join(place.path, 'other-key', 'pets-js', KEY_FILE);
    await using other = await certified({}, '--max-requests', '1');
    await cp(`${other.key}.pub`, key, { force: true }).catch(() => rm(key));
    const [submission] = await checked('other-key');
    expect(submission?.state).not.toBe('holds');
    await rm(key, { force: true });
    expect(await checked('other-key')).toMatchObject([{ state: 'fails', says: /^who may sign is unknown/ }]);
  });

  it('whose product file is of another one, or none', async () => {
    const submission = await aRegister('odd');
    await writeFile(join(submission, 'product.yaml'), productOf('pets-js', '9.9.9'));
    expect(await checked('odd')).toMatchObject([
      { state: 'fails', says: expect.stringContaining('is of pets-js 9.9.9') },
    ]);
    await writeFile(join(submission, 'product.yaml'), 'name: [a');
    expect(await checked('odd')).toMatchObject([{ state: 'fails', says: 'product.yaml is not YAML without aliases' }]);
    await writeFile(join(submission, 'product.yaml'), 'name: pets-js\n');
    expect(await checked('odd')).toMatchObject([
      { state: 'fails', says: expect.stringMatching(/cannot be used: schema/) },
    ]);
  });
});

describe('bad input is one sentence:', () => {
  it.each([
    ['a folder without submissions', ['--all', '.empty'], 'holds no submission'],
    ['a folder that is not there', ['--all', 'nowhere'], 'cannot be read'],
    ['a certificate beside --all', ['one.jsonl', '--all', '.empty'], '--all and a certificate cannot both be given'],
    ['a key beside --all', ['--all', '.empty', '--public-key', 'k'], '--all and --public-key cannot both be given'],
    ['a format for one certificate', ['one.jsonl', '--format', 'html'], '--format is for --all'],
    ['neither', [], 'no certificate is named'],
  ])('%s', async (_what, args, says) => {
    await mkdir(join(place.path, '.empty'), { recursive: true });
    expect(await petvetHere(['verify', ...args], { cwd: place.path })).toMatchObject({
      status: 2,
      err: expect.stringContaining(says),
    });
  });
});
