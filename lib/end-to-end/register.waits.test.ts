import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkRegister } from '../register/register.ts';
import { CATALOGUE_VERSION } from '../rules/catalogue-version.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { forged } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { productOf, submitting } from './submitting.fixture.ts';

/** Whole runs, on a machine that may be busy. */
const PATIENCE = 120_000;

let there: Awaited<ReturnType<typeof submitting>>;

beforeAll(async () => {
  there = await submitting();
}, PATIENCE);

afterAll(() => there[Symbol.asyncDispose]());

describe('a register whose submissions are valid', () => {
  it('is told line by line, and becomes a table in three formats', async () => {
    await there.aRegister('two');
    await there.aRegister('two', 'pets-js', '1.10.0');
    const { status, out } = await there.verifyAll('two');
    expect({ status, lines: out.trim().split('\n') }).toEqual({
      status: 0,
      lines: [
        '✔ pets-js 1.4.0 conforms',
        '✔ pets-js 1.10.0 conforms',
        expect.stringMatching(/^Nobody vouches for the rules, keys, disputes /),
        'Exit status 0: all 2 submissions are valid',
      ],
    });
    const json = JSON.parse((await there.verifyAll('two', '--format', 'json')).out);
    expect(json).toMatchObject({
      schema: 'petvet/register/1',
      rows: [
        {
          name: 'pets-js',
          version: '1.10.0',
          state: 'holds',
          certificate: {
            petvet: PETVET_VERSION,
            areProbesChecked: true,
            profile: 'complete',
            catalogue: CATALOGUE_VERSION,
          },
        },
        { version: '1.4.0' },
      ],
      implementations: [{ name: 'pets-js', version: '1.10.0' }],
    });
    expect(json.choices.length).toBeGreaterThan(3);
    const markdown = (await there.verifyAll('two', '--format', 'markdown')).out;
    expect(markdown).toContain(`| \`pets-js\` | \`1.10.0\` | conforms | \`${CATALOGUE_VERSION}\` |`);
    expect(markdown).toContain('windows declared: 5 s and 86400 s');
    expect(await there.verifyAll('two', '--out', 'register.html')).toMatchObject({ status: 0 });
    const page = readFileSync(join(there.place, 'register.html'), 'utf8');
    expect(page).toContain('2 of 2 versions are listed');
    expect(page).toContain('Where the specification is silent');
  });

  it('writes several tables at once with their badges, also into its own folder', async () => {
    await there.aRegister('own');
    const outs = ['--out', 'own/README.md', '--out', 'own/register.json'];
    expect(await there.verifyAll('own', ...outs)).toMatchObject({
      status: 0,
      out: expect.stringContaining('Written: own/README.md\nWritten: own/register.json\n'),
    });
    const address = 'badges/pets-js/1.4.0.svg';
    expect(readFileSync(join(there.place, 'own', address), 'utf8')).toContain('conforms (complete)');
    expect(readFileSync(join(there.place, 'own/README.md'), 'utf8')).toContain(`](${address})`);
    expect(JSON.parse(readFileSync(join(there.place, 'own/register.json'), 'utf8'))).toMatchObject({
      rows: [{ badge: { file: address } }],
    });
    expect(await there.verifyAll('own')).toMatchObject({ status: 0 });
    await there.aRegister('own', 'badges');
    expect(await there.verifyAll('own')).toMatchObject({
      status: 1,
      out: expect.stringContaining('✖ badges 1.4.0 refused: no implementation can have the name badges'),
    });
  });

  it('is of the date that was given: what is stale by then has a badge that says so', async () => {
    await there.aRegister('later');
    const later = await there.verifyAll('later', '--as-of', '2999-12-31', '--out', 'later-table/table.md');
    expect(later).toMatchObject({ status: 1, out: expect.stringMatching(/stale: it counted as fresh until/) });
    const table = readFileSync(join(there.place, 'later-table/table.md'), 'utf8');
    expect(table).toContain('Checked as of 2999-12-31');
    expect(table).toContain('[![petvet: stale](badges/pets-js/1.4.0.svg)]');
  });

  it('loses the badge of a submission that is withdrawn', async () => {
    await there.aRegister('fewer');
    const withdrawn = await there.aRegister('fewer', 'pets-js', '1.5.0');
    await there.verifyAll('fewer', '--out', 'fewer/README.md');
    await rm(withdrawn, { recursive: true });
    expect(await there.verifyAll('fewer', '--out', 'fewer/README.md')).toMatchObject({ status: 0 });
    expect(readdirSync(join(there.place, 'fewer/badges/pets-js'))).toEqual(['1.4.0.svg']);
  });

  it('of a date before the run are not checked, and no clock is blamed', async () => {
    await there.aRegister('earlier');
    expect(await there.verifyAll('earlier', '--as-of', '2020-01-31')).toMatchObject({
      status: 2,
      out: expect.stringMatching(/^\? pets-js 1\.4\.0 not checked: its run ended at \S+, after 2020-01-31\n/),
    });
  });

  it('that another petvet made say so in the table', async () => {
    const submission = await there.aRegister('another-petvet');
    await rm(submission, { recursive: true });
    await forged(there.whole, submission, {
      evidence: (text) => text.replaceAll(`"petvet/${PETVET_VERSION} (run`, '"petvet/9.9.9 (run'),
      content: (content) => ({ ...content, petvet: '9.9.9' }),
    });
    await writeFile(join(submission, 'product.yaml'), productOf('pets-js', '1.4.0'));
    const { status, out } = await there.verifyAll('another-petvet', '--format', 'markdown');
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringContaining('`made with petvet 9.9.9: its probes were not checked; windows declared'),
    });
  });

  it('are checked without those that go away meanwhile', async () => {
    await there.aRegister('vanishing');
    const second = await there.aRegister('vanishing', 'pets-js', '1.5.0');
    const interrupt = new AbortController().signal;
    const onChecked = () => rmSync(second, { recursive: true, force: true });
    expect(
      await checkRegister(join(there.place, 'vanishing'), { now: Date.now(), interrupt, onChecked }),
    ).toMatchObject([
      { state: 'holds' },
      { state: 'unchecked', says: 'its folder cannot be read on this machine: it does not exist' },
    ]);
  });

  it('may have its evidence as gzip', async () => {
    const submission = await there.aRegister('packed');
    const log = join(submission, 'evidence.jsonl');
    await writeFile(`${log}.gz`, gzipSync(readFileSync(log)));
    await rm(log);
    expect(await there.checked('packed')).toMatchObject([{ state: 'holds' }]);
    await writeFile(`${log}.gz`, 'none');
    expect(await there.checked('packed')).toMatchObject([
      { state: 'fails', says: 'evidence.jsonl.gz cannot be unpacked: it is not gzip' },
    ]);
    await writeFile(`${log}.gz`, gzipSync(readFileSync(join(there.whole.report, 'evidence.jsonl'))));
    vi.stubEnv('TMPDIR', join(there.place, 'no-such-folder'));
    const here = await there.checked('packed').finally(() => vi.unstubAllEnvs());
    expect(here).toMatchObject([
      {
        state: 'unchecked',
        says: 'evidence.jsonl.gz cannot be unpacked on this machine: the folder of temporary files cannot be used: it does not exist',
      },
    ]);
  });
});

