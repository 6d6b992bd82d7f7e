import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { aKey } from '../certificate/certificate.fixture.ts';
import { seal } from '../certificate/envelope.ts';
import { keyIdOf, pemOf, readPublicKey, readSigningKey } from '../certificate/keys.ts';
import { aToken, IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { holding } from '../register/register.fixture.ts';
import { IDENTITY_FILE, KEY_FILE } from '../register/register.ts';
import { tableOf } from '../register/table.ts';
import { forged } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { productOf, submitting } from './submitting.fixture.ts';

/** Whole runs, on a machine that may be busy. */
const PATIENCE = 120_000;

const DAY = 86_400_000;

let there: Awaited<ReturnType<typeof submitting>>;

beforeAll(async () => {
  there = await submitting();
}, PATIENCE);

afterAll(() => there[Symbol.asyncDispose]());

describe('a submission is refused', () => {
  it('that is forged', async () => {
    const submission = await there.aRegister('forged');
    const log = join(submission, 'evidence.jsonl');
    await writeFile(log, readFileSync(log, 'utf8').replace('"status":200', '"status":202'));
    const { status, out } = await there.verifyAll('forged');
    expect({ status, out }).toMatchObject({
      status: 1,
      out: expect.stringMatching(/✖ .* refused: the evidence was changed/),
    });
    expect(out).toMatch(/Exit status 1: 1 of 1 submission not accepted/);
  });

  it('whose signer forged it, as it is judged again', async () => {
    const submission = await there.aRegister('again');
    await rm(submission, { recursive: true });
    await forged(there.whole, submission, {
      evidence: (text) => text.replace('"answer":{"status":200', '"answer":{"status":202'),
    });
    await writeFile(join(submission, 'product.yaml'), productOf('pets-js', '1.4.0'));
    expect(await there.checked('again')).toMatchObject([
      { state: 'fails', says: expect.stringContaining('is violated') },
    ]);
  });

  it('that is stale', async () => {
    await there.aRegister('stale');
    expect(await there.checked('stale')).toMatchObject([{ state: 'holds' }]);
    const later = await there.checked('stale', Date.now() + 91 * DAY);
    expect(later).toMatchObject([
      { state: 'fails', isStale: true, says: expect.stringMatching(/counted as fresh until .* passed/) },
    ]);
    const { rows, implementations, choices } = tableOf(later, '2999-12-31');
    expect(rows).toMatchObject([{ date: new Date().toISOString().slice(0, 10) }]);
    expect(rows[0]).not.toHaveProperty('certificate');
    expect({ implementations, choices }).toEqual({ implementations: [], choices: [] });
  });

  it('that is stale stays in the history, and before what came later, whatever the versions are called', async () => {
    await there.aRegister('named', 'pets-js', 'zephyr');
    const old = await there.checked('named', Date.now() + 91 * DAY);
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
    const submission = await there.aRegister(`without-${file}`);
    await rm(join(submission, file));
    expect(await there.checked(`without-${file}`)).toMatchObject([
      { state: 'fails', says: `it is not complete: ${file} is missing` },
    ]);
  });

  it('that another key signed, or whose key is not there', async () => {
    const submission = await there.aRegister('other-key');
    const key = join(submission, '..', KEY_FILE);
    const { publicKey } = aKey();
    const own = keyIdOf(readPublicKey(`${there.whole.key}.pub`));
    await writeFile(key, pemOf(publicKey));
    expect(await there.checked('other-key')).toMatchObject([
      { state: 'fails', says: `it is signed with the key ${own}, not with ${keyIdOf(publicKey)}` },
    ]);
    expect(await there.verifyAll('other-key')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^✖ pets-js 1\.4\.0 refused: it is signed with the key /),
    });
    await writeFile(key, 'no key');
    expect(await there.checked('other-key')).toMatchObject([
      { state: 'fails', says: `who may sign is unknown: ${KEY_FILE} holds no public key in PEM form` },
    ]);
    await rm(key);
    expect(await there.checked('other-key')).toMatchObject([
      { state: 'fails', says: `who may sign is unknown: ${KEY_FILE} cannot be read: it does not exist` },
    ]);
  });

  it('whose certificate is none; one of a format that a newer petvet signs is not checked', async () => {
    const submission = await there.aRegister('junk');
    const certificate = join(submission, CERTIFICATE_FILE);
    await writeFile(certificate, 'junk\n');
    expect(await there.checked('junk')).toMatchObject([
      {
        state: 'fails',
        says: expect.stringMatching(
          /^this is not a certificate: it holds no DSSE envelope of an in-toto statement; name the certificate/,
        ),
      },
    ]);
    const statement = '{"_type":"https://in-toto.io/Statement/v1","predicateType":"urn:petvet:certificate:2"}';
    const line = `${JSON.stringify(seal(statement, readSigningKey(there.whole.key).privateKey, ''))}\n`;
    await writeFile(certificate, line + line);
    expect(await there.checked('junk')).toMatchObject([
      { state: 'unchecked', says: expect.stringMatching(/of a format that this petvet knows$/) },
    ]);
  });

  it('whose folder has a name that is too long for a badge, and the others get theirs', async () => {
    await there.aRegister('long');
    await mkdir(join(there.place, 'long', 'pets-js', 'v'.repeat(240)));
    const { status, out } = await there.verifyAll('long', '--out', 'long-table/table.md');
    expect({ status, out }).toEqual({
      status: 1,
      out: expect.stringMatching(/refused: the names of its folders are too long: each may have 100 bytes\n/),
    });
    expect(readdirSync(join(there.place, 'long-table/badges/pets-js'))).toEqual(['1.4.0.svg']);
  });

  it('whose product file is of another one, or none', async () => {
    const submission = await there.aRegister('odd');
    await writeFile(join(submission, 'product.yaml'), productOf('pets-js', '9.9.9'));
    expect(await there.checked('odd')).toMatchObject([
      { state: 'fails', says: 'product.yaml names pets-js 9.9.9, and its folders are pets-js and 1.4.0' },
    ]);
    await writeFile(join(submission, 'product.yaml'), 'name: [a');
    expect(await there.checked('odd')).toMatchObject([
      { state: 'fails', says: 'product.yaml is not YAML without aliases' },
    ]);
    await writeFile(join(submission, 'product.yaml'), 'name: pets-js\n');
    expect(await there.checked('odd')).toMatchObject([
      { state: 'fails', says: expect.stringMatching(/cannot be used: schema/) },
    ]);
  });
});

