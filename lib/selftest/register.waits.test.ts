import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { aKey } from '../certificate/certificate.fixture.ts';
import { seal } from '../certificate/envelope.ts';
import { keyIdOf, pemOf, readPublicKey, readSigningKey } from '../certificate/keys.ts';
import { aToken, IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { holding } from '../register/register.fixture.ts';
import { checkRegister, IDENTITY_FILE, KEY_FILE } from '../register/register.ts';
import { tableOf } from '../register/table.ts';
import { PETVET_VERSION } from '../run/version.ts';
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
          certificate: { petvet: PETVET_VERSION, areProbesChecked: true, profile: 'complete', catalogue: '1.0.0' },
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

  it('loses the badge of a submission that is withdrawn', async () => {
    await aRegister('fewer');
    const withdrawn = await aRegister('fewer', 'pets-js', '1.5.0');
    await verifyAll('fewer', '--out', 'fewer/README.md');
    await rm(withdrawn, { recursive: true });
    expect(await verifyAll('fewer', '--out', 'fewer/README.md')).toMatchObject({ status: 0 });
    expect(readdirSync(join(place.path, 'fewer/badges/pets-js'))).toEqual(['1.4.0.svg']);
  });

  it('of a date before the run are not checked, and no clock is blamed', async () => {
    await aRegister('earlier');
    expect(await verifyAll('earlier', '--as-of', '2020-01-31')).toMatchObject({
      status: 2,
      out: expect.stringMatching(/^\? pets-js 1\.4\.0 not checked: its run ended at \S+, after 2020-01-31\n/),
    });
  });

  it('that another petvet made say so in the table', async () => {
    const submission = await aRegister('another-petvet');
    await rm(submission, { recursive: true });
    await forged(whole, submission, {
      evidence: (text) => text.replaceAll(`"petvet/${PETVET_VERSION} (run`, '"petvet/9.9.9 (run'),
      content: (content) => ({ ...content, petvet: '9.9.9' }),
    });
    await writeFile(join(submission, 'product.yaml'), productOf('pets-js', '1.4.0'));
    const { status, out } = await verifyAll('another-petvet', '--format', 'markdown');
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringContaining('`made with petvet 9.9.9: its probes were not checked; windows declared'),
    });
  });

  it('are checked without those that go away meanwhile', async () => {
    await aRegister('vanishing');
    const second = await aRegister('vanishing', 'pets-js', '1.5.0');
    const interrupt = new AbortController().signal;
    const onChecked = () => rmSync(second, { recursive: true, force: true });
    expect(await checkRegister(join(place.path, 'vanishing'), { now: Date.now(), interrupt, onChecked })).toMatchObject(
      [
        { state: 'holds' },
        { state: 'unchecked', says: 'its folder cannot be read on this machine: it does not exist' },
      ],
    );
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
    await writeFile(`${log}.gz`, gzipSync(readFileSync(join(whole.report, 'evidence.jsonl'))));
    vi.stubEnv('TMPDIR', join(place.path, 'no-such-folder'));
    const here = await checked('packed').finally(() => vi.unstubAllEnvs());
    expect(here).toMatchObject([
      {
        state: 'unchecked',
        says: 'evidence.jsonl.gz cannot be unpacked on this machine: the folder of temporary files cannot be used: it does not exist',
      },
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
    const later = await checked('stale', Date.now() + 91 * DAY);
    expect(later).toMatchObject([
      { state: 'fails', isStale: true, says: expect.stringMatching(/counted as fresh until .* over/) },
    ]);
    const { rows, implementations, choices } = tableOf(later, '2999-12-31');
    expect(rows).toMatchObject([{ date: new Date().toISOString().slice(0, 10) }]);
    expect(rows[0]).not.toHaveProperty('certificate');
    expect({ implementations, choices }).toEqual({ implementations: [], choices: [] });
  });

  it('that is stale stays in the history, and before what came later, whatever the versions are called', async () => {
    await aRegister('named', 'pets-js', 'zephyr');
    const old = await checked('named', Date.now() + 91 * DAY);
    const endedAt = new Date(Date.now() + 90 * DAY).toISOString();
    const { rows, histories } = tableOf([holding('pets-js', 'autumn', { claims: { endedAt } }), ...old], '2999-12-31');
    expect(rows.map(({ version }) => version)).toEqual(['autumn', 'zephyr']);
    expect(histories).toMatchObject([
      {
        steps: [
          { version: 'zephyr', isStale: true, date: new Date().toISOString().slice(0, 10), changes: [] },
          { version: 'autumn', state: 'holds', since: 'zephyr', changes: expect.any(Array) },
        ],
      },
    ]);
    expect(histories[0]?.steps[1]?.changes.filter(({ about }) => about === 'result')).toEqual([]);
  });

  it.each(['product.yaml', CERTIFICATE_FILE, 'evidence.jsonl'])('that has no %s', async (file) => {
    const submission = await aRegister(`without-${file}`);
    await rm(join(submission, file));
    expect(await checked(`without-${file}`)).toMatchObject([
      { state: 'fails', says: `it is not complete: ${file} is missing` },
    ]);
  });

  it('that another key signed, or whose key is not there', async () => {
    const submission = await aRegister('other-key');
    const key = join(submission, '..', KEY_FILE);
    const { publicKey } = aKey();
    const own = keyIdOf(readPublicKey(`${whole.key}.pub`));
    await writeFile(key, pemOf(publicKey));
    expect(await checked('other-key')).toMatchObject([
      { state: 'fails', says: `it is signed with the key ${own}, not with ${keyIdOf(publicKey)}` },
    ]);
    expect(await verifyAll('other-key')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^✖ pets-js 1\.4\.0 refused: it is signed with the key /),
    });
    await writeFile(key, 'no key');
    expect(await checked('other-key')).toMatchObject([
      { state: 'fails', says: `who may sign is unknown: ${KEY_FILE} holds no public key in PEM form` },
    ]);
    await rm(key);
    expect(await checked('other-key')).toMatchObject([
      { state: 'fails', says: `who may sign is unknown: ${KEY_FILE} cannot be read: it does not exist` },
    ]);
  });

  it('whose certificate is none; one of a format that a newer petvet signs is not checked', async () => {
    const submission = await aRegister('junk');
    const certificate = join(submission, CERTIFICATE_FILE);
    await writeFile(certificate, 'junk\n');
    expect(await checked('junk')).toMatchObject([
      {
        state: 'fails',
        says: 'this is no certificate: it holds no DSSE envelope of an in-toto statement',
      },
    ]);
    const statement = '{"_type":"https://in-toto.io/Statement/v1","predicateType":"urn:petvet:certificate:2"}';
    const line = `${JSON.stringify(seal(statement, readSigningKey(whole.key).privateKey, ''))}\n`;
    await writeFile(certificate, line + line);
    expect(await checked('junk')).toMatchObject([
      { state: 'unchecked', says: expect.stringMatching(/of a format that this petvet knows$/) },
    ]);
  });

  it('whose folder has a name that is too long for a badge, and the others get theirs', async () => {
    await aRegister('long');
    await mkdir(join(place.path, 'long', 'pets-js', 'v'.repeat(240)));
    const { status, out } = await verifyAll('long', '--out', 'long-table/table.md');
    expect({ status, out }).toEqual({
      status: 1,
      out: expect.stringMatching(/refused: the names of its folders are too long: each may have 100 bytes\n/),
    });
    expect(readdirSync(join(place.path, 'long-table/badges/pets-js'))).toEqual(['1.4.0.svg']);
  });

  it('whose product file is of another one, or none', async () => {
    const submission = await aRegister('odd');
    await writeFile(join(submission, 'product.yaml'), productOf('pets-js', '9.9.9'));
    expect(await checked('odd')).toMatchObject([
      { state: 'fails', says: 'product.yaml names pets-js 9.9.9, and its folders are pets-js and 1.4.0' },
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
      await aRegister('keyed');
      expect(await verifyAll('keyed', ...root())).toMatchObject({ status: 0 });
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
