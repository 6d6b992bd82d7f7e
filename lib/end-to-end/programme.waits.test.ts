import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { KEY_FILE } from '../register/register.ts';
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

const SAID = {
  name: 'pets-go',
  release: '1.4.0',
  vendor: 'Example Ltd',
  contact: 'pets@example.org',
  repository: 'https://git.example/pets',
  reproduce: 'npm start',
};

const flagsOf = (said: Readonly<Record<string, string>>) =>
  Object.entries(said).flatMap(([name, value]) => [`--${name}`, value]);

const submit = (register: string, ...flags: readonly string[]) =>
  here('submit', join(there.whole.report, 'certificate.intoto.jsonl'), '--register', register, ...flags);

const write = (register: string, name: string, text: string) => {
  mkdirSync(join(there.place, register), { recursive: true });
  writeFileSync(join(there.place, register, name), text);
};

/** The report of a run of the same service with one response changed. */
function violating(): string {
  const folder = join(there.place, 'counter');
  mkdirSync(folder, { recursive: true });
  const evidence = readFileSync(join(there.whole.report, 'evidence.jsonl'), 'utf8');
  writeFileSync(join(folder, 'evidence.jsonl'), evidence.replace('"answer":{"status":200', '"answer":{"status":202'));
  return 'counter';
}

const certificateIn = (register: string) => join(register, 'pets-go/1.4.0/certificate.intoto.jsonl');

const disputeIn = (register: string) => {
  const place = join(there.place, register, 'disputes/pets-go/1.4.0');
  return join(place, readdirSync(place)[0] ?? '', 'dispute.yaml');
};

const Violates = z.looseObject({ violates: z.array(z.looseObject({ rule: z.string() })) });

const erratumOn = (rule: string) => ({
  id: `E-${rule}`,
  rule,
  catalogues: [CATALOGUE_VERSION],
  from: '2020-01-01',
  does: 'excludes',
  says: 'the rule was wrong',
});

const errataOn = (...rules: readonly string[]) =>
  stringify({ schema: 'petvet/errata/1', errata: rules.map((rule) => erratumOn(rule)) });

describe('a register with rules of its own', () => {
  it('takes a submission by one command, which names what is missing', async () => {
    write('submitted', 'register.yaml', RULES);
    const { contact: _contact, reproduce: _reproduce, ...less } = SAID;
    expect(await submit('submitted', ...flagsOf(less))).toMatchObject({
      status: 2,
      err: expect.stringContaining('--contact, --reproduce not given'),
    });
    expect(readdirSync(join(there.place, 'submitted'))).toEqual(['register.yaml']);
    expect(await submit('submitted', ...flagsOf(SAID), '--public-key', `${there.whole.key}.pub`)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^pets-go 1\.4\.0 conforms: the certificate is valid; the vendor: certify again by /),
    });
    expect(readdirSync(join(there.place, 'submitted/pets-go')).toSorted()).toEqual(['1.4.0', KEY_FILE]);
    expect(await there.verifyAll('submitted')).toMatchObject({ status: 0 });
    expect(await submit('submitted', ...flagsOf(SAID))).toMatchObject({ status: 2 });
  });

  it('leads from a dispute to its decision', async () => {
    write('disputed', 'register.yaml', `${RULES}noticeDays: 7\n`);
    await there.aRegister('disputed', 'pets-go');
    const own = await here('dispute', certificateIn('disputed'), there.whole.report);
    expect(own).toMatchObject({ status: 1, out: expect.stringContaining('violates no must rule') });
    const opened = await here('dispute', certificateIn('disputed'), violating());
    expect(opened).toMatchObject({
      status: 0,
      out: expect.stringMatching(/Dispute .* is open: the vendor can respond/),
    });
    const { status, out } = await there.verifyAll('disputed', '--format', 'markdown');
    expect({ status, out }).toMatchObject({
      status: 0,
      out: expect.stringMatching(/\| disputed \| .*the vendor: respond to register@example\.org by /),
    });
    const file = disputeIn('disputed');
    const dispute = Violates.parse(parse(readFileSync(file, 'utf8')));
    const decision = { on: '2020-01-01', is: 'upheld', says: 'it is so' };
    writeFileSync(file, stringify({ ...dispute, decision }));
    expect(await there.verifyAll('disputed')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/✖ pets-go 1\.4\.0 withdrawn: by the register: dispute \S+ was upheld: it is so/),
    });
    writeFileSync(file, 'schema: petvet/dispute/1\n');
    expect(await there.verifyAll('disputed')).toMatchObject({ status: 2 });
  });

  it('judges old certificates anew by its errata, and names what they changed', async () => {
    await there.aRegister('source', 'pets-go');
    await here('dispute', certificateIn('source'), violating());
    const { violates } = Violates.parse(parse(readFileSync(disputeIn('source'), 'utf8')));
    const submission = await there.aRegister('errata', 'pets-go');
    await forged(there.whole, submission, {
      // Another petvet, so that its sentences on observations are not compared.
      evidence: (text) =>
        text
          .replace('"answer":{"status":200', '"answer":{"status":202')
          .replaceAll(`"petvet/${PETVET_VERSION} (run`, '"petvet/9.9.9 (run'),
      content: (content) => ({ ...content, petvet: '9.9.9' }),
    });
    writeFileSync(join(submission, 'product.yaml'), productOf('pets-go', '1.4.0'));
    expect(await there.verifyAll('errata')).toMatchObject({ status: 1 });
    write('errata', 'errata.yaml', errataOn('AUTH-1'));
    expect(await there.verifyAll('errata')).toMatchObject({ status: 1 });
    write('errata', 'errata.yaml', errataOn(...violates.map(({ rule }) => rule)));
    const { status, out } = await there.verifyAll('errata', '--format', 'markdown');
    expect({ status, out }).toMatchObject({
      status: 0,
      out: expect.stringMatching(
        /erratum E-\S+: \S+ is not counted.*without errata it would be refused: judged again, /,
      ),
    });
  });

  it('says that a version is withdrawn, and which certificates it does not accept', async () => {
    const submission = await there.aRegister('withdrawn', 'pets-go');
    const product = productOf('pets-go', '1.4.0');
    writeFileSync(join(submission, 'product.yaml'), `${product}withdrawn: {on: 2020-01-01, why: it loses pets}\n`);
    expect(await there.verifyAll('withdrawn')).toMatchObject({
      status: 1,
      out: expect.stringContaining('✖ pets-go 1.4.0 withdrawn: by the vendor: it loses pets'),
    });
    writeFileSync(join(submission, 'product.yaml'), product);
    write('withdrawn', 'register.yaml', `${RULES}catalogues: [{version: 0.1.0}]\n`);
    expect(await there.verifyAll('withdrawn')).toMatchObject({
      status: 1,
      out: expect.stringContaining(`refused: catalogue ${CATALOGUE_VERSION} is not accepted here, only 0.1.0`),
    });
  });
});
