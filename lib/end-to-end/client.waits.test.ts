import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeClientEvidence } from '../client/client-evidence.ts';
import { ClientReport, clientReport } from '../client/client-report.ts';
import { clientSource, type ClientHabits } from '../client/clients.fixture.ts';
import { NAMED_SITUATIONS } from '../client/situations.ts';
import { startScriptedServer } from '../client/scripted-server.ts';

import { petvetHere } from './petvet-here.fixture.ts';
import { folder, petvet, type Start } from './petvet-process.fixture.ts';

const EXPONENTIAL = 'Math.max(asked, 300 * 2 ** n)';

/** Tests a client as a user would, where it is refused. */
async function vet(
  habits: ClientHabits,
  flags: readonly string[] = ['--situation', 'refusals'],
  start: Partial<Start> = {},
) {
  await using place = await folder();
  const args = ['client', '--report', 'report', ...flags, '--', process.execPath, '--eval', clientSource(habits)];
  const ended = await (start.when === undefined ? petvetHere : petvet)(args, { cwd: place.path, ...start });
  const [written = '', evidence = ''] = ['client.json', 'client-evidence.jsonl'].map((name) =>
    readFileSync(join(place.path, 'report', name), 'utf8'),
  );
  const report = ClientReport.parse(JSON.parse(written));
  const { asOf, command, ...judged } = await judgeClientEvidence(evidence, 'client-evidence.jsonl');
  expect(clientReport(judged, { command }, asOf)).toEqual(report);
  return { ...ended, report, evidence };
}

const interrupt = (pid: number) => process.kill(pid, 'SIGINT');

const verdictsOf = ({ rules }: ClientReport) =>
  Object.fromEntries(rules.flatMap(({ id, verdict }) => (verdict === 'pass' ? [] : [[id, verdict]])));

