import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { aViolation, bytes } from '../report/report.fixture.ts';
import { aGet, aPost, aRecordedRun } from './recorded-run.fixture.ts';
import { createdIn, findFinding, findFindings, readRecordedRun } from './recorded-run.ts';

const RUN = aRecordedRun(
  {
    rows: [
      {
        id: 'LIST-2',
        verdict: 'fail',
        findings: [
          aViolation({ rule: 'LIST-2', says: 'elsewhere', see: 'LIST-9' }),
          aViolation({ rule: 'LIST-2', says: 'first', shownBy: [2, 1] }),
          aViolation({ rule: 'LIST-2', says: 'second', shownBy: [9] }),
        ],
      },
      { id: 'LIST-5', verdict: 'observed', findings: [aViolation({ rule: 'LIST-5', verdict: 'observed' })] },
    ],
  },
  [aGet(1, '/pets?limit=1', 200, []), aGet(2, '/pets?limit=2', 200, [])],
);

describe('createdIn', () => {
  it('has what the run created, beyond 2^53, and what one before it did', () => {
    const body = '{"id":9007199254740993,"name":"Rex","categoryId":1,"status":"sold"}';
    const posted = aPost(1, { name: 'Rex', categoryId: 1, status: 'sold' }, 201, undefined);
    const answer = posted.answer && { ...posted.answer, body: bytes(body) };
    const run = aRecordedRun({}, [{ ...posted, ...(answer && { answer }) }, aGet(2, '/pets/5', 404, {})]);
    const { baseUrl } = run.knowledge;
    const repeated = { ...run, knowledge: { ...run.knowledge, createdBefore: ['7'] } };
    expect(createdIn(repeated, { baseUrl })).toEqual(['7', '9007199254740993']);
    expect(createdIn(repeated, { baseUrl: `${baseUrl}x` })).toEqual([]);
  });
});

describe('findFindings', () => {
  const several = aRecordedRun(
    {
      rows: [
        {
          id: 'LIST-2',
          verdict: 'fail',
          findings: [
            aViolation({ rule: 'LIST-2', says: 'elsewhere', see: 'LIST-9' }),
            aViolation({ rule: 'LIST-2', shownBy: [1] }),
            aViolation({ rule: 'LIST-2', verdict: 'inconclusive', shownBy: [2] }),
            aViolation({ rule: 'LIST-2', shownBy: [2] }),
          ],
        },
      ],
    },
    [aGet(1, '/pets?limit=1', 200, []), aGet(2, '/pets?limit=2', 200, [])],
  );

  it.each([
    ['LIST-2', [2, 4]],
    ['LIST-2#4', [4]],
    ['LIST-2#3', [3]],
  ])('%s names the findings %j', (text, places) => {
    expect(findFindings(several, text).map(({ place }) => place)).toEqual(places);
  });
});

describe('findFinding', () => {
  it.each(['LIST-2', 'list-2', ' LIST-2#2 '])('%j is the first violation that is blamed on the rule itself', (text) => {
    expect(findFinding(RUN, text)).toMatchObject({ rule: 'LIST-2', place: 2, finding: { says: 'first' } });
  });

  it('gives the exchanges in the order of sending', () => {
    expect(findFinding(RUN, 'LIST-2').exchanges.map(({ id }) => id)).toEqual([1, 2]);
  });

  it.each([
    ['LIST-99', 'is not a finding'],
    ['', 'is not a finding'],
    ['LIST-2#', 'is not a finding'],
    ['LIST-1', 'no finding of LIST-1'],
    ['LIST-2#4', 'no finding 4 of LIST-2'],
    ['LIST-2#1', 'is the same fault as LIST-9'],
    ['LIST-2#3', 'the evidence holds none of the exchanges that show LIST-2#3'],
    ['LIST-5', 'is an observation'],
  ])('%j: %s', (text, why) => {
    expect(() => findFinding(RUN, text)).toThrow(UsageError);
    expect(() => findFinding(RUN, text)).toThrow(why);
  });
});

describe('readRecordedRun', () => {
  it('says what is wrong with a folder that is none, and with a report that is none', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'petvet-recorded-'));
    await expect(readRecordedRun(join(directory, 'nowhere'))).rejects.toThrow('cannot be read');
    await writeFile(join(directory, 'conformance.json'), '{"schema":"petvet/conformance/9"}');
    await expect(readRecordedRun(directory)).rejects.toThrow('is cut off, or not a report of this version');
    await writeFile(join(directory, 'conformance.json'), 'not JSON');
    await expect(readRecordedRun(directory)).rejects.toThrow('is cut off, or not a report of this version');
  });
});
