import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_FILE, printCertificate } from '../../lib/certificate/bundle.ts';
import { aDigest, aKey, predicateIn } from '../../lib/certificate/certificate.fixture.ts';
import { pemOf } from '../../lib/certificate/keys.ts';
import { checkRegister, KEY_FILE } from '../../lib/register/register.ts';
import type { Submission } from '../../lib/register/submission.ts';
import { openFile, startBrowser, WIDTHS } from '../../lib/report/html/browser.fixture.ts';
import { typed } from '../../lib/end-to-end/typed.fixture.ts';
import { REGISTER, RELEASES, tableDate } from './releases.ts';

/** Six runs are judged again, and a browser is unpacked, on a machine that may be busy. */
const PATIENCE = 180_000;

const DAY = 86_400_000;

/** Nothing here hangs on the day of the test. */
const AS_OF = tableDate();

const NOW = Date.parse(`${AS_OF}T23:59:59.999Z`);

let place: string;
let told: Awaited<ReturnType<typeof typed>>;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'petvet-lab-register-'));
  const table = join(place, 'table');
  // Beside its submissions, as badges lead to them.
  await cp(REGISTER, table, { recursive: true });
  const outs = ['README.md', 'register.json', 'register.html'].flatMap((name) => ['--out', join(table, name)]);
  told = await typed(['verify', '--all', table, '--as-of', AS_OF, ...outs], place);
}, PATIENCE);

afterAll(() => rm(place, { recursive: true, force: true }));

/** The first release, in a register of its own. */
async function copyOfOne(register: string): Promise<{ readonly register: string; readonly submission: string }> {
  const [{ name, version }] = RELEASES;
  await mkdir(join(place, register, name), { recursive: true });
  await cp(join(REGISTER, name, KEY_FILE), join(place, register, name, KEY_FILE));
  const submission = join(place, register, name, version);
  await cp(join(REGISTER, name, version), submission, { recursive: true });
  return { register: join(place, register), submission };
}

const check = (register: string, now = NOW): Promise<readonly Submission[]> =>
  checkRegister(register, { now, interrupt: new AbortController().signal });

const evidenceIn = (submission: string): string =>
  gunzipSync(readFileSync(join(submission, 'evidence.jsonl.gz'))).toString();

const putEvidence = (submission: string, text: string): void =>
  writeFileSync(join(submission, 'evidence.jsonl.gz'), gzipSync(text));

/** Signs a submission anew, whatever its evidence is by now: a forger may hold the key. */
function sealAgain(submission: string): void {
  const file = join(submission, CERTIFICATE_FILE);
  const { signer: _signer, testResult: _result, ...content } = predicateIn(readFileSync(file, 'utf8'));
  const evidence = { name: 'evidence.jsonl', ...aDigest(evidenceIn(submission)) } as const;
  const key = aKey();
  writeFileSync(file, printCertificate({ ...content, evidence }, key));
  writeFileSync(join(submission, '..', KEY_FILE), pemOf(key.publicKey));
}

const badgesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'badges'), { recursive: true, encoding: 'utf8' }).toSorted();

describe('the register of the lab', () => {
  it('holds', () => {
    expect(told).toMatchObject({
      status: 0,
      out: expect.stringContaining(`all ${RELEASES.length} submissions are valid`),
    });
  });

  it.each(['README.md', 'register.json'])('has the table that `npm run register -- --table` writes: %s', (name) => {
    expect(readFileSync(join(REGISTER, name), 'utf8')).toBe(readFileSync(join(place, 'table', name), 'utf8'));
  });

  it('shows an erratum, and how a dispute goes', () => {
    const table = readFileSync(join(REGISTER, 'README.md'), 'utf8');
    expect(table).toMatch(/^\| `E1` \| `RATE-7` \| `1\.0\.0` \| .* \| `rewords` \|/m);
    expect(table).toMatch(
      /^\| `pets-fastify 1\.0\.0` \| .*-RATE-3` \| .* \| `that installation had LAB_LIMIT_PER_MINUTE=30.*\| `dismissed: /m,
    );
  });

  it('has a badge for each version of each implementation', () => {
    expect(badgesIn(REGISTER)).toEqual(badgesIn(join(place, 'table')));
    for (const { name, version } of RELEASES)
      expect(readFileSync(join(REGISTER, 'badges', name, `${version}.svg`), 'utf8')).toMatch(
        new RegExp(`<title>petvet: ${name} ${version}: conforms \\(complete\\) · catalogue [\\d.]+ · 20`),
      );
  });

  it('compares implementations on what the specification leaves open, and tells what versions changed', () => {
    const table = readFileSync(join(REGISTER, 'README.md'), 'utf8');
    expect(table).toMatch(
      /^\| \*\*LIST-5\*\* .*`limit is "101"` \| differ \| `400` \| `400` \| `200 with 100 items` \| `400` \|$/m,
    );
    expect(table).toContain('| **AUTH-6** | the scheme name Bearer is case-insensitive | `warn` | `pass` |');
    expect(table).toContain('| **LIST-5** | `limit is "101"` | `400` | `200 with 100 items` |');
  });
});

describe('a submission of the lab is refused', () => {
  it('that is forged: a status in its evidence is another one', async () => {
    const { register, submission } = await copyOfOne('forged');
    putEvidence(submission, evidenceIn(submission).replace('"status":200', '"status":202'));
    expect(await check(register)).toMatchObject([
      { state: 'fails', says: expect.stringMatching(/^the evidence was changed: its SHA-256 is /) },
    ]);
  });

  it('that its signer forged: the evidence is judged again', async () => {
    const { register, submission } = await copyOfOne('forged-by-signer');
    putEvidence(submission, evidenceIn(submission).replace('"answer":{"status":200', '"answer":{"status":202'));
    sealAgain(submission);
    expect(await check(register)).toMatchObject([
      { state: 'fails', says: expect.stringMatching(/^judged again, \S+ is violated: /) },
    ]);
  });

  it('that is stale', async () => {
    const { register } = await copyOfOne('stale');
    expect(await check(register)).toMatchObject([{ state: 'holds' }]);
    expect(await check(register, NOW + 91 * DAY)).toMatchObject([
      {
        state: 'fails',
        isStale: true,
        says: expect.stringMatching(/^it counted as fresh until .*, which has passed$/),
      },
    ]);
  });

  it('that is partial: exchanges are missing, its certificate, or its evidence', async () => {
    const { register, submission } = await copyOfOne('partial');
    const lines = evidenceIn(submission).split('\n');
    putEvidence(submission, lines.toSpliced(20, 1).join('\n'));
    sealAgain(submission);
    expect(await check(register)).toMatchObject([
      { state: 'fails', says: expect.stringMatching(/^exchange \d+ is missing$/) },
    ]);
    await rm(join(submission, 'evidence.jsonl.gz'));
    expect(await check(register)).toMatchObject([
      { state: 'fails', says: 'it is not complete: evidence.jsonl is missing' },
    ]);
  });
});

describe('the page of the register of the lab', () => {
  it.each(['desktop', 'phone'] as const)(
    'is accessible and no wider than a %s',
    async (device) => {
      const browser = await startBrowser();
      try {
        const viewport = { width: WIDTHS[device], height: 900 };
        await using opened = await openFile(browser, join(place, 'table', 'register.html'), { viewport });
        const { page, complaints } = opened;
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device]);
        expect(await page.getByRole('img', { name: /^Badge of .*: conforms \(complete\)/ }).count()).toBe(
          RELEASES.length,
        );
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    PATIENCE,
  );
});
