import { describe, expect, it } from 'vitest';
import { getPetJudge } from './get-pet.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';

const KNOWN = { pets: new Map([[7n, { id: 7n, status: undefined, seenIn: 1 }]]) };
const PET = { id: 7n, name: 'a', categoryId: 1n };
const judge = (parts: ExchangeParts) =>
  getPetJudge.judge(
    aReading({ target: '/pets/7', json: PET, knowledge: KNOWN, ...parts }),
    aKnowledge(parts.knowledge ?? KNOWN),
  );
const failed = (parts: ExchangeParts) =>
  judge(parts).filter(({ verdict, rule }) => verdict === 'fail' && rule !== 'GET-5');
const REMOVAL = 'Thu, 05 Dec 2030 00:00:00 GMT';
const announced = (...names: string[]): ExchangeParts => ({
  headers: names.map((name) => [name, /sunset/i.test(name) ? REMOVAL : 'true'] as const),
});

describe('GET-1, what one answer shows', () => {
  it.each([PET, { ...PET, status: 'sold' }, { ...PET, tags: [] }, { ...PET, name: '' }])(
    'lets a Pet pass, case %#',
    (json) => {
      expect(failed({ json })).toEqual([]);
    },
  );

  it.each([
    ['[{"id":7,"name":"a","categoryId":1}]', 'it is an array, not an object'],
    ['{"pet":{"id":7}}', 'id is missing'],
    ['{"id":7,"categoryId":1}', 'name is missing'],
    [
      '{"id":7,"name":"a","categoryId":1,"status":"gone"}',
      'status is the string "gone", not available, pending or sold',
    ],
    ['', 'no body'],
  ])('is violated by %s', (text, actual) => {
    expect(failed({ text })).toMatchObject([
      {
        rule: 'GET-1',
        operation: 'getPet',
        says: `GET /pets/7 returned 200, but not with a Pet: ${actual}`,
        expected: 'the Pet with that id',
        actual,
      },
    ]);
  });

  it('leaves integers to JSON-2, other text to JSON-1, and a null status open', () => {
    expect(judge({ json: { ...PET, id: '7' } })).toMatchObject([{ rule: 'GET-1', see: 'JSON-2' }, { rule: 'GET-5' }]);
    expect(judge({ text: '<h1>' })).toMatchObject([{ rule: 'GET-1', see: 'JSON-1' }, { rule: 'GET-5' }]);
    expect(judge({ json: { ...PET, status: null } })).toMatchObject([
      { rule: 'GET-1', verdict: 'inconclusive', says: expect.stringContaining('null') },
      { rule: 'GET-5' },
    ]);
  });
});

describe('GET-2, what one answer shows', () => {
  it('lets a pet be that nobody listed', () => {
    expect(failed({ target: '/pets/8', json: { ...PET, id: 8n } })).toEqual([]);
  });

  it.each([
    [{ ...PET, id: 9n }, 'GET /pets/8 returned 200 with another pet, id 9', '200 with id 9'],
    [null, 'GET /pets/8 returned 200, but not with a Pet: it is null, not an object', 'it is null, not an object'],
  ])('is violated by anything else, case %#', (json, says, actual) => {
    expect(failed({ target: '/pets/8', json })).toMatchObject([
      { rule: 'GET-2', says, expected: '404 with an Error', actual },
    ]);
  });

  it('tells ids apart beyond 2^53', () => {
    const json = { ...PET, id: 9007199254740992n };
    expect(failed({ target: '/pets/9007199254740993', json })).toMatchObject([{ rule: 'GET-2' }]);
  });
});

/** One answer of getPet whose Sunset is this. */
const ending = (sunset: string) =>
  judge({
    headers: [
      ['Deprecation', '@1764892800'],
      ['Sunset', sunset],
    ],
  });

describe('GET-5', () => {
  it('holds with both headers, in any letter case', () => {
    expect(judge(announced('deprecation', 'SUNSET'))).toMatchObject([{ rule: 'GET-5', verdict: 'pass' }]);
    expect(judge({ ...announced('Deprecation', 'Sunset'), target: '/pets/8', json: { ...PET, id: 8n } })).toMatchObject(
      [{ rule: 'GET-5', verdict: 'pass' }],
    );
  });

  it.each([
    [[], 'no Deprecation, no Sunset', 'getPet responses lack Deprecation and Sunset'],
    [['Deprecation'], 'no Sunset', 'getPet responses lack Sunset'],
  ])('is broken with %j', (names, actual, says) => {
    expect(judge(announced(...names))).toMatchObject([{ rule: 'GET-5', verdict: 'fail', actual, says }]);
  });

  it.each([
    REMOVAL,
    'Thu, 05 Dec 2030 23:59:59 GMT',
    'Wed, 04 Dec 2030 10:00:00 GMT', // midnight where it is 14 hours later
    'Fri, 06 Dec 2030 11:59:59 GMT', // the end of the day where it is 12 hours earlier
    'Thursday, 05-Dec-30 00:00:00 GMT',
  ])('holds with Sunset %j', (sunset) => {
    expect(ending(sunset)).toMatchObject([{ rule: 'GET-5', verdict: 'pass' }]);
  });

  it.each(['2030-12-05', '2030-12-05T00:00:00Z', '1922659200', 'soon', ''])('is broken with Sunset %j', (sunset) => {
    expect(ending(sunset)).toMatchObject([
      {
        rule: 'GET-5',
        verdict: 'fail',
        says: `the Sunset of getPet is not an HTTP date: ${JSON.stringify(sunset)}`,
        expected: `Sunset: ${REMOVAL}`,
      },
    ]);
  });

  it.each(['Wed, 05 Dec 2029 00:00:00 GMT', 'Sun, 05 May 2030 00:00:00 GMT', 'Fri, 05 Dec 2031 00:00:00 GMT'])(
    'is broken with Sunset %j, which is another day',
    (sunset) => {
      expect(ending(sunset)).toMatchObject([
        {
          rule: 'GET-5',
          verdict: 'fail',
          expected: `Sunset: ${REMOVAL}`,
          actual: `Sunset: ${sunset}`,
        },
      ]);
    },
  );
});

it.each([
  ['a 404', { status: 404 }],
  ['a caller without a key', { credential: 'none' }],
  ['a caller who may have one', { credential: 'unknown' }],
  ['another spelling of the id', { target: '/pets/07' }],
  ['a removed operation', { knowledge: { ...KNOWN, asOf: '2031-01-01' } }],
] satisfies [string, ExchangeParts][])('nothing is said of %s', (_what, parts) => {
  expect(judge({ json: 7n, ...parts })).toEqual([]);
});
