import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aCheck, open, violated } from '../../diff/diff.fixture.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { aLoadDocument } from '../../shapes/load.fixture.ts';

/** Compares two documents as they lie in folders; the name of the file is that of a check unless it is a load run. */
async function diff(before: unknown, after: unknown, ...flags: string[]) {
  await using place = await folder();
  for (const [name, document] of Object.entries({ before, after })) {
    mkdirSync(join(place.path, name));
    const file = JSON.stringify(document).includes('petvet/load') ? 'load.json' : 'conformance.json';
    writeFileSync(join(place.path, name, file), JSON.stringify(document));
  }
  const ended = await typed(['diff', join(place.path, 'before'), join(place.path, 'after'), ...flags], place.path);
  return { ...ended, out: ended.out.replaceAll(place.path, '') };
}

const A = aCheck('a');
const B = aCheck('b');
const WORSE = aCheck('b', [violated('LIST-2', { actual: '2 items' })]);
const SLOW = { ...B, requests: { ...B.requests, medianMilliseconds: 30 } };
const QUICK = { ...A, requests: { ...A.requests, medianMilliseconds: 10 } };

describe('petvet diff of two checks', () => {
  it('0: nothing got worse', async () => {
    expect(await diff(A, B)).toEqual({
      status: 0,
      out: expect.stringMatching(
        /^No difference that callers could notice.*\nExit status 0: no difference that callers could notice\n$/,
      ),
      err: '',
    });
    expect(await diff(WORSE, A)).toMatchObject({ status: 0, out: expect.stringContaining('1 improvement') });
  });

  it('1: something got worse', async () => {
    expect(await diff(A, WORSE)).toMatchObject({
      status: 1,
      out: expect.stringContaining('Worse for callers: 1 rule (LIST-2)'),
    });
  });

  it('2: a must rule is verified no more', async () => {
    expect(await diff(A, aCheck('b', [open('LIST-2')]))).toMatchObject({
      status: 2,
      out: expect.stringContaining('Undecided:'),
    });
  });

  it('the median response time decides with a limit only', async () => {
    expect(await diff(QUICK, SLOW)).toMatchObject({ status: 0, out: expect.stringContaining('+200 %') });
    expect(await diff(QUICK, SLOW, '--max-regression', 'median=50%')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/the median response time,\s+beyond the limit/),
    });
    expect(await diff(QUICK, SLOW, '--max-regression', 'median=500%')).toMatchObject({ status: 0 });
    expect(await diff(A, SLOW, '--max-regression', 'median=500%')).toMatchObject({ status: 2 });
  });

  it('writes Markdown, HTML and JSON', async () => {
    expect(await diff(A, WORSE, '--format', 'markdown')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^## petvet/),
    });
    expect(await diff(A, WORSE, '--format', 'html')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^<!doctype html>/),
    });
    const { out } = await diff(A, WORSE, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ schema: 'petvet/diff/1', outcome: 'worse' });
  });

  it('writes to a file, and over no report', async () => {
    await using place = await folder();
    const [before, after, written] = [
      join(place.path, 'a.json'),
      join(place.path, 'b.json'),
      join(place.path, 'diff.md'),
    ];
    writeFileSync(before, JSON.stringify(A));
    writeFileSync(after, JSON.stringify(WORSE));
    const type = (...flags: string[]) => typed(['diff', before, after, ...flags], place.path);
    expect(await type('--format', 'markdown', '--out', 'diff.md')).toMatchObject({
      status: 1,
      out: `Written: ${written}\n`,
    });
    expect(readFileSync(written, 'utf8')).toMatch(/^## petvet/);
    expect(await type('--out', 'b.json')).toMatchObject({
      status: 2,
      err: expect.stringContaining('is one of the reports'),
    });
  });
});

describe('petvet diff refuses', () => {
  const load = aLoadDocument([10, 11, 12]);
  it.each([
    ['a check and a load run', A, load, [], 'the first run is a check, and the second a load run'],
    ['a load run and a check', load, A, [], 'the first run is a load run, and the second a check'],
    ['one run twice', A, A, [], 'both reports are of the same run'],
    ['two catalogues', A, { ...B, catalogue: '0.1.0' }, [], 'version 1.0.0 of the catalogue, the other by 0.1.0'],
    ['another format', A, { ...B, schema: 'petvet/conformance/2' }, [], 'has the format "petvet/conformance/2"'],
    ['JSON that is not a report', A, { rules: [] }, [], 'is not the report of a check or of a load run'],
    ['JSON that is not an object', A, null, [], 'is not the report of a check or of a load run'],
    ['a limit of load runs', A, B, ['--max-regression', 'p95=5%'], '--max-regression p95 is for load runs'],
    ['a limit of checks', load, load, ['--max-regression', 'median=5%'], '--max-regression median is for two checks'],
    ['a format of load runs', load, load, ['--format', 'json'], '--format is for two checks'],
    ['an unknown format', A, B, ['--format', 'pdf'], 'Allowed choices are terminal, markdown, html, json'],
    ['a folder as the file', A, B, ['--out', '/'], '/ is a folder'],
  ])('%s', async (_what, before, after, flags, says) => {
    const { status, out, err } = await diff(before, after, ...flags);
    expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringContaining(says) });
    expect(err).not.toContain('    at ');
  });

  it('a folder without a report, and one that is not there', async () => {
    await using place = await folder();
    const missing = join(place.path, 'none');
    expect(await typed(['diff', place.path, place.path], '/')).toMatchObject({
      status: 2,
      err: expect.stringContaining('holds neither conformance.json nor load.json'),
    });
    expect(await typed(['diff', missing, missing], '/')).toMatchObject({
      status: 2,
      err: expect.stringContaining(`${missing} does not exist`),
    });
  });
});
