import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { aKey } from '../certificate/certificate.fixture.ts';
import { Envelope, isSignedBy, statementIn } from '../certificate/envelope.ts';
import { pemOf, readPublicKey } from '../certificate/keys.ts';
import { CATALOGUE_VERSION } from '../rules/catalogue-version.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { forged } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { productOf, RULES, submitting } from './submitting.fixture.ts';

/** Whole runs, on a machine that may be busy. */
const PATIENCE = 120_000;

let there: Awaited<ReturnType<typeof submitting>>;

beforeAll(async () => {
  there = await submitting();
}, PATIENCE);

afterAll(() => there[Symbol.asyncDispose]());

const here = (...args: readonly string[]) => petvetHere(args, { cwd: there.place });

const inPlace = (...path: readonly string[]) => join(there.place, ...path);

describe('a register whose owner signs it', () => {
  it('says who vouches for it, and what was changed since', async () => {
    const key = inPlace('owner.pem');
    for (const old of [inPlace('owned'), key, `${key}.pub`]) rmSync(old, { recursive: true, force: true });
    const submission = await there.aRegister('owned');
    const alone = await there.verifyAll('owned');
    expect(alone).toMatchObject({
      status: 0,
      out: expect.stringMatching(/\nNobody vouches for the rules, keys, disputes .*: --owner-key .*\nExit status 0/),
    });
    const signed = await here('certify', '--register', 'owned', '--new-key', key);
    expect(signed).toMatchObject({
      status: 0,
      out: expect.stringMatching(
        /^Signed: owned\/register\.intoto\.jsonl, over 3 files \(`.* verify --all owned --owner-key \S+owner\.pem\.pub` checks it\)\n$/,
      ),
    });
    const checked = () => there.verifyAll('owned', '--owner-key', `${key}.pub`);
    expect(await checked()).toMatchObject({
      status: 0,
      out: expect.stringMatching(
        /\nRules, keys, disputes .* are held to what the owner signed at \S+Z, with the key [\da-f]{64}\.\nExit status 0/,
      ),
    });
    writeFileSync(inPlace('owned', 'register.yaml'), RULES);
    expect(await checked()).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(
        /^petvet: register\.yaml was added since its owner signed this register at \S+\n {2}restore what its owner signed, or .*petvet certify --register DIR --key FILE/,
      ),
    });
    expect(await here('certify', '--register', 'owned', '--key', key)).toMatchObject({ status: 0 });
    expect(await checked()).toMatchObject({ status: 0 });
    await there.aRegister('owned', 'pets-js', '1.5.0');
    expect(await checked()).toMatchObject({
      status: 2,
      out: expect.stringMatching(
        /✔ pets-js 1\.4\.0 conforms\n\? pets-js 1\.5\.0 not checked: pets-js\/1\.5\.0\/product\.yaml was added since/,
      ),
    });
    rmSync(dirname(submission), { recursive: true });
    mkdirSync(inPlace('owned', 'pets-js', '1.5.0'), { recursive: true });
    expect(await checked()).toMatchObject({ status: 2, out: expect.stringContaining('? pets-js 1.4.0 not checked: ') });
  });

  it.each([
    ['without a key', [], 'a register needs the key of its owner'],
    ['without a key that is kept', ['--keyless'], '--register and --keyless cannot both be given'],
    ['beside a run', ['--key', 'k', '--target', 'staging'], '--register and --target cannot both be given'],
    ['of another run', ['--key', 'k', '--from', 'x'], '--register and --from cannot both be given'],
  ])('is not signed %s', async (_what, flags, says) => {
    expect(await here('certify', '--register', 'owned', ...flags)).toMatchObject({
      status: 2,
      err: expect.stringContaining(says),
    });
  });
});

