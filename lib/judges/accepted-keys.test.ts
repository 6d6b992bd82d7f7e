import { describe, expect, it } from 'vitest';
import { acceptedKeysJudge } from './accepted-keys.ts';
import { aKnowledge, aLog, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';
import { LogView } from './log-view.ts';

const judge = (...log: ExchangeParts[]) =>
  acceptedKeysJudge.judge(new LogView(aLog(...log), aKnowledge(log[0]?.knowledge))).map((finding) => finding);

const verdicts = (...log: ExchangeParts[]) => judge(...log).map(({ verdict, shownBy }) => [verdict, ...shownBy]);

describe('AUTH-3', () => {
  it.each([
    ['a list', {}, 'listPets'],
    ['an unknown id', { target: '/pets/7', status: 404 }, 'getPet'],
    ['a refused body', { method: 'POST', status: 400 }, 'createPet'],
  ] satisfies [string, ExchangeParts, string][])('holds for %s', (_what, parts, operation) => {
    expect(judge(parts)).toMatchObject([{ rule: 'AUTH-3', verdict: 'pass', operation, shownBy: [1] }]);
  });

  const LATER = FIRST_INSTANT + 10_000;

  it('is open where the key is not accepted any more: it may have expired or been revoked', () => {
    const log = [{}, {}, { target: '/pets?limit=5', status: 401 }, { target: '/pets/7', status: 401 }, { status: 401 }];
    expect(judge(...log)).toMatchObject([
      {
        verdict: 'inconclusive',
        operation: 'listPets',
        shownBy: [3],
        says: 'GET /pets?limit=5 with the key returned 401, and from then on the key was not accepted any more: it may have expired or been revoked',
      },
      { verdict: 'inconclusive', shownBy: [4] },
      { verdict: 'inconclusive', shownBy: [5] },
      { verdict: 'pass', shownBy: [1, 2] },
    ]);
  });

  it('is open where nothing shows that this key is accepted at all', () => {
    expect(judge({ status: 401 }, { target: '/pets/7', status: 404 })[0]).toMatchObject({
      verdict: 'inconclusive',
      says: 'GET /pets with the key returned 401, and no response shows that this key is accepted at all: it may not be valid',
    });
  });

  it('says which key it was', () => {
    expect(judge({}, { credential: 'second', status: 401 })[0]?.says).toBe(
      'GET /pets with the second key returned 401, and no response shows that this key is accepted at all: it may not be valid',
    );
  });

  it.each([
    [
      'only other faults are named afterwards',
      [
        { target: '/pets/7', status: 404 },
        { method: 'POST', status: 400 },
      ],
    ],
    ['a cache answers afterwards', [{ headers: [['Age', '4']] }]],
    ['another key is accepted afterwards', [{ credential: 'second' }]],
    ['one copy of the service still knew it for a moment', [{}, { status: 401 }]],
  ] satisfies [string, ExchangeParts[]][])('is open as well where %s', (_where, after) => {
    expect(verdicts({}, { status: 401 }, ...after)).toContainEqual(['inconclusive', 2]);
    expect(verdicts({}, { status: 401 }, ...after)).not.toContainEqual(['fail', 2]);
  });

  it('is violated by a 401 after which the key is accepted', () => {
    expect(judge({ target: '/pets?limit=5', status: 401 }, {})).toMatchObject([
      {
        verdict: 'fail',
        operation: 'listPets',
        says: 'GET /pets?limit=5 with the key returned 401',
        expected: 'the key is accepted',
        actual: '401',
        fault: 'answered 401',
      },
      { verdict: 'pass' },
    ]);
  });

  it('is violated by an operation that never accepts the key, while another does', () => {
    const get = { target: '/pets/7', status: 401 };
    expect(verdicts({}, get, {}, get)).toEqual([
      ['fail', 2],
      ['inconclusive', 4],
      ['pass', 1, 3],
    ]);
  });

  it('is violated where the key was accepted for long after a 401, though it ended', () => {
    expect(verdicts({}, { status: 401 }, { at: LATER }, { at: LATER + 10, status: 401 })).toEqual([
      ['fail', 2],
      ['inconclusive', 4],
      ['pass', 1, 3],
    ]);
  });

  it('is open after a 429 of the same caller, who may be banned', () => {
    expect(judge({ status: 429 }, { status: 401 })).toMatchObject([{ verdict: 'inconclusive', shownBy: [2] }]);
    expect(judge({ status: 401 }, {}, { status: 429 })).toMatchObject([{ verdict: 'fail', shownBy: [1] }, {}]);
    const second = { credential: 'second' } as const;
    expect(judge({ status: 429 }, { status: 401, ...second }, second)).toMatchObject([{ verdict: 'fail' }, {}]);
  });

  it.each(['/pets?limit=0', '/pets/abc'])('is open for %s, which may get any 4xx', (target) => {
    expect(judge({ target, status: 401 })).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it.each([
    ['403, the scope', { status: 403 }],
    ['429', { status: 429 }],
    ['an outage', { status: 503 }],
    ['hostile input', { target: '/pets?status=%00', status: 401 }],
    ['a removed getPet', { target: '/pets/7', status: 401, knowledge: { asOf: '2031-01-01' } }],
    ['a key that is not valid', { credential: 'wrong', status: 401 }],
    ['a caller who may have a key', { credential: 'unknown', status: 401 }],
    ['another spelling of the scheme', { requestHeaders: [['Authorization', 'bearer {primary}']], status: 401 }],
    ['another path', { target: '/other', status: 401 }],
  ] satisfies [string, ExchangeParts][])('is not shown by %s', (_what, parts) => {
    expect(judge(parts)).toEqual([]);
  });
});
