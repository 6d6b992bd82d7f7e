import { describe, expect, it } from 'vitest';
import { readListQuery, readOperation, splitTarget } from './request.ts';
import { aList, aRequest } from './request.fixture.ts';

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
      expect(oddities).toEqual([
        {
          kind: 'open',
          what: expect.stringContaining('is not documented'),
          isBeside: true,
          parameter: expect.anything(),
        },
      ]);
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

function kindsOfOddities(parameters: number): string[] {
  const query = Array.from({ length: parameters }, (_, n) => `p${n}=1`).join('&');
  return readListQuery(`/pets?${query}`).oddities.map(({ kind }) => kind);
}

it('very many parameters are hostile: a server error is ERR-7, not that of a documented request', () => {
  expect(kindsOfOddities(100)).not.toContain('hostile');
  expect(kindsOfOddities(101)).toContain('hostile');
});
