import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from './judges.fixture.ts';
import { statusJudge } from './statuses.ts';
import { AFTER, KNOWN, PET, judge, passed } from './statuses.fixture.ts';

const create = (sendsText: string, parts: ExchangeParts = {}): ExchangeParts => ({
  method: 'POST',
  sendsText,
  knowledge: KNOWN,
  ...parts,
});
const VALID = '{"name":"a","categoryId":1}';
const HOSTILE: ExchangeParts = { target: '/pets?status=%00' };

describe('allowed statuses', () => {
  it.each([
    ['a list', { status: 200 }, ['ERR-3']],
    ['a creation', { ...create(VALID), status: 201 }, ['ERR-3']],
    ['a known pet', { target: '/pets/7', status: 200, knowledge: KNOWN }, ['ERR-3']],
    ['an unknown id', { target: '/pets/8', status: 404 }, ['GET-2', 'ERR-3']],
    ['an id that is none', { target: '/pets/7.5', status: 400 }, ['GET-3', 'ERR-3']],
    [
      'an id that is none, without a key',
      { target: '/pets/7.5', credential: 'none', status: 404 },
      ['AUTH-7', 'ERR-3'],
    ],
    ['no key', { credential: 'none', status: 401 }, ['AUTH-1', 'AUTH-7', 'ERR-3']],
    ['a wrong key', { credential: 'wrong', status: 401 }, ['AUTH-2', 'AUTH-7', 'ERR-3']],
    ['a wrong key for an unknown id', { target: '/pets/8', credential: 'wrong', status: 404 }, ['AUTH-7', 'ERR-3']],
    ['no key and a bad limit', { target: '/pets?limit=0', credential: 'none', status: 400 }, ['AUTH-7']],
    ['a missing field', { ...create('{"name":"a"}'), status: 400 }, ['CREATE-5', 'ERR-3']],
    ['a wrong type', { ...create('{"name":7,"categoryId":1}'), status: 400 }, ['CREATE-6', 'ERR-3']],
    ['an array', { ...create('[]'), status: 400 }, ['CREATE-7', 'ERR-3']],
    ['a removed getPet', { target: '/pets/7', status: 410, knowledge: AFTER }, ['GET-4', 'ERR-3']],
    ['a removed getPet, not routed', { target: '/pets/7', status: 501, knowledge: AFTER }, ['GET-4', 'ERR-3']],
    ['hostile input', { ...HOSTILE, status: 400 }, ['ERR-7']],
    ['hostile input elsewhere', { target: '/nothing%00', status: 404 }, ['ERR-7']],
    ['an odd limit', { target: '/pets?limit=0', status: 422 }, []],
    ['another path', { target: '/other', status: 404 }, []],
  ] satisfies [string, ExchangeParts, string[]][])('%s', (_what, parts, rules) => {
    expect(passed(parts)).toEqual(rules);
  });

  it.each([
    ['429 at any time', { status: 429, credential: 'none' }],
    ['401 for a valid key, which is weighed over the run', { status: 401 }],
    ['501 and 505 for hostile input', { ...HOSTILE, status: 501 }],
    ['502 to 504 for hostile input', { ...HOSTILE, status: 503 }],
    [
      'a scheme in small letters refused as malformed',
      { requestHeaders: [['Authorization', 'bearer {primary}']], status: 400 },
    ],
    ['a HEAD', { method: 'HEAD', status: 200 }],
    ['an OPTIONS without a key', { method: 'OPTIONS', credential: 'none', status: 204 }],
  ] satisfies [string, ExchangeParts][])('say nothing: %s', (_what, parts) => {
    expect(judge(parts)).toEqual([]);
  });
});

