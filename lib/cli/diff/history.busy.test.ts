import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { nightly, nightsOf, withKnee, type Night } from '../../report/nights.fixture.ts';
import { folder, petvet } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { aLoadDocument } from '../../shapes/load.fixture.ts';
import { LoadHistoryDocument } from '../../shapes/load-history.ts';

const WORSE = [...nightsOf(15, 10), ...nightsOf(8, 15)];
const SAME = nightsOf(20, 10);

/** Writes a run for each night, and other files, by their paths below the folder of the target. */
function write(directory: string, nights: readonly Night[], others: Readonly<Record<string, string>> = {}): string {
  const target = join(directory, 'reports', 'staging');
  const files = nightly(nights).map(({ folder: name, load }) => [`${name}/load.json`, JSON.stringify(load)] as const);
  for (const [path, text] of [...files, ...Object.entries(others)]) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
  return target;
}

async function history(
  nights: readonly Night[],
  args: readonly string[] = [],
  others?: Readonly<Record<string, string>>,
) {
  await using place = await folder();
  const target = write(place.path, nights, others);
  const ended = await typed(['diff', '--history', target, ...args], place.path);
  return { ...ended, out: ended.out.replaceAll(place.path, ''), err: ended.err.replaceAll(place.path, '') };
}

describe('petvet diff --history', () => {
  it('says from which run on a figure is worse, and how to compare it with the one before', async () => {
    const { status, out, err } = await history(WORSE);
    expect([status, err]).toEqual([1, '']);
    expect(out).toMatch(
      /^load ceiling {2}staging, 60 per minute, 3 windows; 23 runs, 2026-10-01 03:00:00 to 2026-10-23/,
    );
    expect(out).toMatch(/p95 +10\.\d\d ms +1[45]\.\d\d ms +\+\d\d\.\d % +worse +2026-10-16 03:00:00\n/);
    expect(out).toContain('start delay 1.00 ms before, 1.00 ms since');
    expect(out).toContain('petvet diff /reports/staging/2026-10-15T03-00-00 /reports/staging/2026-10-16T03-00-00');
    expect(out).toContain('  no change found: p50, errors, admitted\n');
    expect(out).toMatch(/Regression within the last 10 runs: staging ceiling p95 1\d\.\d\d ms to 1\d\.\d\d ms;/);
    expect(out).not.toMatch(/because|caused|due to/);
  });

  it('passes without a change, with a better one, an older one, and one within the limit', async () => {
    expect(await history(SAME)).toMatchObject({
      status: 0,
      out: expect.stringContaining('No regression found'),
    });
    expect(await history([...nightsOf(15, 15), ...nightsOf(8, 10)])).toMatchObject({
      status: 0,
      out: expect.stringContaining('better'),
    });
    expect(await history(WORSE, ['--last', '7'])).toMatchObject({ status: 0, out: expect.stringContaining('worse') });
    expect(await history(WORSE, ['--max-regression', 'p95=90%'])).toMatchObject({ status: 0 });
    expect(await history(WORSE, ['--max-regression', 'p95=20%'])).toMatchObject({ status: 1 });
  });

  it('cannot tell from too few runs, and says how many it takes', async () => {
    const { status, out, err } = await history([...nightsOf(4, 10), ...nightsOf(5, 15)]);
    expect(status).toBe(2);
    expect(out).toContain(
      'Undecided: staging ceiling: 9 runs with the same settings, but detecting a change takes 12 or more',
    );
    expect(out).not.toContain('No change for the worse');
    expect(err).toBe(
      'petvet: undecided: too few runs with the same settings of some scenarios\n' +
        '  make more runs, or name one scenario with --scenario\n',
    );
  });

  it('is undecided where one scenario is, unless another is named', async () => {
    const nights = [...SAME, ...nightsOf(1, 10, { scenario: 'burst' })];
    expect(await history(nights)).toMatchObject({ status: 2 });
    expect(await history(nights, ['--scenario', 'ceiling'])).toMatchObject({ status: 0 });
    expect(await history([...WORSE, ...nightsOf(1, 10, { scenario: 'burst' })])).toMatchObject({ status: 1 });
  });

  it('names the pages of both staircases where a knee is another', async () => {
    const knees = [440, 450, 445, 452, 441, 448, 446, 300, 304, 310, 305, 303, 302];
    const { status, out } = await history(knees.flatMap((knee) => nightsOf(1, 10, withKnee(knee, 'service'))));
    expect([status, out]).toEqual([1, expect.stringMatching(/knee +446\.0 req\/s +303\.5 req\/s +−32\.0 % +worse/)]);
    expect(out).toContain('2026-10-07T03-00-00/report.html /reports/staging/2026-10-08T03-00-00/report.html\n');
    expect(out).not.toContain('petvet diff');
  });

  it('prints the same for programs', async () => {
    const { status, out } = await history(WORSE, ['--format', 'json']);
    const document = LoadHistoryDocument.parse(JSON.parse(out));
    expect([status, document.outcome, document.worse[0]?.of]).toEqual([1, 'worse', 'p95']);
    const [change] = document.targets[0]?.histories[0]?.figures.find(({ of }) => of === 'p95')?.changes ?? [];
    expect(change).toMatchObject({
      is: 'worse',
      last: { folder: '2026-10-15T03-00-00' },
      first: { folder: '2026-10-16T03-00-00', startedAt: '2026-10-16T03:00:00.000Z' },
      runsSince: 8,
    });
    expect(await history(WORSE, ['--format', 'json'])).toMatchObject({ out });
    const few = await history(nightsOf(3, 10), ['--format', 'json']);
    expect([few.status, LoadHistoryDocument.parse(JSON.parse(few.out)).outcome]).toEqual([2, 'undecided']);
  });

  it('prints what the published schema describes, of every sort of history', async () => {
    const schema: unknown = JSON.parse(
      readFileSync(new URL('../../shapes/load-history.schema.json', import.meta.url), 'utf8'),
    );
    const ajv = new Ajv2020({ allErrors: true, strict: true });
    const isValid = ajv.compile(typeof schema === 'object' && schema !== null ? schema : false);
    const knees = [440, 450, 445, 452, 441, 448, 446, 300, 304, 310, 305, 303, 302];
    const histories = [
      WORSE,
      SAME,
      nightsOf(3, 10),
      [...nightsOf(15, 15), ...nightsOf(8, 10)],
      knees.flatMap((knee) => nightsOf(1, 10, withKnee(knee, 'service'))),
    ];
    for (const nights of histories) {
      const { out } = await history(nights, ['--format', 'json'], { 'broken/load.json': '{"schema":' });
      const document: unknown = JSON.parse(out);
      expect([isValid(document), isValid.errors]).toEqual([true, null]);
    }
    expect(isValid({ schema: 'petvet/load-history/1' })).toBe(false);
  });

  it('tells in a sentence each what does not count, and goes on', async () => {
    const { status, out } = await history(SAME, [], {
      'broken/load.json': '{"schema":',
      'else/load.json': '{"schema":"petvet/tiers/1"}',
      'later/load.json': JSON.stringify({ ...aLoadDocument([9]), schema: 'petvet/load/2' }),
      'check/conformance.json': '{}',
    });
    expect(status).toBe(0);
    expect(
      out
        .replaceAll(/\n {9}/g, ' ')
        .match(/^Skipped .*/gm)
        ?.toSorted(),
    ).toEqual([
      'Skipped  /reports/staging/broken/load.json is not JSON, and does not count.',
      'Skipped  /reports/staging/else/load.json is not the report of a load run, and does not count.',
      'Skipped  /reports/staging/later/load.json is of another version, petvet/load/2, and does not count.',
    ]);
    expect(out).toContain('20 runs');
  });

  it('follows no link, so that latest-load is no run of its own', async () => {
    await using place = await folder();
    const target = write(place.path, SAME);
    symlinkSync('2026-10-20T03-00-00', join(target, 'latest-load'));
    const { out } = await typed(['diff', '--history', target], place.path);
    expect(out).toContain('; 20 runs,');
  });

  it('takes the folder of several targets, and names each', async () => {
    await using place = await folder();
    write(place.path, SAME);
    const other = { ...aLoadDocument([]).target, name: 'production' };
    for (const { folder: name, load } of nightly(WORSE)) {
      mkdirSync(join(place.path, 'reports', 'production', name), { recursive: true });
      writeFileSync(
        join(place.path, 'reports', 'production', name, 'load.json'),
        JSON.stringify({ ...load, target: other }),
      );
    }
    const { status, out } = await typed(['diff', '--history', join(place.path, 'reports')], place.path);
    expect([status, out.match(/^load ceiling {2}\w+/gm)]).toEqual([
      1,
      ['load ceiling  production', 'load ceiling  staging'],
    ]);
    expect(out).toContain('last 10 runs: production ceiling p95');
  });

  it('is the same from a process of its own', async () => {
    await using place = await folder();
    write(place.path, WORSE);
    const ended = await petvet(['diff', '--history', 'reports/staging'], { cwd: place.path });
    expect(ended).toMatchObject({
      status: 1,
      err: '',
      out: expect.stringMatching(
        /node \S+petvet\.cjs diff reports\/staging\/2026-10-15T03-00-00 reports\/staging\/2026-10-16/,
      ),
    });
  });
});

