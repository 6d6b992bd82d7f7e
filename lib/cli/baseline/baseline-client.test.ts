import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientEvidence, clientFolder } from '../../certificate/client-run.fixture.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { readBaseline } from '../../gate/baseline-file.ts';
import { withoutSpans } from '../../report/html/unbroken.fixture.ts';

const SAYING = ['--reason', 'fixed in 2.1', '--owner', 'team-adoption', '--expires', '2999-01-31'];

const EVEN = [1_500, 1_500, 1_500, 1_500, 1_500];

let place: Awaited<ReturnType<typeof folder>>;
let folders: string[] = [];

beforeEach(async () => (place = await folder()));
afterEach(async () => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
  folders = [];
  await place[Symbol.asyncDispose]();
});

/** The folder of a client with these waits. */
async function client(...history: Parameters<typeof clientEvidence>): Promise<string> {
  const made = await clientFolder(clientEvidence(...history));
  folders.push(made);
  return made;
}

const petvet = (...args: readonly string[]) => typed(args, place.path);
const known = () => join(place.path, 'known.yaml');
const out = (name = '') => join(place.path, 'out', name);
const baseline = (command: string, run: string, ...flags: readonly string[]) =>
  petvet('baseline', command, run, '--file', known(), ...flags);
const judged = (run: string, ...flags: readonly string[]) =>
  petvet('judge', '--client', run, '--report', out(), ...flags);
const gated = (run: string, ...flags: readonly string[]) => judged(run, '--baseline', known(), ...flags);

/** A baseline that someone wrote, with these rules. */
function writtenFor(...rules: readonly string[]): void {
  const entries = rules.map((rule) => `  - { rule: ${rule}, reason: fixed in 2.1, owner: team-adoption }\n`);
  writeFileSync(known(), `schema: petvet/baseline/1\nfindings:\n${entries.join('')}`);
}

describe('a baseline of a client', () => {
  it('names the rule that is violated, and lets that pass', async () => {
    const run = await client({ waits: EVEN });
    expect(await baseline('write', run, ...SAYING)).toMatchObject({
      status: 0,
      out: `+ CLIENT-3\nAdded to ${known()}: 1 entry.\n`,
    });
    const { entries } = readBaseline(readFileSync(known(), 'utf8'), 'known.yaml');
    expect(entries).toEqual([
      { rule: 'CLIENT-3', reason: 'fixed in 2.1', owner: 'team-adoption', expires: '2999-01-31' },
    ]);
    const passed = await gated(run);
    expect(passed.status, passed.err).toBe(0);
    expect(passed.out).toMatch(/\nGate +passed: 1 known violation, expires 2999-01-31\nOutcome +violating\n/);
    expect(passed.out).toMatch(/\nExit status 0: the one violation is\s+in [^\n]*known\.yaml/);
    const junit = readFileSync(out('junit.xml'), 'utf8');
    expect(junit).toMatch(/<testsuites [^>]*failures="0"/);
    expect(junit).toMatch(/name="CLIENT-3 [^>]*>\s*<skipped type="fail" message="known, in [^"]*: fixed in 2\.1/);
    const [sarif = '', page = ''] = ['petvet.sarif', 'report.html'].map((name) => readFileSync(out(name), 'utf8'));
    expect(sarif).toMatch(/"suppressions": \[[^\]]*"fixed in 2\.1 \(team-adoption, until 2999-01-31\)"/);
    expect(withoutSpans(page)).toMatch(
      /Gate passed: 1 known violation, expires 2999-01-31<\/h1>\s*<p class="means">Violates 1 must rule \(known: CLIENT-3\)\.</,
    );
    expect(await baseline('write', run, ...SAYING)).toMatchObject({
      out: expect.stringContaining('known.yaml is unchanged: every violation of the run is in it'),
    });
    expect(await baseline('explain', run)).toMatchObject({ out: expect.stringMatching(/in that run +seen\n/) });
  });

  it('fails on a violation that it does not name', async () => {
    writtenFor('CLIENT-1');
    const { status, out: printed } = await gated(await client({ waits: EVEN }));
    expect(status).toBe(1);
    expect(printed).toMatch(/\nGate +failed: 1 violation is not in \S+known\.yaml: CLIENT-3\n/);
    expect(printed).toMatch(/\n +new +CLIENT-3\n +stale +CLIENT-1; not seen again\n/);
    expect(readFileSync(out('ctrf.json'), 'utf8')).toContain('"gate": "Gate failed: 1 violation is not in');
  });

  it('may name those of a service, which a client leaves alone', async () => {
    writtenFor('LIST-2', 'CLIENT-3');
    const { status, out: printed } = await gated(await client({ waits: EVEN }));
    expect(status).toBe(0);
    expect(printed).toMatch(/not seen +LIST-2; the run did not judge the rule\n/);
  });

  it('says that an entry is fixed, and lets it be pruned', async () => {
    writtenFor('CLIENT-3');
    const mended = await client();
    const { status, out: printed } = await gated(mended);
    expect(status).toBe(1);
    expect(printed).toMatch(/\nExit status 1: 1 entry of\s+\S+known\.yaml is stale: CLIENT-3 was not seen again/);
    expect(await baseline('prune', mended)).toMatchObject({
      status: 0,
      out: `- CLIENT-3\nRemoved from ${known()}: 1 entry.\n`,
    });
    expect(await gated(mended)).toMatchObject({ status: 0 });
  });

  it('does not take an entry for fixed where the client was run in some situations only', async () => {
    writtenFor('CLIENT-3');
    const { status, out: printed } = await gated(await client({ situations: ['refusals'] }));
    expect(status).toBe(0);
    expect(printed).toMatch(/not seen +CLIENT-3; the client was not run in 11 situations, such as plain\n/);
  });

  it.each<[readonly string[], string]>([
    [['--profile', 'read-only'], '--profile read-only is about what petvet sends to a service, not about a client'],
    [['--fail-on', 'CLIENT-9'], 'CLIENT-9'],
  ])('%s is refused in a sentence', async (flags, says) => {
    const ended = await judged(await client(), ...flags);
    expect(ended).toMatchObject({ status: 2, out: '', err: expect.stringContaining(says) });
  });

  it('--fail-on and --profile strict choose what fails', async () => {
    const run = await client({ waits: EVEN });
    expect(await judged(run, '--fail-on', 'CLIENT-2')).toMatchObject({ status: 0 });
    expect(await judged(run, '--fail-on', 'CLIENT-2,CLIENT-3')).toMatchObject({ status: 1 });
    expect(await judged(run, '--profile', 'strict')).toMatchObject({ status: 1 });
  });
});
