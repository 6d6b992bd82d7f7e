import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typed } from '../../end-to-end/typed.fixture.ts';

/** A few processes, on a machine that may be busy. */
const PATIENCE = { timeout: 150_000 };

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'tools', 'bench', 'peers', 'day-script.mjs');

const selftest = (args: readonly string[]) => typed(['selftest', ...args], import.meta.dirname);

describe.concurrent('petvet selftest --checker', () => {
  const checker = `'${process.execPath}' '${SCRIPT}' {url} {key} {second} {today}`;

  it('grades a script that knows nothing of petvet', PATIENCE, async () => {
    const only = 'conforming,conforming-after-removal,limit-1-gives-2,html-404';
    const { status, out, err } = await selftest(['--only', only, '--checker', checker]);
    expect(out).toContain('2 of 2 defects detected, false alarms on 0 of 2 conforming services, 0 not decided.');
    expect({ status, err }).toEqual({ status: 0, err: expect.stringContaining('4 of 4 judged') });
  });

  it('fails a script that misses a defect, and names it', PATIENCE, async () => {
    const args = ['--only', 'limit-1-gives-2', '--checker', `'${process.execPath}' -e 0`];
    expect(await selftest(args)).toMatchObject({ status: 1, out: expect.stringMatching(/LIST-2 +0 of 1 +limit-1/) });
  });

  it.each([
    [['--checker', ''], '--checker is empty'],
    [['--checker', 'x {uri}'], '--checker has {uri}'],
    [['--checker', 'no-such-command-anywhere', '--only', 'chunked'], 'no-such-command-anywhere cannot be started'],
    [['--checker', 'x', '--timeout', '0'], '--timeout 0 leaves no time'],
    [['--checker', 'x', '--seeds', '2'], '--checker and --seeds cannot both be given'],
    [['--checker', 'x', '--out', 'x.json'], '--checker and --out cannot both be given'],
    [['--checker', 'x', '--only', 'chunke'], 'did you mean chunked?'],
  ])('refuses %j', PATIENCE, async (args, says) => {
    expect(await selftest(args)).toMatchObject({ status: 2, err: expect.stringContaining(says) });
  });
});