/** A certificate in a register whose evidence violates a rule, as errata say that it does not count. */
async function aViolating(register: string): Promise<{ readonly certificate: string; readonly rule: string }> {
  rmSync(inPlace(register), { recursive: true, force: true });
  const submission = await there.aRegister(register);
  const certificate = await forged(there.whole, submission, {
    // Another petvet, so that its sentences on observations are not compared.
    evidence: (text) =>
      text
        .replace('"answer":{"status":200', '"answer":{"status":202')
        .replaceAll(`"petvet/${PETVET_VERSION} (run`, '"petvet/9.9.9 (run'),
    content: (content) => ({ ...content, petvet: '9.9.9' }),
  });
  writeFileSync(join(submission, 'product.yaml'), productOf('pets-js', '1.4.0'));
  const { out } = await one(certificate);
  const [, rule = ''] = /judged again, (\S+) is violated/.exec(out) ?? [];
  return { certificate, rule };
}

const one = (certificate: string, ...flags: readonly string[]) =>
  here('verify', certificate, '--public-key', `${there.whole.key}.pub`, ...flags);

const errataOn = (...rules: readonly string[]) =>
  stringify({
    schema: 'petvet/errata/1',
    errata: rules.map((rule) => ({
      id: `E-${rule}`,
      rule,
      catalogues: [CATALOGUE_VERSION],
      from: '2020-01-01',
      does: 'excludes',
      says: 'the rule was wrong',
    })),
  });

describe('one certificate is checked by errata', () => {
  it('that are named, and they say what they change; those around it wait for that', async () => {
    const { certificate, rule } = await aViolating('by-errata');
    const errata = inPlace('errata-elsewhere.yaml');
    const rules = [rule];
    let last = { status: 1, out: '' };
    for (let next: string | undefined = rule; next !== undefined;) {
      writeFileSync(errata, errataOn(...rules));
      // oxlint-disable-next-line no-await-in-loop -- each time one more rule is known to be violated
      const { status, out } = await one(certificate, '--errata', errata);
      last = { status: status ?? -1, out };
      [, next] = /Exit status 1: .*judged again, (\S+) is violated/.exec(out) ?? [];
      if (next !== undefined) rules.push(next);
    }
    expect(last).toMatchObject({
      status: 0,
      out: expect.stringMatching(
        /· errata +erratum E-\S+: \S+ is not counted \(the rule was wrong\)[^]*· errata +without errata the certificate would not be valid: judged again, \S+ is violated[^]*Exit status 0: the certificate is valid\n$/,
      ),
    });
    writeFileSync(inPlace('by-errata', 'errata.yaml'), errataOn(...rules));
    expect(await one(certificate)).toMatchObject({
      status: 2,
      out: expect.stringMatching(/Exit status 2: the certificate is valid, but without errata .*--errata names them/),
    });
    writeFileSync(inPlace('by-errata', 'errata.yaml'), errataOn('LIST-3'));
    expect(await one(certificate)).toMatchObject({ status: 1 });
  });

  it('that change nothing, and those of a certificate elsewhere are not looked for', async () => {
    const submission = await there.aRegister('calm');
    const certificate = join(submission, CERTIFICATE_FILE);
    writeFileSync(inPlace('calm', 'errata.yaml'), errataOn('LIST-3'));
    expect(await one(certificate)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/· errata +erratum E-LIST-3: LIST-3 is not counted[^]*Exit status 0/),
    });
    rmSync(join(submission, 'product.yaml'));
    expect((await one(certificate)).out).not.toContain('errata');
  });

  it('of evidence that is packed, as a register has it', async () => {
    const submission = await there.aRegister('packed-one');
    const log = join(submission, 'evidence.jsonl');
    writeFileSync(`${log}.gz`, gzipSync(readFileSync(log)));
    rmSync(log);
    const certificate = join(submission, CERTIFICATE_FILE);
    expect(await one(certificate)).toMatchObject({ status: 0 });
    expect(await one(certificate, '--evidence', `${log}.gz`)).toMatchObject({ status: 0 });
    writeFileSync(`${log}.gz`, 'none');
    expect(await one(certificate)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/evidence\.jsonl\.gz cannot be unpacked: it is not gzip\n/),
    });
  });

  it.each([
    ['that are not there', ['--errata', 'nowhere.yaml'], 'nowhere.yaml does not exist'],
    ['beside --all', ['--all', '.', '--errata', 'e.yaml'], '--all and --errata cannot both be given'],
    ['whose owner is asked for', ['--owner-key', 'k'], '--owner-key is for --all'],
  ])('in one clear sentence: %s', async (_what, flags, says) => {
    const args = flags[0] === '--all' ? flags : [there.whole.certificate, ...flags];
    expect(await here('verify', ...args)).toMatchObject({ status: 2, err: expect.stringContaining(says) });
  });
});

const statementsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('results for policy engines', () => {
  it('are written of each submission, and signed with a key', async () => {
    await there.aRegister('results');
    const refused = await there.aRegister('results', 'pets-js', '1.5.0');
    writeFileSync(join(refused, 'evidence.jsonl'), 'none');
    const file = inPlace('out', 'register.svr.jsonl');
    expect(await there.verifyAll('results', '--out', 'out/register.svr.jsonl')).toMatchObject({ status: 1 });
    const plain = statementsIn(file);
    expect(plain).toMatchObject([
      {
        predicateType: 'https://in-toto.io/attestation/svr/v0.1',
        predicate: {
          properties: [
            'PETVET_LISTED',
            'PETVET_CONFORMS',
            'PETVET_PROFILE_COMPLETE',
            `PETVET_CATALOGUE_${CATALOGUE_VERSION}`,
          ],
        },
      },
      { subject: [{ name: `pets-js/1.5.0/${CERTIFICATE_FILE}` }], predicate: { properties: [] } },
    ]);
    const { key } = there.whole;
    await there.verifyAll('results', '--out', 'out/register.svr.jsonl', '--key', key);
    const envelopes = statementsIn(file).map((line) => Envelope.parse(line));
    expect(envelopes.map((line) => isSignedBy(line, readPublicKey(`${key}.pub`)))).toEqual([true, true]);
    expect(envelopes.map((line) => JSON.parse(statementIn(line)))).toMatchObject(
      plain.map(({ subject, predicate: { properties } }) => ({ subject, predicate: { properties } })),
    );
  });

  it('are written of one certificate: what held', async () => {
    const file = inPlace('out', 'one.svr.jsonl');
    const { certificate } = there.whole;
    expect(await one(certificate, '--out', file)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/Exit status 0: the certificate is valid\n$/),
    });
    const properties = [
      'PETVET_VALID',
      'PETVET_SIGNATURE',
      'PETVET_SIGNER',
      'PETVET_EVIDENCE',
      'PETVET_VERDICTS',
      'PETVET_DATES',
    ];
    expect(statementsIn(file)).toMatchObject([{ predicate: { properties: expect.arrayContaining(properties) } }]);
    const other = inPlace('other.pub');
    writeFileSync(other, pemOf(aKey().publicKey));
    const { status, out } = await here('verify', certificate, '--public-key', other, '--format', 'svr');
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ subject: [{ name: CERTIFICATE_FILE }], predicate: { properties: [] } });
  });

  it.each([
    [
      'of another day',
      ['--all', '.', '--out', 'a.svr.jsonl', '--as-of', '2026-11-24'],
      'a verification result is of now',
    ],
    [
      'that nobody asks for are not signed',
      ['--all', '.', '--out', 'a.md', '--key', 'k'],
      '--key signs verification results',
    ],
    ['of one certificate are no table', ['one.jsonl', '--out', 'a.md'], '--out is for --all'],
    [
      'in two ways',
      ['one.jsonl', '--out', 'a.svr.json', '--format', 'json'],
      '--format and --out cannot both be given',
    ],
  ])('%s', async (_what, args, says) => {
    expect(await here('verify', ...args)).toMatchObject({ status: 2, err: expect.stringContaining(says) });
  });
});
