import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from './judges.fixture.ts';
import { got, judged, page, petId, pets, type Step } from './pages.fixture.ts';
import { unauthorizedMissJudge } from './unauthorized-misses.ts';

const STORE = pets(9);
const [FIRST] = STORE;
const list = page('?limit=100', STORE);
const without = page('?limit=100', STORE.slice(1));
const found = got(petId(1), FIRST);
const gone = got(petId(1));

describe.each([
  ['AUTH-1', 'none', 'without an Authorization header'],
  ['AUTH-2', 'wrong', 'with an invalid key'],
] as const)('%s, where a known pet gets 404', (rule, credential, who) => {
  const known = new Map([[petId(1), { id: petId(1), status: undefined, seenIn: 1 }]]);
  const miss: ExchangeParts = { ...gone, credential, knowledge: { pets: known } };

  const deleted: Record<string, Step[]> = {
    'as the next list of all pets tells': [list, miss, without],
    'as the next getPet tells': [list, miss, gone],
    'as getPet tells after a lag': [list, miss, list, 'wait', gone, without],
  };
  it.each(Object.entries(deleted))('says nothing of a pet that was deleted, %s', (_how, steps) => {
    expect(judged(unauthorizedMissJudge, steps)).toEqual([]);
  });

  it('says nothing of a pet that the key was never shown', () => {
    expect(judged(unauthorizedMissJudge, [miss, without])).toEqual([]);
  });

  it('says nothing where getPet is gone by the Date of the service', () => {
    const later: ExchangeParts = { ...miss, headers: [['Date', 'Thu, 02 Jan 2031 00:00:01 GMT']] };
    expect(judged(unauthorizedMissJudge, [list, later, list, 'wait', later, list])).toEqual([]);
  });

  it('holds where a pet that the key sees gets 401', () => {
    const refusal: ExchangeParts = { ...miss, status: 401, json: { code: 'no', message: 'no', status: 401n } };
    expect(judged(unauthorizedMissJudge, [list, refusal])).toMatchObject([{ rule, verdict: 'pass', shownBy: [1, 2] }]);
    expect(judged(unauthorizedMissJudge, [refusal])).toEqual([]);
  });

  const open: Record<string, Step[]> = {
    'where nothing was seen afterwards': [list, miss],
    'within a lag': [list, miss, list, miss, list],
    'where others write meanwhile': [list, miss, list, 'wait', miss, list, page('?limit=100', pets(10))],
  };
  it.each(Object.entries(open))('is open %s', (_where, steps) => {
    expect(judged(unauthorizedMissJudge, steps)).toMatchObject([{ rule, verdict: 'inconclusive' }]);
  });

  it('names the list and the request that settle it', () => {
    expect(judged(unauthorizedMissJudge, [list, miss])).toMatchObject([
      {
        shownBy: [1, 2],
        says: `GET /pets/${petId(1)} ${who} returned 404, which is right if it was deleted meanwhile`,
      },
    ]);
  });

  const violating: Record<string, [Step[], number[]]> = {
    'again and again': [
      [list, miss, list, 'wait', miss, list],
      [1, 2, 3, 4, 5],
    ],
    'where getPet finds it between': [
      [found, miss, found, 'wait', miss, found],
      [1, 2, 3, 4, 5],
    ],
    'long before and long after': [
      [list, 'wait', miss, 'wait', list],
      [1, 2, 3],
    ],
  };
  it.each(Object.entries(violating))('is violated where the key sees the pet %s', (_how, [steps, shownBy]) => {
    expect(judged(unauthorizedMissJudge, steps)).toMatchObject([
      {
        rule,
        verdict: 'fail',
        shownBy,
        says: `GET /pets/${petId(1)} ${who} returned 404, though the key sees this pet before and after`,
        expected: '401 or 429',
        actual: '404',
        fault: 'answered 404',
        operation: 'getPet',
      },
    ]);
  });
});
