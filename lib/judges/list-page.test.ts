import { describe, expect, it } from 'vitest';
import type { KnownPet } from '../expectation/expectation.ts';
import type { Finding } from './finding.ts';
import { listPageJudge } from './list-page.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';

type Pet = Readonly<Record<string, unknown>>;

const pet = (id: number, parts: Pet = {}): Pet => ({ id: BigInt(id), name: 'a', categoryId: 1n, ...parts });
const pets = (count: number, parts?: Pet): Pet[] => Array.from({ length: count }, (_, index) => pet(index + 1, parts));
const judge = (query: string, json: unknown, parts: ExchangeParts = {}): Finding[] =>
  listPageJudge.judge(aReading({ target: `/pets${query}`, json, ...parts }), aKnowledge());
const of = (rule: string, findings: readonly Finding[]) => findings.filter((finding) => finding.rule === rule);
const failed = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);

describe('LIST-1', () => {
  it.each([
    ['pets without a status', pets(3)],
    ['pets with the three statuses', ['available', 'pending', 'sold'].map((status, id) => pet(id, { status }))],
    ['unknown fields', [pet(1, { tags: [], owner: null })]],
    ['an empty and a huge name', [pet(1, { name: '' }), pet(2, { name: 'x'.repeat(10_000) })]],
    ['integers that JSON-2 allows', [pet(-1), pet(0)]],
  ])('holds for %s', (_what, json) => {
    expect(of('LIST-1', judge('', json))).toMatchObject([{ verdict: 'pass', operation: 'listPets' }]);
  });

  it('is not verified by an empty list', () => {
    expect(judge('', [])).toEqual([]);
  });

  it.each([
    [{ items: [] }, 'an object with items'],
    [{}, 'an empty object'],
    [null, 'null'],
    ['none', 'a JSON string'],
    [7n, 'a JSON number'],
  ])('is violated by another shape, case %#', (json, actual) => {
    expect(judge('', json)).toMatchObject([
      {
        rule: 'LIST-1',
        verdict: 'fail',
        says: `GET /pets returned 200 with ${actual}`,
        expected: 'an array of Pet',
        actual,
      },
    ]);
  });

  it('is violated by blanks and by no body', () => {
    expect(judge('', undefined, { text: ' ' })).toMatchObject([{ verdict: 'fail', actual: 'no body' }]);
    expect(judge('', undefined, { body: { kind: 'none' } })).toMatchObject([{ verdict: 'fail', actual: 'no body' }]);
  });

  it.each([
    [pet(2, { name: null }), 'name is null, not a string'],
    [pet(2, { name: undefined }), 'name is missing'],
    [pet(2, { id: undefined }), 'id is missing'],
    [pet(2, { status: 'adopted' }), 'status is the string "adopted", not available, pending or sold'],
    [pet(2, { status: 7n }), 'status is the number 7, not available, pending or sold'],
    ['Rex', 'it is the string "Rex", not an object'],
  ])('is violated by an item that is no Pet, case %#', (item, actual) => {
    expect(of('LIST-1', judge('', [pet(1), item]))).toMatchObject([
      { verdict: 'fail', says: `GET /pets: item 2 is not a Pet: ${actual}`, actual },
    ]);
  });

  it('leaves a null status open, integers to JSON-2, and what is not JSON to JSON-1', () => {
    expect(of('LIST-1', judge('', [pet(1, { status: null })]))).toMatchObject([{ verdict: 'inconclusive' }]);
    expect(of('LIST-1', judge('', [pet(1, { id: '1' })]))).toMatchObject([{ verdict: 'inconclusive', see: 'JSON-2' }]);
    expect(judge('', undefined, { text: '<h1>' })).toMatchObject([
      { rule: 'LIST-1', verdict: 'inconclusive', see: 'JSON-1' },
    ]);
  });
});

describe('LIST-2, LIST-3 and LIST-4', () => {
  it.each([1, 7, 100])('limit=%i may be filled', (limit) => {
    expect(failed(judge(`?limit=${limit}`, pets(limit)))).toEqual([]);
  });

  it.each([1, 7, 99])('limit=%i must not be exceeded', (limit) => {
    expect(of('LIST-2', judge(`?limit=${limit}`, pets(limit + 1)))).toMatchObject([
      {
        verdict: 'fail',
        says: `GET /pets?limit=${limit} returned ${limit + 1} items`,
        expected: `at most ${limit} ${limit === 1 ? 'item' : 'items'}`,
        actual: `${limit + 1} items`,
      },
    ]);
  });

  it.each(['', '?status=adopted', '?'])('%j has a page of at most 20', (query) => {
    expect(failed(judge(query, pets(20)))).toEqual([]);
    expect(judge(query, pets(21)).filter(({ verdict }) => verdict === 'fail')).toMatchObject([
      { rule: 'LIST-3', expected: 'at most 20 items' },
    ]);
  });

  it.each([
    '?limit=101',
    '?limit=0',
    '?limit=-1',
    '?limit=abc',
    '?limit=',
    '?limit=5&limit=7',
    '?Limit=5',
    '?limit=05',
    '?per_page=9',
  ])('%s has a page of at most 100', (query) => {
    expect(failed(judge(query, pets(100)))).toEqual([]);
    expect(failed(judge(query, pets(101)))).toEqual(['LIST-4']);
  });

  it('one page is blamed once', () => {
    const findings = judge('?limit=100&status=sold', pets(101, { status: 'sold' }));
    expect(failed(findings)).toEqual(['LIST-2']);
    expect(findings.filter(({ see }) => see === 'LIST-2').map(({ rule }) => rule)).toEqual(['LIST-4', 'LIST-9']);
    expect(of('LIST-4', judge('', pets(101)))).toMatchObject([{ verdict: 'inconclusive', see: 'LIST-3' }]);
  });
});

