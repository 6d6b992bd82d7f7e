import { describe, expect, it } from 'vitest';
import type { Finding } from './finding.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';
import { openQuestionsJudge } from './open-questions.ts';

const of = (rule: Finding['rule'], parts: ExchangeParts) =>
  openQuestionsJudge.judge(aReading(parts), aKnowledge()).filter((finding) => finding.rule === rule);
const says = (rule: Finding['rule'], parts: ExchangeParts) => of(rule, parts).map((finding) => finding.says);

describe('LIST-5, LIST-8 and CREATE-11 record what odd values get', () => {
  it.each([
    ['LIST-5', { target: '/pets?limit=0', status: 400 }, 'limit is "0": 400'],
    ['LIST-5', { target: '/pets?limit=abc' }, 'limit is "abc": 200 with 0 items'],
    ['LIST-5', { target: '/pets?limit=1&limit=2', json: [1n, 2n] }, 'limit is given 2 times: 200 with 2 items'],
    ['LIST-8', { target: '/pets?status=adopted', status: 422 }, 'status is "adopted": 422'],
    [
      'CREATE-11',
      { method: 'POST', sends: { name: '', categoryId: 1n }, status: 201, json: {} },
      'the name is empty or blank: 201',
    ],
  ] satisfies [Finding['rule'], ExchangeParts, string][])('%s, case %#', (rule, parts, words) => {
    expect(of(rule, parts)).toMatchObject([{ verdict: 'observed', says: words, shownBy: [expect.any(Number)] }]);
  });

  it('but a 400 that the body is owed says nothing of what else is odd', () => {
    const posted = { method: 'POST', target: '/pets', sends: { name: 'Rex' } };
    const as = (type: string): ExchangeParts => ({ ...posted, requestHeaders: [['Content-Type', type]] });
    expect(of('CREATE-11', { ...as('text/plain'), status: 400 })).toEqual([]);
    expect(says('CREATE-11', { ...as('text/plain'), status: 415 })).toEqual(['Content-Type is "text/plain": 415']);
  });

  it.each([
    ['two oddities at once', { target: '/pets?limit=0&status=adopted', status: 400 }],
    ['a caller without a key', { target: '/pets?limit=0', credential: 'none', status: 401 }],
    ['a 429', { target: '/pets?limit=0', status: 429 }],
    ['an outage', { target: '/pets?limit=0', status: 500 }],
    ['nothing odd', { target: '/pets?limit=1' }],
  ] satisfies [string, ExchangeParts][])('but not of %s', (_what, parts) => {
    expect(of('LIST-5', parts)).toEqual([]);
  });
});

describe('LIST-13 records marks of a following page, in few words', () => {
  it.each([
    [[], 'no pagination headers'],
    [[['X-Total-Count', '120']], 'X-Total-Count may point to a following page'],
    [[['Link', `<https://x/${'y'.repeat(500)}?limit=5>; rel="next"`]], 'Link may point to a following page (rel next)'],
  ] satisfies [ExchangeParts['headers'], string][])('case %#', (headers, words) => {
    expect(says('LIST-13', { headers })).toEqual([words]);
  });

  it('on lists only', () => {
    expect(says('LIST-13', { target: '/pets/7', json: {} })).toEqual([]);
  });
});

describe('ERR-6 records codes, and the body of a 429', () => {
  it.each([
    [{ status: 404, target: '/pets/7', json: { code: 'not_found' } }, ['404 comes with code "not_found"']],
    [{ status: 429, json: { code: 'slow' } }, ['429 comes with code "slow"']],
    [{ status: 429 }, ['429 comes with no body']],
    [{ status: 429, text: 'slow down' }, ['429 comes with a body without a code']],
    [{ status: 429, body: { kind: 'not-recorded' } }, []],
    [{ status: 404, target: '/pets/7', json: { code: 7n } }, []],
    [{ status: 404, target: '/other', json: { code: 'x' } }, []],
  ] satisfies [ExchangeParts, string[]][])('case %#', (parts, words) => {
    expect(says('ERR-6', parts)).toEqual(words);
  });
});

const created = (json: unknown, sends: unknown = { name: 'a', categoryId: 1n }) =>
  says('CREATE-9', { method: 'POST', sends, status: 201, json });

describe('CREATE-9 records the status that nobody sent', () => {
  it.each([
    [{}, 'no status'],
    [{ status: 'available' }, 'status "available"'],
    [{ status: null }, 'status null'],
    [{ status: 7n }, 'status of another type'],
  ])('case %#', (json, words) => {
    expect(created(json)).toEqual([`a pet created without a status has ${words}`]);
  });

  it.each([[[{ status: 'available' }]], [null]])('but not of what is no pet, case %#', (json) => {
    expect(created(json)).toEqual([]);
  });

  it('but not one that was sent', () => {
    expect(created({ status: 'sold' }, { name: 'a', categoryId: 1n, status: 'sold' })).toEqual([]);
  });
});
