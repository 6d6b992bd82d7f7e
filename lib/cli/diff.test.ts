import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, petvet } from '../selftest/petvet-process.fixture.ts';
import { LOAD_SCHEMA, type LoadDocument } from '../shapes/load.ts';

const PATIENCE = 60_000;

/** A load run whose windows have these p95. */
function aRun(p95: readonly number[], parts: Partial<LoadDocument> = {}): LoadDocument {
  return {
    schema: LOAD_SCHEMA,
    scenario: 'ceiling',
    outcome: 'conforming',
    petvet: '1',
    catalogue: '1',
    specification: '1',
    k6: 'k6 1.8.1',
    target: { name: 'staging', baseUrl: 'https://pets.example/v1', plan: 'free', perMinute: 60, loopback: false },
    asOf: '2026-11-21',
    run: {
      id: 'a',
      startedAt: '2026-11-21T12:00:00.000Z',
      endedAt: '2026-11-21T12:05:00.000Z',
      durationSeconds: 300,
      interrupted: false,
    },
    requests: { sent: 180, refused: 0 },
    created: [],
    dropped: 0,
    lag: 1,
    windows: p95.map((value, window) => ({
      window,
      caller: 'primary',
      sent: 60,
      admitted: 60,
      refused: 0,
      other: 0,
      span: 47_000,
      rateError: 0,
      p50: 2,
      p95: value,
      p99: 2 * value,
    })),
    course: { partSeconds: 1, asked: [1], sent: [1], admitted: [1], refused: [0] },
    drift: [],
    latencies: [],
    objectives: [],
    rules: [],
    ...parts,
  };
}

async function diff(before: unknown, after: unknown, ...limits: string[]) {
  await using place = await folder();
  for (const [name, run] of Object.entries({ before, after })) {
    mkdirSync(join(place.path, name));
    writeFileSync(join(place.path, name, 'load.json'), JSON.stringify(run));
  }
  const flags = limits.flatMap((limit) => ['--max-regression', limit]);
  return await petvet(['diff', 'before', 'after/load.json', ...flags], { cwd: place.path });
}

const QUIET = [10, 11, 10, 12, 11, 10, 11, 12];
const SLOW = [15, 16, 15, 14, 16, 15, 17, 15];

describe('petvet diff', () => {
  it('tells a change that stands out, and fails beyond the limit', { timeout: PATIENCE }, async () => {
    const { status, out } = await diff(aRun(QUIET), aRun(SLOW), 'p95=20%', 'errors=0.5');
    expect(status).toBe(1);
    expect(out).toMatch(/p95 +10\.88 ms +15\.38 ms +\+41\.4 % +yes +passed/);
    expect(out).toMatch(/errors +0\.00 % +0\.00 % +\+0\.00 +no +kept/);
    expect(out).toContain('Worse than allowed: p95');
  });

  it('passes within the limit, without one, and where it is better', { timeout: PATIENCE }, async () => {
    expect(await diff(aRun(QUIET), aRun(SLOW), 'p95=50%')).toMatchObject({ status: 0 });
    expect(await diff(aRun(QUIET), aRun(SLOW))).toMatchObject({ status: 0 });
    expect(await diff(aRun(SLOW), aRun(QUIET), 'p95=0%')).toMatchObject({ status: 0 });
  });

  it('does not take noise for a change, nor three windows for enough', { timeout: PATIENCE }, async () => {
    expect((await diff(aRun(QUIET), aRun(QUIET.toReversed()))).out).toMatch(/p95 .* no /);
    expect((await diff(aRun([10, 11, 12]), aRun([20, 21, 22]))).out).toMatch(/p95 .* too few /);
  });

  it.each([
    ['another scenario', aRun(QUIET, { scenario: 'soak' }), 'one is ceiling, the other soak'],
    ['no report', { schema: 'else' }, 'is not the report of a load run'],
    ['no window', aRun([]), 'one of them sent nothing'],
  ])('refuses %s', { timeout: PATIENCE }, async (_what, after, says) => {
    expect(await diff(aRun(QUIET), after)).toMatchObject({ status: 2, err: expect.stringContaining(says) });
  });

  it.each([['p97=20%'], ['p95'], ['p95=-3']])('refuses the limit %s', { timeout: PATIENCE }, async (limit) => {
    const { status, err } = await diff(aRun(QUIET), aRun(SLOW), limit);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('it must be like p95=20%') });
  });
});