describe('a client', () => {
  it.concurrent.each<[string, ClientHabits, number, Record<string, string>]>([
    ['that doubles its waits', { wait: EXPONENTIAL }, 0, {}],
    ['that draws its waits', { wait: 'Math.max(asked, (0.5 + Math.random() / 2) * 400 * 2 ** n)' }, 0, {}],
    ['that goes by Retry-After alone', { wait: 'asked' }, 1, { 'CLIENT-3': 'fail' }],
    ['that goes by Retry-After where there is one', { wait: 'asked || 500 * 2 ** n' }, 1, { 'CLIENT-3': 'fail' }],
    [
      'that never waits',
      { wait: '10', retries: 60 },
      1,
      { 'CLIENT-2': 'fail', 'CLIENT-3': 'fail', 'CLIENT-4': 'fail' },
    ],
    ['that knows no Retry-After', { wait: '200 * 2 ** n' }, 1, { 'CLIENT-2': 'fail', 'CLIENT-4': 'fail' }],
    ['that asks for too much', { wait: EXPONENTIAL, call: "'/pets?limit=200'" }, 1, { 'CLIENT-5': 'fail' }],
    [
      'that gives up after two retries, with waits that grow',
      { wait: 'Math.max(asked, 400 * 3 ** n)', retries: 2, goesOn: true, calls: 30, call: "'/pets?limit=' + (1 + i)" },
      0,
      {},
    ],
    [
      'that gives up after two retries, with waits that do not grow, and ends',
      { wait: 'Math.max(asked, 500)', retries: 2 },
      1,
      { 'CLIENT-3': 'fail' },
    ],
    ['of one request in a run', { wait: EXPONENTIAL, calls: 1 }, 0, {}],
    ['that tries twice', { wait: 'asked + 300', retries: 1 }, 0, { 'CLIENT-3': 'inconclusive' }],
    ['that uses getPet', { wait: EXPONENTIAL, call: "'/pets/' + i" }, 0, { 'CLIENT-6': 'warn' }],
  ])('%s', async (_name, habits, status, verdicts) => {
    const { report, out, ...ended } = await vet(habits);
    expect([verdictsOf(report), ended.status], out).toEqual([verdicts, status]);
  });

  it('leaves no key in its evidence, wherever it sends it', async () => {
    const call =
      "'/pets?limit=300&key=' + key, newPet({ name: key, categoryId: 1, more: Buffer.from(key).toString('base64') })";
    const { report, evidence } = await vet({ wait: '10', call, calls: 1, retries: 0 }, ['--situation', 'plain']);
    expect(report.requests).toMatchObject([{ request: 'POST /pets?limit=300&key=…', credential: 'primary' }]);
    expect(evidence).toContain('"name\\":\\"{primary}\\"');
    expect(evidence).not.toMatch(/pet_[\da-f]{8}|cGV0X/);
  });

  it('meets every situation once, in less than 90 s; what no rule speaks of is observed', async () => {
    const call = "i === 3 ? '/pets' : '/pets?limit=' + (1 + i), i === 3 ? newPet({ name: 'Rex', categoryId: 1 }) : {}";
    const { report, status, out } = await vet({ wait: EXPONENTIAL, call, calls: 8, outlives: true }, []);
    expect([status, report.outcome, verdictsOf(report)], out).toEqual([0, 'conforming', {}]);
    expect(report.situations.filter(({ isMet }) => !isMet)).toEqual([]);
    expect(report.situations.map(({ name }) => name)).toEqual(NAMED_SITUATIONS);
    expect(report.client?.seconds).toBeLessThan(90);
    const observed = Object.fromEntries(report.situations.map((one) => [one.name, one.observed]));
    expect(observed['response-lost']).toContain('2 pets were created');
    expect(observed['key-revoked']).toContain('6 more requests after the first 401');
    expect(observed.stalled).toBe('it waited for the response');
    expect(report.requests.filter(({ disturbance }) => disturbance === 'lost')).toMatchObject([
      { situation: 'response-lost', request: 'POST /pets' },
    ]);
  });

  it('that creates no pet does not meet the situation that needs one, and --require-complete says so', async () => {
    const named = ['--situation', 'response-lost', '--require-complete'];
    const { report, status, out } = await vet({ wait: EXPONENTIAL, calls: 2 }, named);
    expect([status, report.situations], out).toEqual([3, [expect.objectContaining({ isMet: false })]]);
    expect(out).toMatch(/response-lost +not met in full: it created no pet/);
  });

  it('without its key is not verified to back off, and --require-complete says so unless it is violated anyway', async () => {
    const { report, status, out } = await vet({ wait: EXPONENTIAL, authorization: 'undefined', calls: 2 });
    expect([report.outcome, status], out).toEqual(['violating', 1]);
    const alone = await vet({ wait: EXPONENTIAL, calls: 1 }, ['--situation', 'plain', '--require-complete']);
    expect([alone.report.outcome, alone.status]).toEqual(['incomplete', 3]);
    expect(alone.out).toContain('Exit status 3: CLIENT-2, CLIENT-3, and CLIENT-4 could not be verified');
  });

  it('reads its settings from the variables that are named, and the key is nowhere in what petvet prints and writes', async () => {
    const source = `
      const key = process.env.PETS_KEY;
      console.log('my key is ' + key, process.env.PETVET_API_KEY, process.argv[1]);
      fetch(process.env.PETS_URL + '/pets?token=' + key, { headers: { Authorization: 'Bearer ' + key } });
    `;
    await using place = await folder();
    const variables = ['--base-url-variable', 'PETS_URL', '--api-key-variable', 'PETS_KEY'];
    const args = [
      'client',
      ...variables,
      '--format',
      'json',
      '--situation',
      'plain',
      '--',
      process.execPath,
      '--eval',
      source,
      '{baseUrl}',
    ];
    const env = { PETVET_API_KEY: 'not-of-the-client' };
    const { out, err } = await petvet(args, { cwd: place.path, env });
    const report = ClientReport.parse(JSON.parse(out));
    expect(report.requests).toMatchObject([{ request: 'GET /pets?token=…', credential: 'primary', status: 200 }]);
    expect(err).toMatch(/my key is \{primary\} undefined http:\/\/127\.0\.0\.1:\d+\/v1/);
    const [run = ''] = readdirSync(join(place.path, 'reports', 'client'));
    const files = readdirSync(join(place.path, 'reports', 'client', run)).toSorted();
    const directory = join(place.path, 'reports', 'client', run);
    expect(files).toEqual(expect.arrayContaining(['client-evidence.jsonl', 'client.json', 'junit.xml', 'report.html']));
    const written = files.map((name) => readFileSync(join(directory, name), 'utf8'));
    expect(JSON.parse(readFileSync(join(directory, 'client.json'), 'utf8'))).toEqual(report);
    for (const text of [out, err, ...written]) expect(text).not.toMatch(/pet_[0-9a-f]{8}|not-of-the-client/);
  });

  it('is ended after its time, and what it did is judged', async () => {
    const { report, status, out } = await vet({ wait: '60_000' }, ['--situation', 'refusals', '--timeout', '5']);
    expect(report.client).toMatchObject({ exitStatus: null, tookTooLong: true });
    expect([status, report.requests.length], out).toEqual([0, 2]);
    expect(out).toContain('ended by petvet after 5 s (--timeout)');
  });

  it('that leaves a daemon behind is not waited for until that ends', async () => {
    const daemon =
      "require('node:child_process').spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 20_000)'], { detached: true, stdio: 'inherit' }).unref()";
    const habits = { wait: EXPONENTIAL, calls: 1, authorization: `(${daemon}, \`Bearer \${key}\`)` };
    const { report, out } = await vet(habits, ['--situation', 'plain']);
    expect(report.client?.seconds, out).toBeLessThan(15);
  });

  it('is stopped while it is known not yet on what it breaks, and the report covers what it did', async () => {
    const flags = ['--situation', 'plain', '--grease', '4'];
    const habits = { wait: EXPONENTIAL, calls: 400, call: "(i === 20 && console.log('at work'), '/pets')" };
    const when = { printed: /2\/2 greased[^]*at work/, act: interrupt };
    const { report, status, out } = await vet(habits, flags, { when });
    expect([report.wasInterrupted, status], out).toEqual([true, 130]);
    expect(report.situations).toMatchObject([
      { name: 'plain', isMet: true },
      { name: 'greased', isMet: false },
    ]);
    expect(report.requests.filter(({ situation }) => situation === 'greased').length).toBeGreaterThan(20);
  });

  it('is stopped by an interruption, and the report covers what it did', async () => {
    const source = { wait: "(console.log('refused'), 60_000)" };
    const { report, status, out } = await vet(source, undefined, { when: { printed: /^refused$/m, act: interrupt } });
    expect([report.wasInterrupted, status], out).toEqual([true, 130]);
    expect(report.requests).toHaveLength(2);
  });
});