/** What is said of arguments, in a folder with runs of every sort that cannot be used. */
async function refused(...args: readonly string[]) {
  await using place = await folder();
  write(place.path, nightsOf(3, 10, { aborted: 'the limit is spent', outcome: 'aborted' }), {
    'check/conformance.json': '{}',
  });
  mkdirSync(join(place.path, 'bad', 'one'), { recursive: true });
  writeFileSync(join(place.path, 'bad', 'one', 'load.json'), 'no JSON');
  writeFileSync(join(place.path, 'file'), '');
  const at = (arg: string) => (/^(missing|file|bad|reports)/.test(arg) ? join(place.path, arg) : arg);
  const { status, out, err } = await typed(['diff', ...args.map(at)], place.path);
  return { status, out, err: err.replaceAll(`${place.path}/`, '') };
}

describe('what petvet diff --history cannot use', () => {
  it.each([
    [['--history', 'missing'], 'missing cannot be read: it does not exist'],
    [['--history', 'file'], 'file cannot be read: a part of that path is a file'],
    [['--history', 'reports/staging/check'], 'there is no load run in reports/staging/check'],
    [
      ['--history', 'bad'],
      'there is no load run in bad that counts: bad/one/load.json is not JSON, and does not count',
    ],
    [['--history', 'reports'], 'no load run in reports finished'],
    [['--history', 'reports', '--scenario', 'burst'], 'no load run of burst in reports finished'],
    [['--history', 'reports', '--scenario', 'else'], 'there is no scenario "else"'],
    [['--history', 'reports', '--last', '4'], 'It must be 5 or more'],
    [['--history', ''], 'argument'],
    [['reports', 'reports', '--history', 'reports'], '--history takes no other run'],
    [['reports'], 'two runs are needed'],
  ])('%j', async (args, says) => {
    const { status, out, err } = await refused(...args);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err).not.toMatch(/\bat .*:\d+:\d+/);
  });
});
