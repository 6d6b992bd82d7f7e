import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';
import { proxyTo } from './proxy.fixture.ts';

/** Several runs, one after the other, on a machine that may be busy. */
const PATIENCE = 150_000;

const API_KEY = 'rT5vQ9xWm2ZbK7dLp4Hc';

/** Gives a process no time to write anything. */
function kill(pid: number): void {
  process.kill(pid, 'SIGKILL');
}

it('what runs spend of a key’s day adds up, and ends in a refusal to start', { timeout: PATIENCE }, async () => {
  await using place = await folder();
  const server = await startReferenceServer({ keys: [{ key: API_KEY }] });
  await using proxy = await service(proxyTo(Number(new URL(server.baseUrl).port)));
  const cache = join(place.path, 'cache');
  const env = {
    PETVET_BASE_URL: 'http://pets.example/v1',
    PETVET_API_KEY: API_KEY,
    PETVET_PLAN: 'free',
    PETVET_PROXY: new URL(proxy.baseUrl).origin,
    XDG_CACHE_HOME: cache,
  };
  const flags = ['check', '--allow-plain-http', '--report', 'report'];
  const start = { cwd: place.path, env };
  const kept = join(cache, 'petvet', 'day-use');
  const records = () => readdirSync(kept).map((name) => readFileSync(join(kept, name), 'utf8'));
  try {
    const first = await petvet([...flags, '--smoke'], start);
    expect(first).toMatchObject({ status: 0, err: expect.not.stringContaining("the key's daily quota") });
    const report = readFileSync(join(place.path, 'report', 'conformance.json'), 'utf8');
    const { sent } = ConformanceReport.parse(JSON.parse(report)).requests;
    expect(records().map((text) => JSON.parse(text))).toEqual([expect.objectContaining({ sent, ended: true })]);
    expect(`${readdirSync(kept).join()}${records().join()}`).not.toContain(API_KEY.slice(0, 6));

    const refused = await petvet([...flags, '--day-share', '1.2%'], start);
    const state = `: ${sent} requests of the key's daily quota are used and --day-share grants 1.2% of 1000, which is 12\n`;
    expect(refused).toMatchObject({ status: 2, out: '', err: expect.stringContaining(state) });
    expect(refused.err).toContain('raise --day-share, or start the run after midnight UTC');

    const bounded = await petvet([...flags, '--day-share', `${(sent + 15) / 1_000}`], start);
    expect(bounded.err).toContain('This run may send 15 requests');
    expect(bounded.out.replaceAll(/\s+/g, ' ')).toContain(
      "the share of the key's day that --day-share grants is used up",
    );
    expect(bounded.out).toContain('15 requests sent');

    const before = readdirSync(kept);
    const when = { printed: /[1-9]\d* requests so far/, act: kill };
    expect(await petvet(flags, { ...start, when })).toMatchObject({ status: null });
    const [left = ''] = readdirSync(kept).filter((name) => !before.includes(name));
    const killed: unknown = JSON.parse(readFileSync(join(kept, left), 'utf8'));
    expect(killed).toMatchObject({ ended: false, sent: expect.toSatisfy((count: number) => count > 0) });
    expect((await petvet([...flags, '--smoke'], start)).err).not.toMatch(/Another run|cannot/);
  } finally {
    await server.close();
  }
});

it('a target on this machine leaves no record', { timeout: PATIENCE }, async () => {
  await using place = await folder();
  const server = await startReferenceServer({ keys: [{ key: API_KEY }] });
  try {
    const env = { PETVET_BASE_URL: server.baseUrl, PETVET_API_KEY: API_KEY, XDG_CACHE_HOME: join(place.path, 'cache') };
    const run = (...flags: readonly string[]) =>
      petvet(['check', '--smoke', '--report', 'report', ...flags], { cwd: place.path, env });
    expect(await run()).toMatchObject({ status: 0 });
    expect(await run('--day-share', '0.1%')).toMatchObject({ status: 2, out: '' });
    expect(existsSync(join(place.path, 'cache'))).toBe(false);
  } finally {
    await server.close();
  }
});
