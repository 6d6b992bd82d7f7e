import { describe, expect, it } from 'vitest';
import type { HeaderPair } from '../evidence/exchange.ts';
import {
  asksForAnotherAnswer,
  bodyIsOtherThanJson,
  readListQuery,
  readOperation,
  readSurroundings,
  saysJson,
  splitTarget,
} from './request.ts';
import { aCreation, aList, aRequest } from './request.fixture.ts';

describe('readOperation', () => {
  it.each([
    ['GET', '/pets', 'listPets'],
    ['GET', '/pets?', 'listPets'],
    ['GET', '/pets?limit=5', 'listPets'],
    ['GET', '/pets#limit', 'listPets'],
    ['POST', '/pets', 'createPet'],
    ['POST', '/pets?x=1', 'createPet'],
    ['GET', '/pets/7', 'getPet'],
    ['GET', '/pets/7?x=1', 'getPet'],
    ['GET', '/pets/7#x', 'getPet'],
    ['GET', '/pets/x', 'getPet'],
  ])('%s %s is %s', (method, target, operation) => {
    expect(readOperation(aRequest({ method, target })).operation).toBe(operation);
  });

  it.each([
    ['HEAD', '/pets'],
    ['OPTIONS', '/pets'],
    ['get', '/pets'],
    ['post', '/pets'],
    ['PUT', '/pets'],
    ['', '/pets'],
    ['DELETE', '/pets/7'],
    ['HEAD', '/pets/7'],
    ['POST', '/pets/7'],
    ['get', '/pets/7'],
    ['GET', ''],
    ['GET', '/'],
    ['GET', 'pets'],
    ['GET', '/Pets'],
    ['GET', '/pets/'],
    ['GET', '//pets'],
    ['GET', '/pets//'],
    ['GET', '/pets/7/'],
    ['GET', '/pets//7'],
    ['GET', '/pets/./7'],
    ['GET', '/pets/..'],
    ['GET', '/pets/.'],
    ['GET', '/pets/%2e%2e'],
    ['GET', '/pets/7%2F'],
    ['GET', '/pets/7%2Fx'],
    ['GET', '/pets/7\\'],
    ['GET', '/pets/%20'],
    ['GET', '/pets/7/photos'],
    ['GET', '/%70ets'],
    ['GET', '/pets;x=1'],
    ['GET', '/store/orders'],
    ['GET', 'http://127.0.0.1/v1/pets'],
    ['GET', '/v1/pets'],
  ])('%s %s is none', (method, target) => {
    expect(readOperation(aRequest({ method, target }))).toEqual({});
  });

  it.each(['X-HTTP-Method-Override', 'x-http-method', 'X-Original-URL'])('is none where %s may change it', (name) => {
    expect(readOperation(aList('', { headers: [[name, 'DELETE']] }))).toEqual({});
  });
});

describe('splitTarget', () => {
  it.each([
    ['/pets', { path: '/pets', query: undefined }],
    ['/pets?', { path: '/pets', query: '' }],
    ['/pets?a=1?b', { path: '/pets', query: 'a=1?b' }],
    ['/pets#?a=1', { path: '/pets', query: undefined }],
    ['', { path: '', query: undefined }],
  ])('cuts %j', (target, parts) => {
    expect(splitTarget(target)).toEqual(parts);
  });
});

