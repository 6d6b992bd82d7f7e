import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceServer, type ReferenceServer } from '../../reference/server.ts';
import { service } from '../../end-to-end/loopback-service.ts';
import { petvetHere } from '../../end-to-end/petvet-here.fixture.ts';
import { folder, petvet } from '../../end-to-end/petvet-process.fixture.ts';
import { ConformanceReport } from '../../shapes/report.ts';

const KEY = 'pet_3d1f0a9c7b5e2846f0c1d2e3a4b59687';
const env = { PETVET_API_KEY: KEY };
const own = { keys: [{ key: KEY }] };

let room: Awaited<ReturnType<typeof folder>>;

beforeAll(async () => {
  room = await folder();
});

afterAll(async () => {
  await room[Symbol.asyncDispose]();
});

/** A run against a service with one defect, and the service, still there; and one without, of nobody else. */
async function recorded(defect: string, rules: string, ...more: readonly string[]) {
  const bad = await startReferenceServer({ ...own, defect });
  const dir = await mkdtemp(join(room.path, `${defect}-`));
  const ended = await petvetHere(
    ['check', '--base-url', bad.baseUrl, '--report', dir, '--rule', rules, '--seed', '1', ...more],
    {
      cwd: room.path,
      env,
    },
  );
  expect(ended.status, ended.out + ended.err).toBe(1);
  const good = await startReferenceServer(own);
  const close = async () => void (await Promise.all([bad.close(), good.close()]));
  return { bad, good, dir, [Symbol.asyncDispose]: close };
}

/** What replay says of a rule while the service is as broken as it was, and the start that asks again. */
async function replayOf({ bad, dir }: Pick<Awaited<ReturnType<typeof recorded>>, 'bad' | 'dir'>, rule: string) {
  const start = { cwd: room.path, env: { ...env, PETVET_BASE_URL: bad.baseUrl } };
  const broken = await petvetHere(['replay', dir, rule], start);
  return { start, said: [broken.status, broken.out + broken.err] };
}

const AGAIN = (rule: string) => [1, expect.stringContaining(`${rule}#1 is violated again`)];