/** A page of that many sold and that many pending pets. */
const mixed = (sold: number, pending: number): Pet[] => [
  ...pets(sold, { status: 'sold' }),
  ...pets(pending, { status: 'pending' }).map((one, index) => ({ ...one, id: BigInt(100 + index) })),
];

describe('LIST-6 and LIST-9', () => {
  it('are not violated where every item has the status, nor by a status that does not exist', () => {
    expect(of('LIST-6', judge('?status=sold', pets(2, { status: 'sold' })))).toEqual([]);
    expect(of('LIST-9', judge('?status=sold&limit=2', pets(2, { status: 'sold' })))).toEqual([]);
    expect(of('LIST-6', judge('?status=adopted', pets(2, { status: 'sold' })))).toEqual([]);
  });

  it.each([
    [1, 0],
    [1, 30],
    [3, 0],
    [3, 3],
    [4, 5],
    [7, 30],
  ])('leave to other pages what %i pets of another status beside %i of the right one mean', (strangers, right) => {
    expect(failed(judge('?status=sold&limit=100', mixed(right, strangers)))).toEqual([]);
  });

  it.each([
    [4, 0],
    [4, 4],
    [8, 90],
  ])(
    'LIST-6 is violated by %i of another status beside %i of the right one, and LIST-9 points at it',
    (strangers, right) => {
      const findings = judge('?status=sold&limit=100', mixed(right, strangers));
      expect(failed(findings)).toEqual(['LIST-6']);
      expect(of('LIST-6', findings)).toMatchObject([
        {
          says: 'GET /pets?status=sold&limit=100 returned a pet with status "pending" (id 100)',
          expected: 'only pets with status "sold"',
          actual: 'a pet with status "pending" (id 100)',
        },
      ]);
      expect(of('LIST-9', findings)).toMatchObject([{ verdict: 'inconclusive', see: 'LIST-6' }]);
    },
  );

  it('do not count those that were shown with the right status before', () => {
    const known = new Map<bigint, KnownPet>([
      [100n, { id: 100n, status: 'sold', seenIn: 1 }],
      [101n, { id: 101n, status: 'pending', seenIn: 2, formerStatuses: ['sold'] }],
    ]);
    const reading = aReading({ target: '/pets?status=sold', json: mixed(0, 5) });
    expect(failed(listPageJudge.judge(reading, aKnowledge({ pets: known })))).toEqual([]);
    expect(failed(listPageJudge.judge(reading, aKnowledge()))).toEqual(['LIST-6']);
  });

  it.each([undefined, null])('leave to other responses whether pets that show %s as their status have it', (status) => {
    const json = pets(9, status === null ? { status } : {});
    expect(of('LIST-6', judge('?status=sold', json))).toEqual([]);
  });

  it('a status that is none of the three is blamed on LIST-1 alone', () => {
    const findings = judge('?status=sold', pets(1, { status: 'SOLD' }));
    expect(failed(findings)).toEqual(['LIST-1']);
    expect(of('LIST-6', findings)).toMatchObject([{ verdict: 'inconclusive', see: 'LIST-1' }]);
    expect(of('LIST-6', judge('?status=sold', [null]))).toMatchObject([{ verdict: 'inconclusive', see: 'LIST-1' }]);
  });
});

describe('LIST-10', () => {
  it('holds for ids that only a double takes for the same', () => {
    const json = [pet(1, { id: 9007199254740992n }), pet(1, { id: 9007199254740993n })];
    expect(of('LIST-10', judge('', json))).toMatchObject([{ verdict: 'pass' }]);
  });

  it('is violated by an id that comes twice, and not shown by one pet', () => {
    expect(of('LIST-10', judge('', [pet(7), pet(8), pet(7)]))).toMatchObject([
      {
        verdict: 'fail',
        says: 'GET /pets returned id 7 twice',
        expected: 'every id once',
        actual: 'id 7 twice',
      },
    ]);
    expect(of('LIST-10', judge('', [pet(7)]))).toEqual([]);
  });
});

it.each([
  ['a caller without a key', { credential: 'none' }],
  ['a caller with a wrong key', { credential: 'wrong' }],
  ['another status', { status: 206 }],
  ['a body that was not read', { body: { kind: 'not-recorded' } }],
  ['a body that was cut off', { body: { kind: 'truncated', bytes: new Uint8Array([91]), why: 'too long' } }],
] satisfies [string, ExchangeParts][])('nothing is said of %s', (_what, parts) => {
  expect(judge('', pets(200), parts)).toEqual([]);
});