describe('bad input is one sentence:', () => {
  it.each([
    ['a folder without submissions', ['--all', '.empty'], 'holds no submission'],
    ['a folder that is not there', ['--all', 'nowhere'], 'cannot be read'],
    ['a certificate beside --all', ['one.jsonl', '--all', '.empty'], '--all and a certificate cannot both be given'],
    ['a key beside --all', ['--all', '.empty', '--public-key', 'k'], '--all and --public-key cannot both be given'],
    ['a format for one certificate', ['one.jsonl', '--format', 'html'], '--format html is for --all'],
    ['a date for one certificate', ['one.jsonl', '--as-of', '2026-11-24'], '--as-of is for --all'],
    ['a date that is none', ['--all', '.empty', '--as-of', '2026-02-30'], '--as-of "2026-02-30" is not a date'],
    ['a file twice', ['--all', '.empty', '--out', 'a.md', '--out', './a.md'], '--out names the same file twice'],
    [
      'one format for two files',
      ['--all', '.empty', '--out', 'a.md', '--out', 'b.md', '--format', 'html'],
      '--format is for one table',
    ],
    ['neither', [], 'no certificate was given'],
  ])('%s', async (_what, args, says) => {
    await mkdir(join(there.place, '.empty'), { recursive: true });
    expect(await petvetHere(['verify', ...args], { cwd: there.place })).toMatchObject({
      status: 2,
      err: expect.stringContaining(says),
    });
  });
});
