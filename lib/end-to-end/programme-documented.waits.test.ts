import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { clientEvidence, clientFolder } from '../certificate/client-run.fixture.ts';
import { dayAfter } from '../register/standing.ts';
import { CATALOGUE_VERSION } from '../rules/catalogue-version.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { ROOT } from './petvet-process.fixture.ts';
import { submitting } from './submitting.fixture.ts';

/** Whole runs, on a machine that may be busy. */
const PATIENCE = 120_000;

const TODAY = new Date().toISOString().slice(0, 10);

/** As the pages show them. */
const PROGRAMME = readFileSync(join(ROOT, 'docs', 'programme.md'), 'utf8');
const CERTIFYING = readFileSync(join(ROOT, 'docs', 'certifying.md'), 'utf8');

let there: Awaited<ReturnType<typeof submitting>>;

beforeAll(async () => {
  there = await submitting();
  cpSync(there.whole.report, join(there.place, 'run'), { recursive: true });
  cpSync(`${there.whole.key}.pub`, join(there.place, 'petvet-signing.pem.pub'));
  mkdirSync(join(there.place, 'register'));
}, PATIENCE);

afterAll(() => there[Symbol.asyncDispose]());

/** The block of a page that holds this. */
function shownIn(page: string, what: string): string {
  const blocks = Array.from(page.matchAll(/^( *)```\w+\n([^]*?)^ *```$/gm), ([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const [block] = blocks.filter((text) => text.includes(what));
  if (block === undefined) throw new Error(`no block has ${what}`);
  return block;
}

const here = (...args: readonly string[]) => petvetHere(args, { cwd: there.place });

/** `petvet submit` as docs/certifying.md shows it, for another version or client. */
async function submit(certificate: string, change: Readonly<Record<string, string | undefined>> = {}) {
  const words = Array.from(
    shownIn(CERTIFYING, 'petvet submit').matchAll(/"([^"]*)"|(\S+)/g),
    ([, a, b]) => a ?? b ?? '',
  );
  const flags = new Map<string, string | undefined>();
  for (const [index, word] of words.entries()) if (word.startsWith('--')) flags.set(word, words[index + 1]);
  for (const [name, value] of Object.entries(change)) flags.set(name, value);
  const typed = [...flags].flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  return here('submit', certificate, ...typed);
}

const inRegister = (...path: readonly string[]) => join(there.place, 'register', ...path);

const verify = (...flags: readonly string[]) => here('verify', '--all', 'register', ...flags);

/** What `verify --all` says of a version, with the next step. */
async function said(version: string, ...flags: readonly string[]): Promise<string> {
  const { out } = await verify(...flags);
  const [, line = ''] = new RegExp(`^(. \\S+ ${version.replaceAll('.', '\\.')} .*(?:\\n  .*)?)$`, 'm').exec(out) ?? [];
  return line;
}

const RUN = 'run/certificate.intoto.jsonl';

describe('a programme, run by its documentation,', () => {
  it('has the rules of the page, and takes a service', async () => {
    writeFileSync(inRegister('register.yaml'), shownIn(PROGRAMME, 'petvet/register-rules/1'));
    expect(await submit(RUN)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^pets-go 1\.4\.0 conforms in part: without RATE-1|^pets-go 1\.4\.0 conforms: /),
    });
    expect(await verify()).toMatchObject({ status: 0 });
  });

  it('names what a submission lacks until nothing is missing', async () => {
    expect(await submit('nowhere/certificate.intoto.jsonl', { '--release': '1.5.0' })).toMatchObject({
      status: 2,
      err: expect.stringMatching(/does not exist\n {2}name the certificate/),
    });
    expect(await submit(RUN, { '--release': '1.5.0', '--register': 'registr' })).toMatchObject({
      status: 2,
      err: expect.stringMatching(/registr does not exist\n {2}name the folder of the register/),
    });
    expect(await submit(RUN, { '--release': '1.5.0' })).toMatchObject({
      status: 2,
      err: expect.stringMatching(/knows who signs for pets-go already\n {2}leave --public-key,/),
    });
    expect(await submit(RUN, { '--name': 'badges' })).toMatchObject({
      status: 2,
      err: expect.stringMatching(/can have the name badges: .*\n {2}choose another --name/),
    });
    expect(existsSync(inRegister('badges'))).toBe(false);
    const place = inRegister('pets-go', '1.5.0');
    mkdirSync(place);
    expect(await said('1.5.0')).toBe(
      '✖ pets-go 1.5.0 refused: it is not complete: product.yaml, certificate.intoto.jsonl, evidence.jsonl are missing\n' +
        '  the submitter: correct that and submit again',
    );
    for (const name of ['certificate.intoto.jsonl', 'evidence.jsonl.gz'])
      cpSync(inRegister('pets-go', '1.4.0', name), join(place, name));
    writeFileSync(join(place, 'product.yaml'), 'schema: petvet/product/1\nname: pets-go\nversion: 1.5.0\n');
    expect(await said('1.5.0')).toMatch(/product\.yaml cannot be used: vendor is missing; reproduce is missing\n/);
    const product = shownIn(CERTIFYING, 'petvet/product/1').replace('1.4.0', '1.5.0');
    writeFileSync(join(place, 'product.yaml'), product);
    expect(await said('1.5.0')).toMatch(/^✔ pets-go 1\.5\.0 conforms/);
  });

  it('takes a client, and only with its own evidence', async () => {
    const folder = await clientFolder(clientEvidence({ seed: 7 }));
    try {
      await here('certify', '--from', folder, '--new-key', join(there.place, 'client.pem'));
      const flags = { '--name': 'adopt', '--release': '2.0.0', '--public-key': 'client.pem.pub' };
      const ended = await submit(join(folder, 'certificate.intoto.jsonl'), flags);
      expect(ended).toMatchObject({ status: 0, out: expect.stringMatching(/^adopt 2\.0\.0 conforms: /) });
    } finally {
      rmSync(folder, { recursive: true });
    }
    const place = inRegister('adopt', '2.0.0');
    const [own, other] = [join(place, 'client-evidence.jsonl.gz'), join(place, 'evidence.jsonl.gz')];
    cpSync(own, other);
    rmSync(own);
    expect(await said('2.0.0')).toContain(
      'the certificate is of a client: submit client-evidence.jsonl, not evidence.jsonl',
    );
    cpSync(other, own);
    rmSync(other);
    expect(await here('dispute', 'register/adopt/2.0.0/certificate.intoto.jsonl', 'run')).toMatchObject({
      status: 2,
      err: expect.stringMatching(/is of a client.*\n {2}send the report .* to register@example\.org/),
    });
    expect(await said('2.0.0')).toBe('✔ adopt 2.0.0 conforms');
  });

  it('writes its table with the evidence that badges lead to', async () => {
    const outs = ['register/README.md', 'register.html', 'register/register.json', 'elsewhere/index.html'];
    expect(await verify(...outs.flatMap((out) => ['--out', out]))).toMatchObject({ status: 0 });
    const [markdown = '', page = '', json = '', elsewhere = ''] = outs.map((out) =>
      readFileSync(join(there.place, out), 'utf8'),
    );
    expect(markdown).toContain('](pets-go/1.4.0/evidence.jsonl.gz)');
    expect(markdown).toMatch(/^\| `adopt` \| `2\.0\.0` \| conforms \| .* \| 11 of 12 met \| stands \d+ \(seed 7\) \|/m);
    expect(page).toContain('href="register/pets-go/1.4.0/evidence.jsonl.gz"');
    expect(page).toContain('id="pets-go/1.4.0"');
    expect(JSON.parse(json)).toMatchObject({ clients: [{ evidence: 'adopt/2.0.0/client-evidence.jsonl.gz' }] });
    expect(elsewhere).not.toContain(there.place);
    expect(elsewhere).not.toContain('evidence.jsonl.gz"');
    for (const link of Array.from(markdown.matchAll(/\]\(([^)]+)\)/g), ([, to = '']) => to))
      expect(existsSync(inRegister(link)), link).toBe(true);
    const url = 'https://register.example/blob/main/register';
    const { out } = await verify('--format', 'html', '--submissions', url);
    expect(out).toContain(`href="${url}/pets-go/1.4.0/evidence.jsonl.gz"`);
  });

  it('lists a certificate until its days of grace are over', async () => {
    expect(await said('1.4.0', '--as-of', dayAfter(TODAY, 61))).toMatch(
      /^! pets-go 1\.4\.0 in grace: it counted as fresh until \S+\n {2}the vendor: certify again by /,
    );
    expect(await said('2.0.0', '--as-of', dayAfter(TODAY, 80))).toMatch(
      /^✖ adopt 2\.0\.0 stale: it counted as fresh until \S+\n {2}the vendor: certify again and submit$/,
    );
  });

  it('hears both sides of a dispute, and ends it by an erratum', async () => {
    const evidence = readFileSync(join(there.place, 'run', 'evidence.jsonl'), 'utf8');
    mkdirSync(join(there.place, 'counter'));
    writeFileSync(
      join(there.place, 'counter', 'evidence.jsonl'),
      evidence.replace('"answer":{"status":200', '"answer":{"status":202'),
    );
    expect(await here('dispute', 'register/pets-go/1.5.0/certificate.intoto.jsonl', 'counter')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/Dispute .* is open: the vendor can respond until /),
    });
    expect(await said('1.5.0')).toMatch(
      /^! .* disputed: .* violated\n {2}the vendor: respond to register@example\.org by /,
    );
    const disputes = inRegister('disputes', 'pets-go', '1.5.0');
    const file = join(disputes, readdirSync(disputes)[0] ?? '', 'dispute.yaml');
    const dispute = parse(readFileSync(file, 'utf8'));
    const response = { ...parse(shownIn(PROGRAMME, 'a cache responded')).response, on: TODAY };
    writeFileSync(file, stringify({ ...dispute, response }));
    expect(await said('1.5.0')).toMatch(/ {2}the register: decide dispute /);
    expect(await verify()).toMatchObject({
      status: 0,
      out: expect.stringMatching(
        /Exit status 0: 2 of 3 submissions in grace or disputed, and listed like all others\n$/,
      ),
    });
    const errata = parse(shownIn(PROGRAMME, 'petvet/errata/1'));
    const rules: string[] = dispute.violates.map(({ rule }: { readonly rule: string }) => rule);
    const all = rules.map((rule, index) => ({
      ...errata.errata[0],
      id: `E${index + 1}`,
      rule,
      catalogues: [CATALOGUE_VERSION],
      from: TODAY,
    }));
    writeFileSync(inRegister('errata.yaml'), stringify({ ...errata, errata: all }));
    expect(await said('1.5.0')).toMatch(/^✔ pets-go 1\.5\.0 conforms/);
    rmSync(inRegister('errata.yaml'));
    const decision = { ...parse(shownIn(PROGRAMME, 'a cache responded')).decision, on: TODAY };
    writeFileSync(file, stringify({ ...dispute, response, decision }));
    expect(await said('1.5.0')).toMatch(
      /^✖ .* withdrawn: by the register: .* upheld: the same happens without the cache\n {2}the vendor: submit another version$/,
    );
  });

  it('shows that a vendor withdrew a version', async () => {
    const file = inRegister('pets-go', '1.4.0', 'product.yaml');
    const [, withdrawn = ''] = /`(withdrawn: \{.*\})`/.exec(PROGRAMME) ?? [];
    writeFileSync(file, `${readFileSync(file, 'utf8')}${withdrawn.replace(/\d{4}-\d\d-\d\d/, TODAY)}\n`);
    expect(await said('1.4.0')).toMatch(/^✖ pets-go 1\.4\.0 withdrawn: by the vendor: it loses pets\n/);
    expect(await verify('--out', 'register.html')).toMatchObject({ status: 1 });
    expect(readFileSync(join(there.place, 'register.html'), 'utf8')).toContain('1 of 3 versions are listed');
  });
});
