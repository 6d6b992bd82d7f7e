import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { aToken, IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { checkRegister, IDENTITY_FILE, KEY_FILE } from '../register/register.ts';
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
      lines: ['✔ pets-js 1.4.0 conforms', '✔ pets-js 1.10.0 conforms', 'Exit status 0: all 2 submissions hold'],
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

  it('writes several tables at once with their badges, also into its own folder', async () => {
    await aRegister('own');
    const outs = ['--out', 'own/README.md', '--out', 'own/register.json'];
    expect(await verifyAll('own', ...outs)).toMatchObject({
      status: 0,
      out: expect.stringContaining('Written: own/README.md\nWritten: own/register.json\n'),
    });
    const address = 'badges/pets-js/1.4.0.svg';
    expect(readFileSync(join(place.path, 'own', address), 'utf8')).toContain('conforms (complete)');
    expect(readFileSync(join(place.path, 'own/README.md'), 'utf8')).toContain(`](${address})`);
    expect(JSON.parse(readFileSync(join(place.path, 'own/register.json'), 'utf8'))).toMatchObject({
      rows: [{ badge: { file: address } }],
    });
    expect(await verifyAll('own')).toMatchObject({ status: 0 });
    await aRegister('own', 'badges');
    expect(await verifyAll('own')).toMatchObject({
      status: 1,
      out: expect.stringContaining('✖ badges 1.4.0 refused: no implementation can have the name badges'),
    });
  });

  it('is of the date that was given: what is stale by then has a badge that says so', async () => {
    await aRegister('later');
    const later = await verifyAll('later', '--as-of', '2999-12-31', '--out', 'later-table/table.md');
    expect(later).toMatchObject({ status: 1, out: expect.stringMatching(/refused: it counted as fresh until/) });
    const table = readFileSync(join(place.path, 'later-table/table.md'), 'utf8');
    expect(table).toContain('Checked as of 2999-12-31');
    expect(table).toContain('[![petvet: stale](badges/pets-js/1.4.0.svg)]');
  });

  it('may have its evidence as gzip', async () => {
    const submission = await aRegister('packed');
    const log = join(submission, 'evidence.jsonl');
    await writeFile(`${log}.gz`, gzipSync(readFileSync(log)));
    await rm(log);
    expect(await checked('packed')).toMatchObject([{ state: 'holds' }]);
    await writeFile(`${log}.gz`, 'none');
    expect(await checked('packed')).toMatchObject([
      { state: 'fails', says: 'evidence.jsonl.gz cannot be unpacked: it is not gzip' },
    ]);
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

const signer = (identity: string) => `schema: petvet/signer/1\nidentity: ${identity}\nissuer: ${ISSUER}\n`;
const root = () => ['--trusted-root', join(place.path, 'trusted_root.json')];

describe('a submission that a pipeline signed without a key', () => {
  it(
    'counts where the register names its identity, and somebody names a trusted root',
    async () => {
      await using issuer = await startIssuer();
      await writeFile(join(place.path, 'trusted_root.json'), issuer.trustedRoot());
      const submission = await aRegister('pipelines');
      const [certificate, key] = [join(submission, CERTIFICATE_FILE), join(submission, '..', KEY_FILE)];
      await rm(certificate);
      const flags = ['--keyless', '--fulcio', issuer.url, '--rekor', issuer.url, '--from', submission];
      const signed = await petvetHere(['certify', ...flags], {
        cwd: place.path,
        env: { SIGSTORE_ID_TOKEN: aToken() },
      });
      expect({ status: signed.status, err: signed.err }).toMatchObject({ status: 0 });
      expect(await verifyAll('pipelines', ...root())).toMatchObject({
        status: 1,
        out: expect.stringMatching(/refused: who may sign is unknown: signing\.identity\.yaml cannot be read/),
      });
      const file = join(submission, '..', IDENTITY_FILE);
      await writeFile(file, signer(IDENTITY));
      await rm(key);
      expect(await verifyAll('pipelines', ...root())).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^✔ pets-js 1\.4\.0 conforms\n/),
      });
      expect(await verifyAll('pipelines')).toMatchObject({
        status: 2,
        out: expect.stringMatching(/^\? pets-js 1\.4\.0 not checked: .*--trusted-root names one\n/),
      });
      await writeFile(file, signer('https://github.com/other/pets'));
      expect(await verifyAll('pipelines', ...root())).toMatchObject({
        status: 1,
        out: expect.stringMatching(/refused: it was signed by .*, not by https:\/\/github\.com\/other\/pets\n/),
      });
      await writeFile(file, 'schema: petvet/signer/1\nidentity: a\n');
      expect(await checked('pipelines')).toMatchObject([
        {
          state: 'fails',
          says: expect.stringMatching(/^who may sign is unknown: signing\.identity\.yaml cannot be used: issuer/),
        },
      ]);
    },
    PATIENCE,
  );
});

describe('bad input is one sentence:', () => {
  it.each([
    ['a folder without submissions', ['--all', '.empty'], 'holds no submission'],
    ['a folder that is not there', ['--all', 'nowhere'], 'cannot be read'],
    ['a certificate beside --all', ['one.jsonl', '--all', '.empty'], '--all and a certificate cannot both be given'],
    ['a key beside --all', ['--all', '.empty', '--public-key', 'k'], '--all and --public-key cannot both be given'],
    ['a format for one certificate', ['one.jsonl', '--format', 'html'], '--format is for --all'],
    ['a date for one certificate', ['one.jsonl', '--as-of', '2026-11-24'], '--as-of is for --all'],
    ['a date that is none', ['--all', '.empty', '--as-of', '2026-02-30'], '--as-of is not a calendar date'],
    ['a file twice', ['--all', '.empty', '--out', 'a.md', '--out', './a.md'], '--out names the same file twice'],
    [
      'one format for two files',
      ['--all', '.empty', '--out', 'a.md', '--out', 'b.md', '--format', 'html'],
      '--format is for one table',
    ],
    ['neither', [], 'no certificate is named'],
  ])('%s', async (_what, args, says) => {
    await mkdir(join(place.path, '.empty'), { recursive: true });
    expect(await petvetHere(['verify', ...args], { cwd: place.path })).toMatchObject({
      status: 2,
      err: expect.stringContaining(says),
    });
  });
});