describe('a wrong status is blamed on', () => {
  it.each([
    ['AUTH-1', { credential: 'none', status: 403 }, 'GET /pets without an Authorization header', '401 or 429'],
    ['AUTH-1', { credential: 'none', status: 302 }, 'GET /pets without an Authorization header', '401 or 429'],
    [
      'AUTH-1',
      { ...create(VALID), credential: 'none', status: 500 },
      'POST /pets without an Authorization header',
      '401 or 429',
    ],
    ['AUTH-2', { credential: 'wrong', status: 404 }, 'GET /pets with an invalid key', '401 or 429'],
    [
      'AUTH-7',
      { target: '/pets?limit=0', credential: 'none', status: 200 },
      'GET /pets?limit=0 without an Authorization header',
      '',
    ],
    ['LIST-2', { target: '/pets?limit=100', status: 400 }, 'GET /pets?limit=100', '200 or 429'],
    ['ERR-3', { target: '/pets?status=sold', status: 404 }, 'GET /pets?status=sold', '200 or 429'],
    ['ERR-3', { status: 500 }, 'GET /pets', '200 or 429'],
    ['ERR-3', { status: 204 }, 'GET /pets', '200 or 429'],
    ['CREATE-1', { ...create(VALID), status: 200 }, 'POST /pets', '201 or 429'],
    ['CREATE-1', { ...create(VALID), status: 422 }, 'POST /pets', '201 or 429'],
    ['ERR-3', { ...create(VALID), status: 500 }, 'POST /pets', '201 or 429'],
    ['CREATE-5', { ...create('{"categoryId":1}'), status: 201 }, 'POST /pets (name is missing)', '400 or 429'],
    ['CREATE-5', { ...create('{"categoryId":1}'), status: 422 }, 'POST /pets (name is missing)', '400 or 429'],
    [
      'CREATE-6',
      { ...create('{"name":[],"categoryId":1}'), status: 500 },
      'POST /pets (name is an array)',
      '400 or 429',
    ],
    ['CREATE-7', { ...create('nonsense'), status: 201 }, 'POST /pets (a body that is not JSON)', '400 or 429'],
    ['GET-1', { target: '/pets/7', status: 410, knowledge: KNOWN }, 'GET /pets/7', '200, 404 or 429'],
    ['GET-2', { target: '/pets/8', status: 400 }, 'GET /pets/8', '200, 404 or 429'],
    ['GET-3', { target: '/pets/7.5', status: 200 }, 'GET /pets/7.5', '3xx or 4xx'],
    ['GET-4', { target: '/pets/7', json: PET, knowledge: AFTER }, 'GET /pets/7', '3xx, 4xx or 501'],
    [
      'AUTH-7',
      { target: '/pets/7', json: PET, credential: 'none', knowledge: AFTER },
      'GET /pets/7 without an Authorization header',
      '',
    ],
    [
      'ERR-7',
      { ...HOSTILE, status: 500 },
      'GET /pets?status=%00 (status is "\\u0000"; the request target holds a NUL)',
      '200, 3xx or 4xx',
    ],
    [
      'ERR-7',
      { ...create(VALID, { requestHeaders: [['X-Any', 'a'.repeat(3_000)]] }), status: 500 },
      'POST /pets (a header is very long)',
      '201 or 4xx',
    ],
    [
      'ERR-7',
      {
        ...create('{"name":"Rex"}', { requestHeaders: [['Content-Type', 'application/json; charset=utf-99']] }),
        status: 500,
      },
      'POST /pets (Content-Type is "application/json; charset=utf-99"; categoryId is missing)',
      '4xx',
    ],
    [
      'ERR-3',
      { ...create('{"name":"Rex"}', { requestHeaders: [['Content-Type', 'text/plain']] }), status: 500 },
      'POST /pets (Content-Type is "text/plain"; categoryId is missing)',
      '4xx',
    ],
  ] satisfies [string, ExchangeParts, string, string][])('%s, case %#', (rule, parts: ExchangeParts, who, expected) => {
    const failed = judge(parts).filter(({ verdict }) => verdict === 'fail');
    const { status = 200 } = parts;
    expect(failed).toMatchObject([
      { rule, says: `${who} returned ${status}, which is not allowed`, actual: `${status}` },
    ]);
    expect(failed[0]?.expected).toContain(expected);
    expect(statusJudge.rules).toContain(rule);
  });

  it('the bad credential alone, with AUTH-7 pointing at it', () => {
    expect(judge({ credential: 'none' })).toMatchObject([
      { rule: 'AUTH-1', verdict: 'fail', operation: 'listPets' },
      { rule: 'AUTH-7', verdict: 'inconclusive', see: 'AUTH-1', says: 'depends on AUTH-1' },
    ]);
  });
});

