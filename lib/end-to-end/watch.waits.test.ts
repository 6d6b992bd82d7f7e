import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConformanceReport } from '../shapes/report.ts';
import { startReferenceServer } from '../reference/server.ts';
import { logLineOf, NOON, trafficOf } from '../watch/traffic.fixture.ts';
import { WatchReport } from '../watch/watch-report.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { typed } from './typed.fixture.ts';

const PATIENCE = 150_000;

const KEYS = ['watched-4f9a1c77e0d25b', 'watched-9d2e6b80c1f34a'] as const;

/** The access log of a gateway that logs the header itself, which petvet must not keep. */
function accessLog(admits: number): string {
  const all = KEYS.flatMap((key, nth) =>
    trafficOf({ admits: nth === 0 ? admits : 60, from: NOON + 137 * nth }).map(({ exchange }) => ({ key, exchange })),
  );
  const lines = all.map(({ key, exchange }) => logLineOf(exchange, `Bearer ${key}`));
  const noise = ['half a li', JSON.stringify({ ...lines[0], target: '/health' })];
  const written = lines.toSorted((a, b) => a.ends - b.ends).map((line) => JSON.stringify(line));
  return `${[...written.slice(0, 50), ...noise, ...written.slice(50)].join('\n')}\n`;
}

function watchReportIn(directory: string): WatchReport {
  return WatchReport.parse(JSON.parse(readFileSync(join(directory, 'watch.json'), 'utf8')));
}

describe('petvet watch --log', { timeout: PATIENCE }, () => {
  it('finds what is violated, keeps a report of it that can be judged again, and no key', async () => {
    await using place = await folder();
    const log = join(place.path, 'access.log');
    writeFileSync(log, accessLog(66));
    const args = ['watch', '--log', log, '--once', '--report', 'watched', '--base-url', 'https://pets.example/v1'];
    const ended = await petvetHere(args, { cwd: place.path });
    expect([ended.status, ended.err]).toEqual([1, expect.stringContaining('RATE-5 violated')]);
    const report = watchReportIn(join(place.path, 'watched'));
    expect(report).toMatchObject({
      outcome: 'violating',
      format: 'petvet',
      requests: 400,
      callers: 2,
      skipped: { 'no JSON': 1, elsewhere: 1 },
    });
    const rule = report.rules.find(({ id }) => id === 'RATE-5');
    expect(rule).toMatchObject({ verdict: 'fail', callers: 1 });
    const proof = join(place.path, 'watched', rule?.reports[0] ?? '');
    const again = await petvetHere(['judge', proof], { cwd: place.path });
    expect([again.status, again.out]).toEqual([1, expect.stringContaining('RATE-5')]);
    const kept = ConformanceReport.parse(JSON.parse(readFileSync(join(proof, 'conformance.json'), 'utf8')));
    expect(kept.rules.find(({ id }) => id === 'RATE-5')?.verdict).toBe('fail');
    const everything = [
      ended.out,
      ended.err,
      ...['conformance.json', 'evidence.jsonl', 'report.html'].map((name) => readFileSync(join(proof, name), 'utf8')),
    ];
    for (const key of KEYS) for (const text of everything) expect(text).not.toContain(key);
  });

  it('ends with 0 where nothing is violated, and tells who owes what', async () => {
    await using place = await folder();
    const log = join(place.path, 'access.log');
    writeFileSync(log, accessLog(60));
    const ended = await petvetHere(['watch', '--log', log, '--once', '--report', 'watched'], { cwd: place.path });
    expect([ended.status, ended.out]).toEqual([0, expect.stringContaining('not violated')]);
    expect(watchReportIn(join(place.path, 'watched')).integrations).toHaveLength(2);
  });

  it('goes on where nothing can be written, and says so', async () => {
    await using place = await folder();
    const log = join(place.path, 'access.log');
    writeFileSync(log, accessLog(66));
    writeFileSync(join(place.path, 'file'), '');
    const report = ['--report', join(place.path, 'file', 'watched')];
    const ended = await petvetHere(['watch', '--log', log, '--once', ...report], { cwd: place.path });
    expect([ended.status, ended.out]).toEqual([1, expect.stringContaining('RATE-5')]);
    expect(ended.err).toContain('cannot be written');
  });

  it('follows a log until it is told to end, and writes its report then', async () => {
    await using place = await folder();
    const log = join(place.path, 'access.log');
    writeFileSync(log, accessLog(60));
    const ended = await petvet(['watch', '--log', log, '--report', 'watched', '--metrics', '127.0.0.1:0'], {
      cwd: place.path,
      when: {
        printed: /Metrics: \S+\n/,
        act: (pid, printed) => void endWhenJudged(pid, /http:\S+/.exec(printed)?.[0] ?? ''),
      },
    });
    expect([ended.status, ended.err]).toEqual([0, expect.stringContaining('Stopping')]);
    expect(watchReportIn(join(place.path, 'watched')).outcome).toBe('not violated');
  });

  it.each<[string, readonly string[], string, RegExp]>([
    ['nothing to watch', [], '', /there is nothing to watch/],
    ['a log that is not there', ['--log', 'no.log'], '', /no\.log cannot be read/],
    ['a proxy without a service', ['--listen', '8080'], '', /--listen needs --upstream/],
    [
      'an address that is none',
      ['--listen', 'here', '--upstream', 'http://127.0.0.1:9/v1'],
      '',
      /--listen here is no address/,
    ],
    ['a base address without /v1', ['--log', 'LOG', '--base-url', 'https://pets.example'], '{}', /must end with \/v1/],
    [
      'another format',
      ['--log', 'LOG', '--once'],
      '{"msg":"GET /v1/pets"}\n',
      /no line of .* can be read: .*the members msg/,
    ],
    ['text', ['--log', 'LOG', '--once'], '127.0.0.1 - - "GET /v1/pets"\n', /the first line is not a JSON object/],
    ['an empty log', ['--log', 'LOG', '--once'], '', /nothing in .* could be judged/],
    ['a mapping that is none', ['--log', 'LOG', '--mapping', 'LOG'], '{"name":"x"}', /is no mapping: /],
  ])('%s is one sentence and exit 2', async (_what, flags, contents, says) => {
    await using place = await folder();
    const log = join(place.path, 'some.log');
    writeFileSync(log, contents);
    const args = flags.map((flag) => (flag === 'LOG' ? log : flag));
    const report = args.includes(log) ? ['--report', join(place.path, 'watched')] : [];
    const ended = await typed(['watch', ...args, ...report], place.path);
    expect([ended.status, ended.err]).toEqual([2, expect.stringMatching(says)]);
    expect(ended.err).not.toMatch(/\n\s+at /);
  });
});