describe('what cannot be tested ends in one sentence', () => {
  it.concurrent.each<[string, readonly string[], string]>([
    ['no command', ['client'], "missing required argument 'command'"],
    ['a command that is not there', ['client', '--', 'no-such-client'], 'no-such-client cannot be started'],
    ['a command that sends nothing', ['client', '--', process.execPath, '--eval', '0'], 'sent no request'],
    ['a name that is none', ['client', '--base-url-variable', 'A B', '--', 'x'], '--base-url-variable "A B"'],
    [
      'one name for two',
      ['client', '--base-url-variable', 'A', '--api-key-variable', 'A', '--', 'x'],
      'are the same variable',
    ],
    ['a folder that cannot be made', ['client', '--report', '/proc/x', '--', 'x'], '/proc/x cannot be written'],
  ])('%s', async (_what, args, says) => {
    await using place = await folder();
    const { status, out, err } = await petvetHere(args, { cwd: place.path });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err).not.toMatch(/^ +at /m);
    expect(existsSync(join(place.path, 'client.json'))).toBe(false);
  });

  it('nothing is written through a link, and no empty report stays behind', async () => {
    await using place = await folder();
    const report = join(place.path, 'client.json');
    const silent = ['client', '--report', place.path, '--', process.execPath, '--eval', '0'];
    expect((await petvetHere(silent, { cwd: place.path })).err).toContain('sent no request');
    expect(existsSync(report)).toBe(false);
    symlinkSync(join(place.path, 'elsewhere'), report);
    expect((await petvetHere(silent, { cwd: place.path })).err).toContain('is a symbolic link');
    expect(existsSync(join(place.path, 'elsewhere'))).toBe(false);
  });

  it('a port that another program listens at', async () => {
    const other = await startScriptedServer('2026-11-27');
    await using place = await folder();
    const { port } = new URL(other.baseUrl);
    const { status, err } = await petvetHere(['client', '--port', port, '--', 'x'], { cwd: place.path });
    await other.close();
    expect([status, err]).toEqual([
      2,
      expect.stringContaining(`port ${port} cannot be used: another program listens there`),
    ]);
  });
});
