import { describe, expect, it } from 'vitest';
import { acceptedKeysJudge } from './accepted-keys.ts';
import { aKnowledge, aLog, type ExchangeParts } from './judges.fixture.ts';
import { LogView } from './log-view.ts';

const judge = (...log: ExchangeParts[]) =>
  acceptedKeysJudge.judge(new LogView(aLog(...log), aKnowledge(log[0]?.knowledge))).map((finding) => finding);

describe('AUTH-3', () => {
  it.each([
    ['a list', {}, 'listPets'],
    ['an unknown id', { target: '/pets/7', status: 404 }, 'getPet'],
    ['a refused body', { method: 'POST', status: 400 }, 'createPet'],
  ] satisfies [string, ExchangeParts, string][])('holds for %s', (_what, parts, operation) => {
    expect(judge(parts)).toMatchObject([{ rule: 'AUTH-3', verdict: 'pass', operation, shownBy: [1] }]);
  });

  it('is violated by a 401', () => {
    expect(judge({ target: '/pets?limit=5', status: 401 })).toMatchObject([
      {
        verdict: 'fail',
        operation: 'listPets',
        says: 'GET /pets?limit=5 with a valid key returned 401',
        expected: 'the key is accepted',
        actual: '401',
      },
    ]);
  });

  it('is open after a 429 of the same caller, who may be banned', () => {
    expect(judge({ status: 429 }, { status: 401 })).toMatchObject([{ verdict: 'inconclusive', shownBy: [2] }]);
    expect(judge({ status: 401 }, { status: 429 })).toMatchObject([{ verdict: 'fail', shownBy: [1] }]);
    expect(judge({ status: 429 }, { status: 401, credential: 'second' })).toMatchObject([{ verdict: 'fail' }]);
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
