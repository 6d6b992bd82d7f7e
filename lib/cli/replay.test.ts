import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceServer, type ReferenceServer } from '../reference/server.ts';
import { folder, petvet, run } from '../selftest/petvet-process.fixture.ts';
import { ConformanceReport } from '../shapes/report.ts';

const KEY = 'pet_3d1f0a9c7b5e2846f0c1d2e3a4b59687';
const env = { PETVET_API_KEY: KEY };
const own = { keys: [{ key: KEY }] };

let good: ReferenceServer;
let room: Awaited<ReturnType<typeof folder>>;

beforeAll(async () => {
  good = await startReferenceServer(own);
  room = await folder();
});

afterAll(async () => {
  await good.close();
  await room[Symbol.asyncDispose]();
});

/** A run against a service with one defect, and the service, still there. */
async function recorded(defect: string, rules: string) {
  const bad = await startReferenceServer({ ...own, defect });
  const dir = join(room.path, defect);
  const ended = await petvet(['check', '--base-url', bad.baseUrl, '--report', dir, '--rule', rules, '--seed', '1'], {
    cwd: room.path,
    env,
  });
  expect(ended.status, ended.out + ended.err).toBe(1);
  return { bad, dir, [Symbol.asyncDispose]: () => bad.close() };
}

async function reportOf(dir: string) {
  return ConformanceReport.parse(JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')));
}

const at = (server: ReferenceServer) => ['--base-url', server.baseUrl];

describe.each([
  ['limit-1-gives-2', 'LIST-2'],
  ['id-as-text-in-get', 'JSON-2,GET-1'],
  ['error-status-of-another', 'ERR-2,GET-2'],
  ['body-chunked-500', 'ERR-7'],
])('%s', (defect, rules) => {
  const rule = rules.split(',')[0] ?? '';

  it('is still there, then fixed: by replay, by --failed-from, and by the script', async () => {
    await using there = await recorded(defect, rules);
    const start = { cwd: room.path, env };
    const { bad, dir } = there;

    const broken = await petvet(['replay', dir, rule], start);
    expect(broken.status, broken.err).toBe(1);
    expect(broken.out).toContain(`${rule}  fail: `);
    expect(broken.out).toContain('curl -sS -i');
    expect(broken.out).toContain(`${rule}#1 is still broken`);

    const fixed = await petvet(['replay', dir, rule, ...at(good)], start);
    expect([fixed.status, fixed.err.includes(good.baseUrl)], fixed.out + fixed.err).toEqual([0, true]);
    expect(fixed.out).toContain(`${rule}#1 is fixed`);

    const script = join(dir, `${rule}.mjs`);
    expect(await petvet(['replay', dir, rule, '--script', script], { cwd: room.path })).toMatchObject({ status: 0 });
    expect(await readFile(script, 'utf8')).not.toContain(KEY);
    const before = await run(process.execPath, [script], start);
    expect([before.status, before.out.includes('The fault is there.')], before.out + before.err).toEqual([1, true]);
    const after = await run(process.execPath, [script], {
      cwd: room.path,
      env: { ...env, PETVET_BASE_URL: good.baseUrl },
    });
    expect([after.status, after.out.includes('The fault is gone.')], after.out + after.err).toEqual([0, true]);
    expect(before.out + after.out).not.toContain(KEY);

    const again = join(dir, 'again');
    const failing = await petvet(['check', '--failed-from', dir, '--report', again], start);
    expect(failing.status, failing.err).toBe(1);
    expect(failing.out).toContain(`${rule}: still failing`);
    const mended = await petvet(['check', '--failed-from', dir, '--report', again, ...at(good)], start);
    expect(mended.status, mended.err).toBe(0);
    expect(mended.out).toContain(`${rule}: fixed`);
    const { requests, rules: rows } = await reportOf(again);
    expect(requests.sent).toBeLessThanOrEqual(15);
    expect(rows.find(({ id }) => id === 'LIST-6')).toMatchObject({ verdict: 'not-exercised' });
    expect(await readdir(again)).toContain('evidence.har');
    expect(bad.baseUrl).not.toBe(good.baseUrl);
  }, 60_000);
});

it('what takes alternation is looked at again with a pause, in 15 requests', async () => {
  await using there = await recorded('filter-hides-oldest', 'LIST,GET');
  const start = { cwd: room.path, env };
  const again = join(there.dir, 'again');
  const failing = await petvet(['check', '--failed-from', there.dir, '--report', again], start);
  expect([failing.status, failing.out.includes('LIST-7: still failing')], failing.out).toEqual([1, true]);
  expect((await reportOf(again)).requests.sent).toBeLessThanOrEqual(15);
  const fixed = await petvet(['replay', there.dir, 'LIST-7', ...at(good)], start);
  expect(fixed.status, fixed.out + fixed.err).toBe(0);
  const script = await petvet(['replay', there.dir, 'LIST-7', '--script'], start);
  expect(script.out).toContain('// LIST-7: ');
}, 60_000);

it('a refused creation that was stored is seen, and seen to be gone', async () => {
  await using there = await recorded('missing-stored', 'CREATE,LIST,GET');
  const start = { cwd: room.path, env };
  const broken = await petvet(['replay', there.dir, 'CREATE-8'], start);
  expect([broken.status, broken.out.includes('CREATE-8#1 is still broken')], broken.out + broken.err).toEqual([
    1,
    true,
  ]);
  const fixed = await petvet(['replay', there.dir, 'CREATE-8', ...at(good)], start);
  expect(fixed.status, fixed.out + fixed.err).toBe(0);
  const script = join(there.dir, 'create-8.mjs');
  await petvet(['replay', there.dir, 'CREATE-8', '--script', script], start);
  expect((await run(process.execPath, [script], start)).status).toBe(1);
  const after = await run(process.execPath, [script], {
    cwd: room.path,
    env: { ...env, PETVET_BASE_URL: good.baseUrl },
  });
  expect(after.status, after.out + after.err).toBe(0);
}, 60_000);

it('a POST is sent again under a new name, and not at all where writes are off', async () => {
  await using there = await recorded('create-open', 'AUTH-1');
  const start = { cwd: room.path, env };
  const off = await petvet(['replay', there.dir, 'AUTH-1', '--no-writes'], start);
  expect([off.status, off.err.includes('writes are off')], off.out + off.err).toEqual([2, true]);
  const broken = await petvet(['replay', there.dir, 'AUTH-1'], start);
  expect(broken.status, broken.out + broken.err).toBe(1);
  const runId = (await reportOf(there.dir)).run.id;
  expect(broken.out).toMatch(/"name":"petvet[0-9A-Z]{8}"/);
  expect(broken.out.toLowerCase()).not.toContain(`petvet${runId}`);
}, 60_000);

describe('in one sentence, with exit 2:', () => {
  let dir: string;
  let gone: ReferenceServer;
  beforeAll(async () => {
    gone = await startReferenceServer({ ...own, defect: 'limit-1-gives-2' });
    dir = join(room.path, 'gone');
    await petvet(['check', ...at(gone), '--report', dir, '--rule', 'LIST-2'], { cwd: room.path, env });
    await gone.close();
  }, 30_000);

  it.each([
    ['a service that is gone', (): string[] => ['replay', dir, 'LIST-2'], /cannot be reached/],
    ['no such finding', () => ['replay', dir, 'LIST-2#99'], /holds no finding 99 of LIST-2/],
    ['no such folder', () => ['replay', join(dir, 'nowhere'), 'LIST-2'], /conformance\.json cannot be read/],
    ['two ways to choose', () => ['check', '--failed-from', dir, '--rule', 'LIST-2'], /cannot both be given/],
    ['a refused key', () => ['replay', dir, 'LIST-2', ...at(good)], /refuses the key/],
  ])('%s', async (what, args, says) => {
    const key = what === 'a refused key' ? 'another_key_0123456789' : KEY;
    const { status, out, err } = await petvet(args(), { cwd: room.path, env: { PETVET_API_KEY: key } });
    expect([status, out], err).toEqual([2, '']);
    expect(err).toMatch(says);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('the embedded reference server of that run', async () => {
    const embedded = join(room.path, 'embedded');
    await petvet(['check', '--rule', 'LIST-2,GET-5', '--report', embedded], { cwd: room.path });
    const report = await readFile(join(embedded, 'conformance.json'), 'utf8');
    expect(report).toContain('"name": "reference"');
    const { status, err } = await petvet(['check', '--failed-from', embedded], { cwd: room.path });
    expect([status, err.includes('no must rule failed in that run')], err).toEqual([2, true]);
  }, 30_000);
});
