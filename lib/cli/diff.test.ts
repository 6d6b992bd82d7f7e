import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, petvet } from '../selftest/petvet-process.fixture.ts';
import { aLoadDocument } from '../shapes/load.fixture.ts';

const PATIENCE = 60_000;

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
    const { status, out } = await diff(aLoadDocument(QUIET), aLoadDocument(SLOW), 'p95=20%', 'errors=0.5');
    expect(status).toBe(1);
    expect(out).toMatch(/p95 +10\.88 ms +15\.38 ms +\+41\.4 % +yes +passed/);
    expect(out).toMatch(/errors +0\.00 % +0\.00 % +\+0\.00 +no +kept/);
    expect(out).toContain('Worse than allowed: p95');
  });

  it('passes within the limit, without one, and where it is better', { timeout: PATIENCE }, async () => {
    expect(await diff(aLoadDocument(QUIET), aLoadDocument(SLOW), 'p95=50%')).toMatchObject({ status: 0 });
    expect(await diff(aLoadDocument(QUIET), aLoadDocument(SLOW))).toMatchObject({ status: 0 });
    expect(await diff(aLoadDocument(SLOW), aLoadDocument(QUIET), 'p95=0%')).toMatchObject({ status: 0 });
  });

  it('does not take noise for a change, nor three windows for enough', { timeout: PATIENCE }, async () => {
    expect((await diff(aLoadDocument(QUIET), aLoadDocument(QUIET.toReversed()))).out).toMatch(/p95 .* no /);
    expect((await diff(aLoadDocument([10, 11, 12]), aLoadDocument([20, 21, 22]))).out).toMatch(/p95 .* too few /);
  });

  it.each([
    ['another scenario', aLoadDocument(QUIET, { scenario: 'soak' }), 'one is ceiling, the other soak'],
    ['no report', { schema: 'else' }, 'is not the report of a load run'],
    ['no window', aLoadDocument([]), 'one of them sent nothing'],
  ])('refuses %s', { timeout: PATIENCE }, async (_what, after, says) => {
    expect(await diff(aLoadDocument(QUIET), after)).toMatchObject({ status: 2, err: expect.stringContaining(says) });
  });

  it.each([['p97=20%'], ['p95'], ['p95=-3']])('refuses the limit %s', { timeout: PATIENCE }, async (limit) => {
    const { status, err } = await diff(aLoadDocument(QUIET), aLoadDocument(SLOW), limit);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('it must be like p95=20%') });
  });
});
