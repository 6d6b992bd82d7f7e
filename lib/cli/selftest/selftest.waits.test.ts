import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, petvet } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

/** A few whole runs, on a machine that may be busy. */
const PATIENCE = { timeout: 150_000 };

describe.concurrent('petvet selftest', () => {
  it('examines what is named, and writes the matrix in each form', PATIENCE, async () => {
    await using place = await folder();
    const only = ['--only', 'limit-1-gives-2,html-404', '--only', 'chunked'];
    const files = ['--out', 'matrix.json', '--out', 'matrix.md'];
    const { status, out, err } = await petvet(['selftest', ...only, ...files, '--seed', '3'], { cwd: place.path });
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringContaining('3 of 3 examined, 0 unexpected'),
    });
    expect(out).toMatch(/✔ limit-1-gives-2 +LIST-2 after \d+$/m);
    expect(out).toMatch(/✔ html-404 +JSON-1 after \d+$/m);
    expect(out).toMatch(/✔ chunked +passed$/m);
    expect(out).toContain('Detection coverage: 2 of 2 kinds of fault, 2 of 2 defects detected under the right rule');
    expect(JSON.parse(readFileSync(join(place.path, 'matrix.json'), 'utf8'))).toMatchObject({
      schema: 'petvet/selftest/1',
      isComplete: true,
      seeds: [3],
      totals: { defects: 2, caught: 2, variants: 1, inPeace: 1, faulty: 0 },
    });
    expect(readFileSync(join(place.path, 'matrix.md'), 'utf8')).toMatch(/^\| `limit-1-gives-2` .*\| yes/m);
  });

  it('stops when it is interrupted, and shows what was done until then', PATIENCE, async () => {
    await using place = await folder();
    const args = [
      'selftest',
      '--only',
      'html-404',
      '--seeds',
      '20',
      '--parallel',
      '2',
      '--out',
      'matrix.json',
      '--out',
      'matrix.md',
    ];
    const when = { printed: / of 20 examined/, act: (pid: number) => process.kill(pid, 'SIGINT') };
    const { status, out } = await petvet(args, { cwd: place.path, when });
    expect({ status, out }).toEqual({
      status: 130,
      out: expect.stringContaining('Detection coverage: 1 of 1 kinds of fault, 1 of 1 defects detected'),
    });
    expect(JSON.parse(readFileSync(join(place.path, 'matrix.json'), 'utf8'))).toMatchObject({ isComplete: false });
    expect(readFileSync(join(place.path, 'matrix.md'), 'utf8')).toBe('');
  });

  it.each([
    [
      ['--only', 'limit-1-give-2'],
      '"limit-1-give-2" is neither a defect nor a variant\n  did you mean limit-1-gives-2?',
    ],
    [['--only', 'chunked,no such thing'], '"no such thing" is neither a defect nor a variant\n  without --only'],
    [['--seeds', '0'], '--seeds 0 examines nothing'],
    [['--parallel', '0'], '--parallel 0 examines nothing'],
    [['--out', 'nowhere/matrix.json'], 'nowhere/matrix.json cannot be written'],
  ])('refuses %j at once', async (args, says) => {
    await using place = await folder();
    const { status, out, err } = await typed(['selftest', ...args], place.path);
    expect({ status, printed: out + err }).toEqual({ status: 2, printed: expect.stringContaining(says) });
    expect(readdirSync(place.path)).toEqual([]);
  });
});