describe('readListQuery', () => {
  it.each([
    ['', { atMost: 20, limit: undefined, plain: true, status: undefined }],
    ['limit=1', { atMost: 1, limit: 1, plain: false, status: undefined }],
    ['limit=100', { atMost: 100, limit: 100, plain: false, status: undefined }],
    ['status=sold', { atMost: 20, limit: undefined, plain: true, status: 'sold' }],
    ['&status=pending&&limit=7&', { atMost: 7, limit: 7, plain: false, status: 'pending' }],
  ])('%j is documented', (query, page) => {
    expect(readListQuery(`/pets?${query}`)).toEqual({ page, oddities: [] });
  });

  it.each([
    '0',
    '101',
    '1000',
    '-1',
    '1.5',
    '5.0',
    '010',
    '05',
    '+5',
    '%205',
    '5%20',
    '%35',
    '1%30',
    'abc',
    '',
    '1e1',
    '0x5',
    '5,6',
    '1_0',
    '٥',
    '%D9%A5',
    '９',
    '5%00',
    '99999999999999999999',
    'NaN',
    'null',
    '5;status=sold',
    '5?',
  ])('limit=%s is odd, and at most 100 items come', (limit) => {
    const { page, oddities } = readListQuery(`/pets?limit=${limit}`);
    expect(page).toEqual({ atMost: 100, limit: undefined, plain: false, status: undefined });
    expect(oddities).toEqual([expect.objectContaining({ observedBy: 'LIST-5' })]);
  });

  it.each(['limit=5&limit=5', 'limit=5&limit=6', 'limit=5&limit='])('%s repeats limit', (query) => {
    const { page, oddities } = readListQuery(`/pets?${query}`);
    expect(page).toMatchObject({ atMost: 100, limit: undefined, plain: false });
    expect(oddities).toEqual([{ kind: 'hostile', what: 'limit is given 2 times', observedBy: 'LIST-5' }]);
  });

  it.each(['adopted', 'AVAILABLE', 'Sold', '', 'sold,pending', 'sold%20', '%73old', 'sold+', 'null'])(
    'status=%s is odd',
    (status) => {
      const { page, oddities } = readListQuery(`/pets?status=${status}`);
      expect(page).toEqual({ atMost: 20, limit: undefined, plain: true, status: undefined });
      expect(oddities).toEqual([expect.objectContaining({ kind: 'open', observedBy: 'LIST-8' })]);
    },
  );

  it('takes no status from a repeated one', () => {
    expect(readListQuery('/pets?status=sold&status=sold').page.status).toBeUndefined();
  });

  it.each(['page=2', 'Limit=5', 'limit[]=5', '=5', 'amp;limit=5', 'offset=1', 'limit%20=5', '%zz=1'])(
    '%s is not documented',
    (query) => {
      const { page, oddities } = readListQuery(`/pets?${query}`);
      expect(page).toMatchObject({ atMost: 100, limit: undefined, plain: false });
      expect(oddities).toEqual([{ kind: 'open', what: expect.stringContaining('is not documented'), isBeside: true }]);
    },
  );

  it('says how a documented value is spelled', () => {
    expect(readListQuery('/pets?limit=%35').oddities[0]?.what).toBe('limit is spelled "%35"');
    expect(readListQuery('/pets?%6Cimit=5').oddities[0]?.what).toBe('parameter limit is spelled "%6Cimit"');
    expect(readListQuery('/pets?limit=abc').oddities[0]?.what).toBe('limit is "abc"');
  });

  it.each(['limit=99999999999999999999', `limit=${'9'.repeat(70)}`, 'status=%00', 'status=%F0%9F%90%B6'])(
    '%s is hostile',
    (query) => {
      expect(readListQuery(`/pets?${query}`).oddities[0]?.kind).toBe('hostile');
    },
  );
});

