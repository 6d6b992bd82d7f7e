import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBaseline } from '../gate/baseline-file.ts';
import { sayName } from '../gate/finding-name.ts';
import { startReferenceServer } from '../reference/server.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { service } from './loopback-service.ts';
import { TAKEN, withManyFaults } from './many-faults.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

const KEY = 'pet_5b0f6c1de2a94738c6d1e0f9a2b3c4d5';

const SAYING = ['--reason', 'fixed in 2.1', '--owner', 'team-adoption', '--expires', '2999-01-31'];

/** A service with several faults of one rule, runs against it, and what they leave in a folder. */
async function gated() {
  const place = await folder();
  const server = await startReferenceServer({ keys: [{ key: KEY }] });
  const faulty = await service(withManyFaults(server.port));
  const at = (name: string) => join(place.path, name);
  const file = at('baseline.yaml');
  const start = { cwd: place.path, env: { PETVET_API_KEY: KEY } };
  const checkAt = (baseUrl: string, report: string, flags: readonly string[]) =>
    petvetHere(['check', '--base-url', baseUrl, '--no-burn', '--report', at(report), ...flags], start);
  return {
    at,
    file,
    petvet: (...args: readonly string[]) => petvetHere(args, start),
    check: (report: string, ...flags: readonly string[]) => checkAt(faulty.baseUrl, report, flags),
    /** The same service, without its faults. */
    checkMended: (report: string, ...flags: readonly string[]) => checkAt(server.baseUrl, report, flags),
    entries: () => readBaseline(readFileSync(file, 'utf8'), file).entries,
    report: (name: string) =>
      ConformanceReport.parse(JSON.parse(readFileSync(join(at(name), 'conformance.json'), 'utf8'))),
    [Symbol.asyncDispose]: async () => {
      await faulty[Symbol.asyncDispose]();
      await server.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

describe.concurrent('a baseline', () => {
  it('lets known findings pass, also with another seed, and fails on another fault of the same rule', async () => {
    await using gate = await gated();
    const { at, file, entries } = gate;
    const first = await gate.check('first', '--seed', '1');
    expect(first.status, first.err).toBe(1);
    expect(first.out).toMatch(/\nExit status 1: .*CREATE-6.* violated\n$/);

    const written = await gate.petvet('baseline', 'write', at('first'), '--file', file, ...SAYING);
    expect(written.status, written.err).toBe(0);
    expect(written.out).toMatch(
      /The run did not verify .*\bRATE-5\b.*: a violation that a later run finds there is new/,
    );
    const inputs = entries().flatMap(({ rule, input = '' }) => (rule === 'CREATE-6' ? [input] : []));
    expect(inputs).toEqual(expect.arrayContaining(TAKEN));

    const second = await gate.check('second', '--seed', '15', '--baseline', file);
    expect(second.out).toMatch(
      /\nExit status 0: (?:both|all \d+) findings of violated rules are in .*baseline\.yaml; .*\n$/,
    );
    expect(second.status).toBe(0);
    expect(second.out).toMatch(/^Gate +passed: \d+ known violations, first expires 2999-01-31$/m);
    expect(second.out).not.toContain('fix first');
    const { outcome, gate: decided, rules } = gate.report('second');
    expect(outcome).toBe('violating');
    expect(rules.find(({ id }) => id === 'CREATE-6')?.verdict).toBe('fail');
    expect(decided?.baseline).toMatchObject({ new: [], stale: [], expired: [] });
    expect(decided?.baseline?.known).toHaveLength(entries().length);

    const taken = entries().find(({ input }) => input === TAKEN[0]);
    expect(taken).toBeDefined();
    const lines = readFileSync(file, 'utf8');
    writeFileSync(file, lines.replace(`input: ${TAKEN[0]}`, 'input: name is a tree'));
    const judged = await gate.petvet('judge', at('second'), '--baseline', file);
    expect(judged.status).toBe(1);
    expect(judged.out).toContain(`1 violation is not in ${file}: ${sayName({ rule: 'CREATE-6', ...taken })}`);

    // Nothing of the kind was sent: the entry may be right. A run that used all its requests may have sent none for that.
    await gate.check('narrow', '--seed', '8', '--rule', 'CREATE-6');
    const narrow = await gate.petvet('judge', at('narrow'), '--baseline', file);
    expect(narrow.out).toMatch(/not seen {2}.*name is a tree.*the run sent no such request/);
  });

  it('is stale where a run could have seen a finding and did not, until it is pruned', async () => {
    await using gate = await gated();
    const { at, file } = gate;
    await gate.check('run', '--seed', '1');
    await gate.petvet('baseline', 'write', at('run'), '--file', file, ...SAYING);
    const mended = await gate.checkMended('mended', '--seed', '3', '--baseline', file);
    expect(mended.status).toBe(1);
    expect(mended.out).toMatch(/Exit status 1: \d+ entries of .* are stale: .*`petvet baseline prune`/);

    const pruned = await gate.petvet('baseline', 'prune', at('mended'), '--file', file);
    expect([pruned.status, pruned.err]).toEqual([0, '']);
    expect(pruned.out).toMatch(/- CREATE-6 on createPet: .*\n[^]*Removed from /);
    const after = await gate.petvet('judge', at('mended'), '--baseline', file);
    expect(after.status, after.out).toBe(0);
  });

  it('is never hidden: the page, the summary and the terminal tell known findings with their reason', async () => {
    await using gate = await gated();
    const { at, file } = gate;
    await gate.check('run', '--seed', '1', '--rule', 'CREATE-6');
    await gate.petvet('baseline', 'write', at('run'), '--file', file, ...SAYING);
    const { out } = await gate.petvet('judge', at('run'), '--baseline', file, '--report', at('judged'));
    expect(out).toMatch(/known +CREATE-6 on createPet: [^]*fixed in 2\.1[^]*\(team-adoption, until\s+2999-01-31\)/);
    expect(out).toMatch(/violating/);
    expect(readFileSync(join(at('judged'), 'report.html'), 'utf8')).toContain('fixed in 2.1');
    const explained = await gate.petvet('baseline', 'explain', at('run'), '--file', file);
    expect(explained.out).toMatch(/CREATE-6 on createPet[^]*requirement[^]*fixed in 2\.1[^]*in that run {2}seen/);
  });

  it('that cannot be used ends the command before anything is sent, and is not overwritten', async () => {
    await using gate = await gated();
    const { at, file } = gate;
    await gate.check('run', '--rule', 'CREATE-6');
    writeFileSync(file, 'schema: petvet/baseline/1\nfindings:\n  - rule: LIST-2\n');
    const before = readFileSync(file, 'utf8');
    for (const args of [
      ['check', '--baseline', file, '--report', at('never')],
      ['baseline', 'write', at('run'), '--file', file, ...SAYING],
      ['baseline', 'prune', at('run'), '--file', file],
    ]) {
      const ended = await gate.petvet(...args);
      expect(ended).toMatchObject({ status: 2, out: '' });
      expect(ended.err).toContain(`${file} is not complete: entry 1 lacks reason`);
    }
    expect(readFileSync(file, 'utf8')).toBe(before);
    const over = await gate.petvet(
      'baseline',
      'write',
      at('run'),
      '--reason',
      'x',
      '--owner',
      'y',
      '--expires',
      '2020-01-31',
    );
    expect(over).toMatchObject({ status: 2, err: expect.stringContaining('--expires 2020-01-31 has passed') });
    expect((await gate.petvet('judge', at('run'), '--baseline', at('none'))).err).toMatch(/none does not exist/);
  });
});

describe.concurrent('--format and --fail-on', () => {
  it('leave standard output to one line, whatever the run comes to', async () => {
    await using gate = await gated();
    const outcome = await gate.check('one', '--rule', 'CREATE-6', '--format', 'outcome');
    expect([outcome.status, outcome.out]).toEqual([1, 'violating\n']);
    expect(outcome.err).toContain('Exit status 1: CREATE-6 is violated');
    const { status, out } = await gate.check('two', '--rule', 'CREATE-6', '--format', 'json', '--fail-on', 'AUTH');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual({
      target: 'unnamed',
      gate: 'passed',
      outcome: 'violating',
      exitStatus: 0,
      because: expect.stringMatching(/^no rule of --fail-on is violated; 1 other must rule is violated/),
      violated: ['CREATE-6'],
      new: [],
      known: [],
      allowed: ['CREATE-6'],
      report: expect.stringContaining('two'),
    });
  });
});
