import { describe, expect, it } from 'vitest';
import { few } from '../../files/test-sample.fixture.ts';
import { folder, petvet } from '../../end-to-end/petvet-process.fixture.ts';

/**
 * Defects that the line of a report shows again each in another way: by one request, by several, by a creation, by ids that
 * the service assigns, by what only a list shows, by a limit that is used up.
 */
const WAYS = [
  'limit-1-gives-2',
  'html-404',
  'filter-hides-oldest',
  'missing-stored',
  'new-id-taken-over',
  'id-rounded-in-answer',
  'stored-without-status',
  'error-code-of-operation',
  'body-chunked-500',
  'retry-after-missing',
];

const SAMPLE = few(WAYS, 5, (name) => name);

describe.concurrent('petvet selftest --again', () => {
  it('shows every violation again, and calls none fixed that is not', { timeout: 900_000 }, async () => {
    await using place = await folder();
    const { status, out, err } = await petvet(['selftest', '--again', '--only', SAMPLE.join(',')], { cwd: place.path });
    expect(status, out + err).toBe(0);
    expect(out).toContain(`Commands against the same defect: ${SAMPLE.length} of ${SAMPLE.length} show the violation`);
    const [, fixed, untold] = /a conforming service: (\d+) say fixed, (\d+) cannot tell, 0 neither/.exec(out) ?? [];
    expect(Number(fixed) + Number(untold), out).toBe(SAMPLE.length);
    // Which ids and digits a service gives today is its own affair: one of them may show nothing.
    expect(Number(fixed), out).toBeGreaterThanOrEqual(SAMPLE.length - 2);
  });

  it('says that nothing was examined where no defect was caught', { timeout: 120_000 }, async () => {
    await using place = await folder();
    const { status, err } = await petvet(['selftest', '--again', '--only', 'reset-never-comes'], { cwd: place.path });
    expect([status, err.includes('no defect was detected, so no command was examined')], err).toEqual([2, true]);
  });

  it.each([
    [['--only', 'chunked'], '--again examines defects, and --only names none'],
    [['--out', 'x.json'], '--again and --out cannot both be given'],
  ])('refuses %j at once', async (args, says) => {
    await using place = await folder();
    const { status, err } = await petvet(['selftest', '--again', ...args], { cwd: place.path });
    expect([status, err.includes(says)], err).toEqual([2, true]);
  });
});
