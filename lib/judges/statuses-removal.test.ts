import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from './judges.fixture.ts';
import { AFTER, KNOWN, PET, judge, passed } from './statuses.fixture.ts';

describe('once getPet is removed its path', () => {
  const page: ExchangeParts = { text: '<html>No such page', headers: [['Content-Type', 'text/html']] };

  it.each([
    ['a page for everything', page],
    ['a notice', { json: { notice: 'getPet was removed' } }],
    ['nothing', { body: { kind: 'none' } }],
  ] satisfies [string, ExchangeParts][])('may give %s', (_what, parts) => {
    const asked = { target: '/pets/7', status: 200, knowledge: AFTER, ...parts };
    expect(judge(asked)).toMatchObject([{ rule: 'GET-4', verdict: 'pass' }]);
    expect(judge({ ...asked, credential: 'none' })).toEqual([]);
    expect(judge({ ...asked, target: '/pets/99' })).toEqual([]);
    expect(judge({ ...asked, target: '/pets/7.5' })).toEqual([]);
    expect(judge({ ...asked, knowledge: { ...KNOWN, asOf: '2030-12-05' } })).toEqual([]);
  });

  it.each([
    ['a list', { json: [PET] }],
    ['a part of a Pet', { json: { id: 7n } }],
    ['a body that was not read', { body: { kind: 'not-recorded' } }],
  ] satisfies [string, ExchangeParts][])('is a doubt with %s', (_what, parts) => {
    expect(judge({ target: '/pets/7', status: 200, knowledge: AFTER, ...parts })).toMatchObject([
      {
        rule: 'GET-4',
        verdict: 'inconclusive',
        says: 'GET /pets/7 returned 200: the specification does not say what the path returns once getPet is removed',
      },
    ]);
  });

  it('is no success with an Error', () => {
    const json = { code: 'gone', message: 'getPet was removed', status: 410n };
    const asked = { status: 200, knowledge: AFTER, json } as const;
    expect(judge({ ...asked, target: '/pets/7' })).toMatchObject([{ rule: 'GET-4', verdict: 'fail' }]);
    for (const target of ['/pets/99', '/pets/7.5']) expect(judge({ ...asked, target })).toEqual([]);
    expect(judge({ ...asked, target: '/pets/7', credential: 'none' })).toEqual([]);
  });

  it('violates AUTH-7 with pets for somebody without a key, in a list as well', () => {
    const asked = { target: '/pets/7', credential: 'none', knowledge: AFTER } as const;
    for (const json of [PET, [PET]])
      expect(judge({ ...asked, json })).toMatchObject([{ rule: 'AUTH-7', verdict: 'fail' }]);
  });
});

describe('a service that lives after the removal by its own Date', () => {
  const DATE: ExchangeParts = { headers: [['Date', 'Thu, 02 Jan 2031 00:00:01 GMT']] };
  const advice =
    'according to its Date the service is at 2031-01-02, and getPet is removed on 2030-12-05: --as-of 2031-01-02 evaluates it as of that date';

  it.each([
    ['GET-1', { target: '/pets/7', status: 410, knowledge: KNOWN }],
    ['GET-1', { target: '/pets/7', status: 404, knowledge: KNOWN }],
    ['ERR-3', { target: '/pets/7', status: 301, knowledge: KNOWN }],
    ['GET-2', { target: '/pets/8', status: 410 }],
    ['AUTH-1', { target: '/pets/7', status: 410, credential: 'none', knowledge: KNOWN }],
    ['AUTH-1', { target: '/pets/7', status: 404, credential: 'none', knowledge: KNOWN }],
  ] satisfies [string, ExchangeParts][])('leaves %s open, case %#', (rule, parts) => {
    expect(judge({ ...parts, ...DATE })).toMatchObject([
      { rule, verdict: 'inconclusive', says: expect.stringContaining(advice) },
    ]);
  });

  it('is judged as ever for what it serves, and for server errors', () => {
    expect(passed({ target: '/pets/7', json: PET, knowledge: KNOWN, ...DATE })).toEqual(['ERR-3']);
    expect(passed({ target: '/pets/8', status: 404, ...DATE })).toEqual(['GET-2', 'ERR-3']);
    expect(passed({ target: '/pets/7', status: 500, knowledge: KNOWN, ...DATE })).toEqual(['fail ERR-3']);
    expect(passed({ target: '/pets?limit=5', status: 410, ...DATE })).toEqual(['fail LIST-2']);
  });

  it('says nothing where its Date is before', () => {
    const headers: ExchangeParts['headers'] = [['Date', 'Tue, 03 Dec 2030 00:00:01 GMT']];
    expect(passed({ target: '/pets/7', status: 410, knowledge: KNOWN, headers })).toEqual(['fail GET-1']);
  });
});
