import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEvidence } from '../../evidence/log.ts';
import { aGet } from '../../replay/recorded-run.fixture.ts';
import { aReport } from '../../report/report.fixture.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

/** A name that means something to Markdown, HTML and a terminal. */
const NAME = 'Felix ``` <img src=x> | \u001b[31m';

const PETS = [1, 2].map((id) => ({ id, name: NAME, categoryId: 7, status: 'sold' }));

let place: Awaited<ReturnType<typeof folder>>;

const disputed = (...args: readonly string[]) => typed(['dispute', ...args], place.path);

/** A run that saw two pets for a limit of one, and its report. */
beforeAll(async () => {
  place = await folder();
  mkdirSync(join(place.path, 'recorded'));
  const { knowledge, run: facts } = aReport();
  const evidence = openEvidence(join(place.path, 'recorded', 'evidence.jsonl'), knowledge);
  evidence.append(aGet(1, '/pets?limit=1', 200, PETS));
  evidence.finish({ ...facts, sent: 1 });
  evidence.close();
  const recorded = join(place.path, 'recorded');
  await typed(['report', recorded, '--format', 'json', '--out', join(recorded, 'conformance.json')], place.path);
});

afterAll(() => place[Symbol.asyncDispose]());

describe('petvet dispute', () => {
  it('writes requirement, reading, exchange, reasons and how to check them', async () => {
    const { status, out, err } = await disputed('recorded', 'LIST-2');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    for (const heading of ['The requirement', 'How petvet reads it', 'What was seen', 'The exchanges', 'To settle it'])
      expect(out).toContain(`## ${heading}\n`);
    expect(out).toContain('GET /pets?limit=1');
    expect(out).toContain('Authorization: Bearer {primary}');
    expect(out).toContain("petvet replay recorded 'LIST-2#1'");
    expect(out).toContain('petvet judge recorded');
  });

  it('lets nothing that the service said be Markdown, HTML or a colour', async () => {
    const { out } = await disputed('recorded', 'LIST-2#1');
    expect(out).not.toContain('\u001b');
    const html = await marked(out);
    expect(html).not.toContain('<img');
    expect(html.match(/<h2/g)).toHaveLength(7);
  });

  it('writes it to a file, but over none of the report', async () => {
    expect(await disputed('recorded', 'LIST-2', '--out', 'LIST-2.md')).toMatchObject({
      status: 0,
      out: 'Written: LIST-2.md\n',
    });
    expect(readFileSync(join(place.path, 'LIST-2.md'), 'utf8')).toMatch(/^# LIST-2: is this verdict right\?\n/);
    const before = readFileSync(join(place.path, 'recorded', 'conformance.json'), 'utf8');
    expect(await disputed('recorded', 'LIST-2', '--out', 'recorded/conformance.json')).toMatchObject({
      status: 2,
      err: expect.stringContaining('is a file of the report'),
    });
    expect(readFileSync(join(place.path, 'recorded', 'conformance.json'), 'utf8')).toBe(before);
  });

  it.each([
    ['a rule without a finding', ['recorded', 'AUTH-1'], 'the report holds no finding of AUTH-1'],
    ['no rule', ['recorded', 'LIST'], '"LIST" is not a finding'],
    ['a folder that is not there', ['nowhere', 'LIST-2'], 'cannot be read'],
    [
      'the two the other way round',
      ['LIST-2', 'recorded'],
      'LIST-2 is a finding, not a folder\n  name the folder first',
    ],
  ])('%s is one clear sentence', async (_what, args, says) => {
    const { status, err } = await disputed(...args);
    expect(status).toBe(2);
    expect(err).toContain(says);
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
  });

  it('says so where the report is broken', async () => {
    mkdirSync(join(place.path, 'broken'));
    writeFileSync(join(place.path, 'broken', 'conformance.json'), '{"schema":');
    expect(await disputed('broken', 'LIST-2')).toMatchObject({
      status: 2,
      err: expect.stringContaining('is cut off, or not a report of this version of petvet'),
    });
  });
});