describe('readSurroundings', () => {
  it.each<[string, HeaderPair[]]>([
    [
      'a browser',
      [
        ['Accept', 'application/json, text/plain, */*'],
        ['Accept-Language', 'de'],
        ['Accept-Encoding', 'gzip, br'],
        ['Origin', 'http://x'],
      ],
    ],
    [
      'fetch',
      [
        ['accept', '*/*'],
        ['accept-language', '*'],
        ['sec-fetch-mode', 'cors'],
        ['user-agent', 'node'],
      ],
    ],
    [
      'curl',
      [
        ['Accept', '*/*'],
        ['User-Agent', 'curl/8'],
      ],
    ],
    ['an old Java client', [['Accept', 'text/html, image/gif, *; q=.2, */*; q=.2']]],
    ['weights', [['Accept', 'application/*;q=0.5, text/html;q=0.9']]],
  ])('finds nothing odd in %s', (_who, headers) => {
    expect(readSurroundings(aList('', { headers }))).toEqual([]);
  });

  it.each<[string, string]>([
    ['Accept', 'text/html'],
    ['Accept', 'application/json;q=0'],
    ['Accept', 'application/json;q=0.000, */*'],
    ['Accept', ''],
    ['Accept', 'application/vnd.pets+json'],
    ['Accept', 'application/json;version=2'],
    ['Accept-Encoding', 'identity;q=0'],
    ['Range', 'bytes=0-9'],
    ['If-None-Match', '"x"'],
    ['Expect', '100-continue'],
    ['Prefer', 'return=minimal'],
    ['X-HTTP-Method-Override', 'PUT'],
  ])('%s: %s is open', (name, value) => {
    expect(readSurroundings(aList('', { headers: [[name, value]] }))).toEqual([
      expect.objectContaining({ kind: 'open' }),
    ]);
  });

  it.each<[string, Parameters<typeof aRequest>[0]]>([
    ['a long target', { target: `/pets?x=${'a'.repeat(2_000)}` }],
    ['a NUL', { target: '/pets?status=%00' }],
    ['broken percent-encoding', { target: '/pets?status=%' }],
    ['percent-encoding that is not UTF-8', { target: '/pets?status=%C0%AF' }],
    ['raw letters beyond ASCII', { target: '/pets?status=é' }],
    ['a lone surrogate', { target: '/pets?status=\uD800' }],
    ['a fragment', { target: '/pets#x' }],
    ['a long header', { headers: [['X-Long', 'a'.repeat(2_001)]] }],
    ['an odd header', { headers: [['X-Odd', 'a\u0001b']] }],
    ['an odd header name', { headers: [['X Odd', 'a']] }],
    ['very many headers', { headers: Array.from({ length: 61 }, (_, at): HeaderPair => [`X-${at}`, 'a']) }],
    [
      'two Authorization headers',
      {
        headers: [
          ['Authorization', 'Bearer {primary}'],
          ['authorization', 'Bearer x'],
        ],
      },
    ],
    ['a very long body', { method: 'POST', text: ' '.repeat(8_193) }],
  ])('%s is hostile', (_what, parts) => {
    expect(readSurroundings(aRequest(parts)).map(({ kind }) => kind)).toContain('hostile');
  });

  it('finds a body where none is documented, and none where there is no byte', () => {
    expect(readSurroundings(aList('', { text: '{}' }))).toEqual([
      { kind: 'open', what: 'a body where none is documented' },
    ]);
    expect(readSurroundings(aList('', { text: '' }))).toEqual([]);
    expect(readSurroundings(aList('', { body: { kind: 'not-recorded' } }))).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'json',
  ])('finds the content type %s odd, for a body', (type) => {
    const request = aCreation(undefined, { headers: [['Content-Type', type]] });
    expect(readSurroundings(request)).toEqual([
      { kind: 'open', what: `Content-Type is ${JSON.stringify(type)}`, observedBy: 'CREATE-11' },
    ]);
    expect(saysJson(request)).toBe(false);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('takes %s for JSON', (type) => {
    expect(saysJson(aCreation(undefined, { headers: [['Content-Type', type]] }))).toBe(true);
  });
});

describe('what headers say of a body and of the answer', () => {
  it.each<[boolean, HeaderPair]>([
    [false, ['Content-Type', 'application/json']],
    [false, ['Content-Type', 'text/json']],
    [false, ['Content-Encoding', 'Identity']],
    [true, ['Content-Type', 'application/x-www-form-urlencoded']],
    [true, ['Content-Type', 'application/xml']],
    [true, ['Content-Encoding', 'gzip']],
  ])('%s for %j', (other, header) => {
    expect(bodyIsOtherThanJson(aCreation(undefined, { headers: [header] }))).toBe(other);
  });

  it('tells conditional and partial requests', () => {
    expect(asksForAnotherAnswer(aList('', { headers: [['if-none-match', '"x"']] }))).toBe(true);
    expect(asksForAnotherAnswer(aList())).toBe(false);
  });
});

function kindsOfOddities(parameters: number): string[] {
  const query = Array.from({ length: parameters }, (_, n) => `p${n}=1`).join('&');
  return readListQuery(`/pets?${query}`).oddities.map(({ kind }) => kind);
}

it('very many parameters are hostile: a server error is ERR-7, not that of a documented request', () => {
  expect(kindsOfOddities(100)).not.toContain('hostile');
  expect(kindsOfOddities(101)).toContain('hostile');
});