describe('what is no documented operation', () => {
  it.each([
    ['/pets/', [PET], 'GET /pets'],
    ['//PETS?limit=2', [PET], 'GET /pets'],
    ['/p%65ts', [PET], 'GET /pets'],
    ['/pets/7/', PET, 'GET /pets/{petId}'],
  ])('shows nobody pets without a key where it spells one otherwise: %s', (target, json, meant) => {
    expect(judge({ target, credential: 'none', json })).toMatchObject([
      {
        rule: 'AUTH-7',
        verdict: 'fail',
        says: `GET ${target} without an Authorization header returned 200 with pets: the path is that of ${meant} in another spelling`,
        expected: 'no pets for a caller without a valid key',
        actual: '200',
        fault: 'answered 200',
      },
    ]);
  });

  it.each([
    ['/petshow', {}],
    ['/pets.json', {}],
    ['/pets/featured/today', {}],
    ['/pets/7', { method: 'DELETE' }],
  ] satisfies [string, ExchangeParts][])('may be for anybody: %s', (target, parts) => {
    expect(judge({ target, credential: 'none', json: [PET], ...parts })).toMatchObject([
      { rule: 'AUTH-7', verdict: 'inconclusive', says: expect.stringContaining('not documented') },
    ]);
  });

  it('gets no server error for hostile input', () => {
    expect(judge({ target: '/nothing%00', status: 500 })).toMatchObject([
      {
        rule: 'ERR-7',
        verdict: 'fail',
        says: 'GET /nothing%00 (the request target holds a NUL; GET here is not a documented operation) returned 500: hostile input is no reason for a server error',
        expected: 'anything but a server error',
      },
    ]);
  });
});

describe('a known pet that somebody without a valid key gets 404 for', () => {
  it.each(['none', 'wrong'] as const)('is left to what the key sees, with the key %s', (credential) => {
    expect(judge({ target: '/pets/7', credential, status: 404, knowledge: KNOWN })).toEqual([]);
  });

  it.each([403, 400, 410])('violates AUTH-1 with %i', (status) => {
    expect(judge({ target: '/pets/7', credential: 'none', status, knowledge: KNOWN })).toMatchObject([
      { rule: 'AUTH-1', verdict: 'fail' },
    ]);
  });
});

describe('a category that was guessed though another is known', () => {
  it('may be refused: that is only recorded', () => {
    const knowledge = { categories: new Set([1n]) };
    expect(judge({ ...create('{"name":"a","categoryId":99}'), status: 400, knowledge })).toMatchObject([
      { rule: 'CREATE-11', verdict: 'observed', says: 'a category that was not seen before: 400' },
    ]);
  });
});

describe('what may have another cause is inconclusive', () => {
  const NO_CATEGORY = { categories: new Set<bigint>() };

  it.each([
    ['AUTH-3', { status: 403 }, 'the specification leaves the scope of a key open'],
    ['ERR-3', { status: 403, credential: 'unknown' }, 'the specification leaves the scope of a key open'],
    [
      'CREATE-1',
      { ...create('{"name":"a","categoryId":99}'), status: 400, knowledge: NO_CATEGORY },
      'the category was guessed',
    ],
    ['CREATE-7', { method: 'POST', status: 415 }, 'does not say that it is JSON'],
    ['ERR-7', { method: 'PUT', status: 500 }, 'no such operation is documented'],
    ['ERR-7', { target: '/store/orders', status: 500 }, 'no such operation is documented'],
    ['GET-3', { target: '/pets/search', status: 200 }, 'the path may be that of another operation'],
    ['GET-3', { target: '/pets/7.json', status: 200 }, 'the path may be that of another operation'],
    ['GET-3', { target: '/pets/7,8', status: 200 }, 'the path may be that of another operation'],
  ] satisfies [string, ExchangeParts, string][])('%s, case %#', (rule, parts, says) => {
    expect(judge(parts)).toMatchObject([{ rule, verdict: 'inconclusive', says: expect.stringContaining(says) }]);
  });
});

it.each([502, 503, 504, 520, 522, 527, 408, 421, 425])(
  'leaves a %i to what was answered before and after it',
  (status) => {
    expect(judge({ status })).toEqual([]);
    expect(judge({ ...create(VALID), status })).toEqual([]);
    expect(judge({ credential: 'none', status })).toEqual([]);
  },
);

it.each([519, 528])('does not take %i for one of a gateway', (status) => {
  expect(judge({ status })).toMatchObject([{ rule: 'ERR-3', verdict: 'fail' }]);
});

it('takes a 408 to an odd request for one of the refusals that it may get', () => {
  expect(passed({ ...HOSTILE, status: 408 })).toEqual(['ERR-7']);
  expect(passed({ target: '/pets?limit=0', credential: 'none', status: 408 })).toEqual(['AUTH-7']);
});