async function reportOf(dir: string) {
  return ConformanceReport.parse(JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')));
}

const at = (server: ReferenceServer) => ['--base-url', server.baseUrl];

describe.concurrent.each([
  ['limit-1-gives-2', 'LIST-2'],
  ['id-as-text-in-get', 'JSON-2,GET-1'],
  ['error-status-of-another', 'ERR-2,GET-2'],
  ['body-chunked-500', 'ERR-7'],
])('%s', (defect, rules) => {
  const rule = rules.split(',')[0] ?? '';

  it('is still there, then fixed: by replay, and by --failed-from', async () => {
    await using there = await recorded(defect, rules);
    const start = { cwd: room.path, env: { ...env, PETVET_BASE_URL: there.bad.baseUrl } };
    const { bad, good, dir } = there;

    const broken = await petvetHere(['replay', dir, rule], start);
    expect(broken.status, broken.err).toBe(1);
    expect(broken.out).toContain(`${rule}  fail: `);
    expect(broken.out).toContain('curl -sS -i');
    expect(broken.out).toContain(`${rule}#1 is violated again`);

    const fixed = await petvetHere(['replay', dir, rule, ...at(good)], start);
    expect([fixed.status, fixed.err.includes(good.baseUrl)], fixed.out + fixed.err).toEqual([0, true]);
    expect(fixed.out).toContain(`${rule}#1 is fixed`);

    const again = join(dir, 'again');
    const failing = await petvetHere(['check', '--failed-from', dir, '--report', again], start);
    expect(failing.status, failing.err).toBe(1);
    expect(failing.out).toContain(`${rule}: violated again`);
    const mended = await petvetHere(['check', '--failed-from', dir, '--report', again, ...at(good)], start);
    expect(mended.status, mended.err).toBe(0);
    expect(mended.out).toContain(`${rule}: fixed`);
    const { requests, rules: rows } = await reportOf(again);
    expect(requests.sent).toBeLessThanOrEqual(15);
    expect(rows.find(({ id }) => id === 'LIST-6')).toMatchObject({ verdict: 'not-exercised' });
    expect(await readdir(again)).toContain('report.html');
    expect(bad.baseUrl).not.toBe(good.baseUrl);
  }, 180_000);
});

it.concurrent('a rule that is violated in several ways is fixed only when each of them is', async ({
  onTestFinished,
}) => {
  const servers = await Promise.all(
    [['name-number-accepted', 'category-true-is-1'], ['category-true-is-1'], []].map((defects) =>
      startReferenceServer({ ...own, defects }),
    ),
  );
  onTestFinished(async () => void (await Promise.all(servers.map((one) => one.close()))));
  const [both, one, good] = servers;
  if (both === undefined || one === undefined || good === undefined) throw new TypeError('three servers were started');
  const dir = await mkdtemp(join(room.path, 'both-'));
  const flags = ['--rule', 'CREATE-6', '--seed', '1', '--report', dir];
  expect(await petvetHere(['check', ...at(both), ...flags], { cwd: room.path, env })).toMatchObject({ status: 1 });
  const replayed = (server: ReferenceServer, finding: string) =>
    petvetHere(['replay', dir, finding, ...at(server)], { cwd: room.path, env });

  const half = await replayed(one, 'CREATE-6');
  expect([half.status, half.out], half.err).toEqual([1, expect.stringMatching(/CREATE-6#\d is fixed/)]);
  expect(half.out).toMatch(/CREATE-6#\d is violated again/);
  expect(half.out).toMatch(/CREATE-6: 1 of 2 findings violated again; \d+ requests were sent/);

  const all = await replayed(good, 'CREATE-6');
  expect([all.status, all.out.match(/CREATE-6#[12] is fixed/g)], all.err).toEqual([
    0,
    ['CREATE-6#1 is fixed', 'CREATE-6#2 is fixed'],
  ]);
  expect((await replayed(good, 'CREATE-6#2')).out).not.toContain('CREATE-6#1');
}, 180_000);

it.concurrent('what takes alternation is looked at again with a pause, in few requests', async () => {
  await using there = await recorded('filter-hides-oldest', 'LIST,GET');
  const start = { cwd: room.path, env: { ...env, PETVET_BASE_URL: there.bad.baseUrl } };
  const again = join(there.dir, 'again');
  const failing = await petvetHere(['check', '--failed-from', there.dir, '--report', again], start);
  expect([failing.status, failing.out.includes('LIST-7: violated again')], failing.out).toEqual([1, true]);
  expect((await reportOf(again)).requests.sent).toBeLessThanOrEqual(15);
  const fixed = await petvetHere(['replay', there.dir, 'LIST-7', ...at(there.good)], start);
  expect(fixed.status, fixed.out + fixed.err).toBe(0);
}, 180_000);

it.concurrent('a fault that comes in one of many responses is shown again, and called fixed only after so many that chance hardly hides it', async () => {
  await using there = await recorded('list-500-now-and-then', 'LIST,ERR', '--max-requests', '120');
  const { start, said } = await replayOf(there, 'ERR-3');
  expect(said).toEqual(AGAIN('ERR-3'));
  const mended = await petvetHere(['replay', there.dir, 'ERR-3', ...at(there.good)], start);
  expect([mended.status, mended.out.includes('ERR-3#1 is fixed')], mended.out + mended.err).toEqual([0, true]);
  expect(Number(/(\d+) requests were sent/.exec(mended.out)?.[1]), mended.out).toBeGreaterThanOrEqual(20);
}, 120_000);

it.concurrent('a server error that met one of many creations is not called fixed by the next one', async () => {
  await using there = await recorded('create-500-now-and-then', 'CREATE,ERR', '--max-requests', '120');
  expect((await replayOf(there, 'ERR-3')).said).toEqual(AGAIN('ERR-3'));
}, 120_000);

it.concurrent('a refused creation that was stored is seen, and seen to be gone', async () => {
  await using there = await recorded('missing-stored', 'CREATE,LIST,GET');
  const { start, said } = await replayOf(there, 'CREATE-8');
  expect(said).toEqual(AGAIN('CREATE-8'));
  const fixed = await petvetHere(['replay', there.dir, 'CREATE-8', ...at(there.good)], start);
  expect(fixed.status, fixed.out + fixed.err).toBe(0);
}, 180_000);

it.concurrent('a POST is sent again under a new name, and not at all where writes are off', async () => {
  await using there = await recorded('create-open', 'AUTH-1');
  const start = { cwd: room.path, env: { ...env, PETVET_BASE_URL: there.bad.baseUrl } };
  const off = await petvetHere(['replay', there.dir, 'AUTH-1', '--no-writes'], start);
  expect([off.status, off.err.includes('writes are off')], off.out + off.err).toEqual([2, true]);
  const broken = await petvetHere(['replay', there.dir, 'AUTH-1'], start);
  expect(broken.status, broken.out + broken.err).toBe(1);
  const runId = (await reportOf(there.dir)).run.id;
  expect(broken.out).toMatch(/"name":"petvet[0-9A-Z]{8}"/);
  expect(broken.out.toLowerCase()).not.toContain(`petvet${runId}`);
}, 180_000);

describe.concurrent('in one sentence, with exit 2:', () => {
  let dir: string;
  let gone: ReferenceServer;
  let good: ReferenceServer;
  beforeAll(async () => {
    good = await startReferenceServer(own);
    gone = await startReferenceServer({ ...own, defect: 'limit-1-gives-2' });
    dir = join(room.path, 'gone');
    await petvetHere(['check', ...at(gone), '--report', dir, '--rule', 'LIST-2'], { cwd: room.path, env });
    await gone.close();
  }, 30_000);
  afterAll(() => good.close());

  it.each([
    ['a service that is gone', (): string[] => ['replay', dir, 'LIST-2'], /cannot be reached/],
    ['no such finding', () => ['replay', dir, 'LIST-2#99'], /holds no finding 99 of LIST-2/],
    ['no such folder', () => ['replay', join(dir, 'nowhere'), 'LIST-2'], /conformance\.json cannot be read/],
    ['two ways to choose', () => ['check', '--failed-from', dir, '--rule', 'LIST-2'], /cannot both be given/],
    ['a refused key', () => ['replay', dir, 'LIST-2', ...at(good)], /refuses the key/],
  ])('%s', async (what, args, says) => {
    const key = what === 'a refused key' ? 'another_key_0123456789' : KEY;
    const configured = { PETVET_API_KEY: key, PETVET_BASE_URL: gone.baseUrl };
    const { status, out, err } = await petvetHere(args(), { cwd: room.path, env: configured });
    expect([status, out], err).toEqual([2, '']);
    expect(err).toMatch(says);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('a report without a violation', async () => {
    const embedded = join(room.path, 'embedded');
    await petvetHere(['check', '--rule', 'LIST-2,GET-5', '--report', embedded], { cwd: room.path });
    const report = await readFile(join(embedded, 'conformance.json'), 'utf8');
    expect(report).toContain('"name": "reference"');
    const { status, err } = await petvetHere(['check', '--failed-from', embedded], { cwd: room.path });
    expect([status, err.includes('no must rule failed in that run')], err).toEqual([2, true]);
  }, 180_000);
});

/** The line that a report prints for a rule. */
function printedLine(out: string, rule: string): string[] {
  const line = out.split('\n').find((one) => one.includes('petvet') && one.includes(` ${rule}`)) ?? '';
  return line
    .trim()
    .replace(/^reproduce\s+(?:petvet|node \S+petvet\.cjs) /, '')
    .split(' ');
}

describe.concurrent('fixed only where the evidence was produced again:', () => {
  const minute = { PETVET_WINDOW_SECONDS: '12', PETVET_PLAN: 'free' };
  const limited = { ...own, plan: 'free', windowSeconds: 12 } as const;

  // In processes of their own, as whoever copies the printed line.
  it('a 429 without Retry-After is met again by the printed line, and seen to be fixed by another 429', async () => {
    const bad = await startReferenceServer({ ...limited, defect: 'retry-after-missing' });
    const mended = await startReferenceServer(limited);
    const dir = join(room.path, 'no-retry-after');
    const start = { cwd: room.path, env: { ...env, ...minute } };
    const ended = await petvet(['check', ...at(bad), '--report', dir, '--seed', '1'], start);
    expect(ended.status, ended.out + ended.err).toBe(1);
    const words = printedLine(ended.out, 'RATE-7');
    expect(words.slice(0, 3), ended.out).toEqual(['replay', 'no-retry-after', 'RATE-7']);

    const again = await petvet(words, start);
    expect([again.status, again.out.includes('RATE-7#1 is violated again')], again.out + again.err).toEqual([1, true]);
    expect(again.err).toMatch(
      /^Making the whole run again, because only the run as a whole shows it: at most 2\d\d requests\.$/m,
    );
    const untold = await petvet([...words, '--day-share', '0.5%'], start);
    expect([untold.status, untold.err.includes('too little of the daily quota remains')], untold.err).toEqual([
      2,
      true,
    ]);
    const fixed = await petvet(['check', '--failed-from', dir, ...at(mended), '--report', join(dir, 'later')], start);
    expect([fixed.status, fixed.out.includes('RATE-7: fixed')], fixed.out + fixed.err).toEqual([0, true]);
    const few = ['check', '--failed-from', dir, ...at(mended), '--report', join(dir, 'few'), '--max-requests', '5'];
    const open = await petvet(few, start);
    expect([open.status, open.out.includes('RATE-7: cannot tell')], open.out + open.err).toEqual([2, true]);
    await Promise.all([bad.close(), mended.close()]);
  }, 180_000);
});

describe.concurrent('a key goes only to an address that the configuration names:', () => {
  it.each([
    ['replay', (dir: string) => ['replay', dir, 'LIST-2']],
    ['--failed-from', (dir: string) => ['check', '--failed-from', dir]],
  ])(
    '%s of an edited report sends nothing',
    async (what, args) => {
      await using there = await recorded('limit-1-gives-2', 'LIST-2');
      const keys: unknown[] = [];
      await using thief = await service((request, response) => {
        keys.push(request.headers.authorization);
        response.end();
      });
      for (const file of ['conformance.json', 'evidence.jsonl']) {
        const path = join(there.dir, file);
        await writeFile(path, (await readFile(path, 'utf8')).replaceAll(there.bad.baseUrl, thief.baseUrl));
      }
      const { status, err } = await petvetHere(args(there.dir), { cwd: room.path, env });
      expect([status, keys], `${what}: ${err}`).toEqual([2, []]);
      expect(err).toContain(`petvet sends a key only to an address that the configuration names`);
      expect(err).toContain(`add --base-url ${thief.baseUrl}`);
    },
    180_000,
  );
});