describe('petvet watch --listen', { timeout: PATIENCE }, () => {
  it('judges what a test suite sends through it, bodies included, and ends at the first violation', async () => {
    await using place = await folder();
    const server = await startReferenceServer({ keys: [{ key: KEYS[0] }], plan: 'business' });
    try {
      const ended = await petvet(
        ['watch', '--listen', '127.0.0.1:0', '--upstream', server.baseUrl, '--report', 'watched'],
        {
          cwd: place.path,
          when: {
            printed: /Clients use \S+ now/,
            act: (pid, printed) => void send(pid, /http:\S+/.exec(printed)?.[0] ?? ''),
          },
        },
      );
      expect([ended.status, ended.out]).toEqual([0, expect.stringMatching(/satisfied[^]*JSON-1[^]*LIST-1/)]);
      expect(watchReportIn(join(place.path, 'watched'))).toMatchObject({ requests: 30, callers: 1 });
    } finally {
      await server.close();
    }
  });
});

/** A test suite of one test: that a page has no more pets than were asked for. Its key is its own affair. */
const SUITE = `
  const { PETS_URL, PETS_KEY } = process.env;
  for (const limit of [1, 2, 3]) {
    const response = await fetch(PETS_URL + '/pets?limit=' + limit, { headers: { Authorization: 'Bearer ' + PETS_KEY } });
    if ((await response.json()).length > Number(process.argv[1] ?? 100)) process.exitCode = 3;
  }
`;

describe('petvet watch -- COMMAND', { timeout: PATIENCE }, () => {
  it.each<[string, { defect?: string }, string, number, RegExp]>([
    ['passes where the tests do and nothing is violated', {}, '100', 0, /not violated/],
    ['fails where something is violated, though the tests pass', { defect: 'limit-1-gives-2' }, '100', 1, /LIST-2/],
    ['fails where the tests do', {}, '2', 2, /the command ended with exit status 3/],
  ])('%s', async (_what, deviation, most, status, says) => {
    await using place = await folder();
    const server = await startReferenceServer({ keys: [{ key: KEYS[0] }], plan: 'business', ...deviation });
    try {
      const args = ['watch', '--upstream', server.baseUrl, '--base-url-variable', 'PETS_URL', '--report', 'watched'];
      const suite = ['--', process.execPath, '--input-type=module', '--eval', SUITE, most];
      const ended = await petvet([...args, ...suite], { cwd: place.path, env: { PETS_KEY: KEYS[0] } });
      expect([ended.status, ended.out + ended.err]).toEqual([status, expect.stringMatching(says)]);
      expect(ended.out + ended.err).not.toContain(KEYS[0]);
    } finally {
      await server.close();
    }
  });

  it('that cannot be started is said', async () => {
    await using place = await folder();
    const ended = await petvetHere(
      ['watch', '--upstream', 'http://127.0.0.1:9/v1', '--report', join(place.path, 'x'), '--', './none'],
      {
        cwd: place.path,
      },
    );
    expect([ended.status, ended.err]).toEqual([2, expect.stringContaining('none cannot be started')]);
  });
});

/** Ends the watch when its metrics say that something was judged. */
async function endWhenJudged(pid: number, metrics: string): Promise<void> {
  await expect
    .poll(async () => (await fetch(metrics)).text(), { timeout: PATIENCE / 2 })
    .toMatch(/^petvet_watch_requests_total\{[^}]*\} [1-9]/m);
  process.kill(pid, 'SIGTERM');
}

/** What a test suite does; then whoever started the watch ends it. */
async function send(pid: number, baseUrl: string): Promise<void> {
  for (let nth = 1; nth <= 30; nth++) {
    const response = await fetch(`${baseUrl}/pets?limit=${nth}`, { headers: { Authorization: `Bearer ${KEYS[0]}` } });
    await response.arrayBuffer();
  }
  process.kill(pid, 'SIGINT');
}
