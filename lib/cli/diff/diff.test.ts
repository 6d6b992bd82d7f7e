import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { aCheck, violated } from '../../diff/diff.fixture.ts';
import { aLoadDocument } from '../../shapes/load.fixture.ts';

async function diff(before: unknown, after: unknown, ...limits: string[]) {
  await using place = await folder();
  for (const [name, run] of Object.entries({ before, after })) {
    mkdirSync(join(place.path, name));
    writeFileSync(join(place.path, name, 'load.json'), JSON.stringify(run));
  }
  const flags = limits.flatMap((limit) => ['--max-regression', limit]);
  return await typed(['diff', join(place.path, 'before'), join(place.path, 'after/load.json'), ...flags], place.path);
}

const QUIET = [10, 11, 10, 12, 11, 10, 11, 12];
const SLOW = [15, 16, 15, 14, 16, 15, 17, 15];

/** A quiet load run with these verdicts. */
function rules(rows: Parameters<typeof aCheck>[1] = []) {
  return aLoadDocument(QUIET, { rules: aCheck('a', rows).rules });
}

describe('petvet diff', () => {
  it('tells a significant change, and fails where it exceeds the limit', async () => {
    const { status, out } = await diff(aLoadDocument(QUIET), aLoadDocument(SLOW), 'p95=20%', 'errors=0.5');
    expect(status).toBe(1);
    expect(out).toMatch(/p95 +10\.88 ms +15\.38 ms +\+41\.4 % +yes +exceeded/);
    expect(out).toMatch(/errors +0\.00 % +0\.00 % +\+0\.00 +no +within/);
    expect(out).toContain('Limit exceeded: p95\nWithin the limit: errors');
  });

  it('passes within the limit, without one, and where it is better', async () => {
    expect(await diff(aLoadDocument(QUIET), aLoadDocument(SLOW), 'p95=50%')).toMatchObject({ status: 0 });
    expect(await diff(aLoadDocument(QUIET), aLoadDocument(SLOW))).toMatchObject({ status: 0 });
    expect(await diff(aLoadDocument(SLOW), aLoadDocument(QUIET), 'p95=0%')).toMatchObject({ status: 0 });
  });

  it('does not take noise for a change, nor three windows for enough', async () => {
    expect((await diff(aLoadDocument(QUIET), aLoadDocument(QUIET.toReversed()))).out).toMatch(/p95 .* no /);
    const { status, out } = await diff(aLoadDocument([10, 11, 12]), aLoadDocument([20, 21, 22]));
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(/p95 .* undecided .*[^]*No limit was given/),
    });
  });

  it('is undecided where too few windows are beyond a limit', async () => {
    const few = [aLoadDocument([10, 11, 12, 10]), aLoadDocument([20, 21, 22, 20])] as const;
    const { status, out, err } = await diff(...few, 'p95=20%', 'errors=1');
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/undecided: p95 beyond the limit[^]*--windows 5/),
    });
    expect(out).toMatch(/p95 .* undecided +undecided[^]*Undecided: p95\..*\nWithin the limit: errors/);
    expect(await diff(...few, 'p95=200%')).toMatchObject({ status: 0 });
  });

  it('does not fail on noise that is beyond a limit', async () => {
    const [quiet, noisy] = [QUIET, QUIET.with(0, 30)].map((windows) => aLoadDocument(windows));
    const { status, out } = await diff(quiet, noisy, 'p95=5%');
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringContaining('Beyond the limit, but not significant: p95'),
    });
  });

  it('tells five windows that do not overlap from noise', async () => {
    const five = [aLoadDocument([10, 11, 12, 10, 11]), aLoadDocument([20, 21, 22, 20, 21])] as const;
    expect(await diff(...five, 'p95=20%')).toMatchObject({ status: 1 });
  });

  it('fails where a must rule is violated that was satisfied, without any limit', async () => {
    const { status, out } = await diff(rules(), rules([violated('RATE-5', { says: '62 of 60 were admitted' })]));
    expect({ status, out }).toEqual({
      status: 1,
      out: expect.stringMatching(
        /Worse \(1\)[^]*RATE-5[^]*Worse for callers: RATE-5\nExit status 1: worse for callers\n$/,
      ),
    });
    expect(await diff(rules([violated('RATE-5', {})]), rules())).toMatchObject({
      status: 0,
      out: expect.stringContaining('Better (1)'),
    });
  });

  it.each([
    ['another scenario', aLoadDocument(QUIET, { scenario: 'soak' }), 'one is ceiling, the other soak'],
    ['no report', { schema: 'else' }, 'is not the report of a check or of a load run'],
    ['no window', aLoadDocument([]), 'one of them sent nothing'],
  ])('refuses %s', async (_what, after, says) => {
    expect(await diff(aLoadDocument(QUIET), after)).toMatchObject({ status: 2, err: expect.stringContaining(says) });
  });

  it.each([['p97=20%'], ['p95'], ['p95=-3']])('refuses the limit %s', async (limit) => {
    const { status, err } = await diff(aLoadDocument(QUIET), aLoadDocument(SLOW), limit);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('It must be a metric and its limit, such as p95=20%'),
    });
  });
});