const signer = (identity: string) => `schema: petvet/signer/1\nidentity: ${identity}\nissuer: ${ISSUER}\n`;
const root = () => ['--trusted-root', join(there.place, 'trusted_root.json')];

describe('a submission that a pipeline signed without a key', () => {
  it(
    'counts where the register names its identity, and somebody names a trusted root',
    async () => {
      await using issuer = await startIssuer();
      await writeFile(join(there.place, 'trusted_root.json'), issuer.trustedRoot());
      await there.aRegister('keyed');
      expect(await there.verifyAll('keyed', ...root())).toMatchObject({ status: 0 });
      const submission = await there.aRegister('pipelines');
      const [certificate, key] = [join(submission, CERTIFICATE_FILE), join(submission, '..', KEY_FILE)];
      await rm(certificate);
      const flags = ['--keyless', '--fulcio', issuer.url, '--rekor', issuer.url, '--from', submission];
      const signed = await petvetHere(['certify', ...flags], {
        cwd: there.place,
        env: { SIGSTORE_ID_TOKEN: aToken() },
      });
      expect({ status: signed.status, err: signed.err }).toMatchObject({ status: 0 });
      expect(await there.verifyAll('pipelines', ...root())).toMatchObject({
        status: 1,
        out: expect.stringMatching(/refused: who may sign is unknown: signing\.identity\.yaml cannot be read/),
      });
      const file = join(submission, '..', IDENTITY_FILE);
      await writeFile(file, signer(IDENTITY));
      await rm(key);
      expect(await there.verifyAll('pipelines', ...root())).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^✔ pets-js 1\.4\.0 conforms\n/),
      });
      expect(await there.verifyAll('pipelines')).toMatchObject({
        status: 2,
        out: expect.stringMatching(/^\? pets-js 1\.4\.0 not checked: .*--trusted-root names one\n/),
      });
      await mkdir(join(there.place, 'submitted', 'pets-js'), { recursive: true });
      await writeFile(join(there.place, 'submitted', 'pets-js', IDENTITY_FILE), signer(IDENTITY));
      const said = ['--name', 'pets-js', '--release', '1.4.0', '--vendor', 'Example', '--contact', 'pets@example.org'];
      const rest = ['--repository', 'https://git.example/pets', '--reproduce', 'npm start', ...root()];
      expect(
        await petvetHere(['submit', certificate, '--register', 'submitted', ...said, ...rest], { cwd: there.place }),
      ).toMatchObject({ status: 0, out: expect.stringMatching(/^pets-js 1\.4\.0 conforms: /) });
      await writeFile(file, signer('https://github.com/other/pets'));
      expect(await there.verifyAll('pipelines', ...root())).toMatchObject({
        status: 1,
        out: expect.stringMatching(/refused: it was signed by .*, not by https:\/\/github\.com\/other\/pets\n/),
      });
      await writeFile(file, 'schema: petvet/signer/1\nidentity: a\n');
      expect(await there.checked('pipelines')).toMatchObject([
        {
          state: 'fails',
          says: expect.stringMatching(/^who may sign is unknown: signing\.identity\.yaml cannot be used: issuer/),
        },
      ]);
    },
    PATIENCE,
  );
});
