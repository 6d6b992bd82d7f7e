import { describe, expect, it } from 'vitest';
import { BURST } from '../evidence/record-names.ts';
import { needsTheRun, onlyTheRunShows, placesIn, takesTheLimit } from './place.ts';
import { aGet, aPost } from './recorded-run.fixture.ts';

const LIST = aGet(1, '/pets?limit=100', 200, [{ id: 7, name: 'Rex', categoryId: 1 }]);

const created = (categoryId: number | string) => aPost(3, { name: 'Rex', categoryId }, 201, {});

const NO_BODY = { kind: 'none' } as const;
const pairOf = (remaining: string) => ['X-RateLimit-Remaining', remaining] as const;

describe('an exchange takes the place of another', () => {
  const later = aGet(1, '/pets?limit=100', 200, [{ id: 901, name: 'Bella', categoryId: 1 }]);
  const before = placesIn('r1', [LIST]);
  const now = placesIn('r2', [later]);

  it('where it asks for a pet of its own run, whatever its id is', () => {
    expect(now(aGet(2, '/pets/901', 200, {}))).toBe(before(aGet(2, '/pets/7', 404, {})));
    expect(now(aGet(2, '/pets/902', 404, {}))).not.toBe(before(aGet(2, '/pets/7', 404, {})));
  });

  it('where only the names that a run makes up are others', () => {
    const one = before(aPost(3, { name: 'petvetR101', categoryId: 1 }, 201, {}));
    expect(now(aPost(5, { name: 'petvetR20a', categoryId: 1 }, 201, {}))).toBe(one);
    expect(now(aPost(5, { name: 'petvetR20a', categoryId: 2 }, 201, {}))).not.toBe(one);
  });

  it('where it takes a category from the pets of its own run, and not where it names one that no list shows', () => {
    const ofTwo = placesIn('r2', [aGet(1, '/pets', 200, [{ id: 901, name: 'Bella', categoryId: 2 }])]);
    expect(ofTwo(created(2))).toBe(before(created(1)));
    expect(ofTwo(created('2'))).toBe(before(created('1')));
    expect(ofTwo(created('2'))).not.toBe(before(created(1)));
    expect(ofTwo(created(7))).not.toBe(before(created(1)));
  });

  it('not where another caller sent it', () => {
    const { request } = LIST;
    expect(before({ ...LIST, request: { ...request, credential: 'none' } })).not.toBe(before(LIST));
  });
});

describe('only a whole run shows', () => {
  const refused = aGet(2, '/pets?limit=1', 429, {});
  const AT_ONCE = { startedAt: 9_000, endedAt: 9_010 };
  const OTHER = aPost(9, {}, 201, {}, { times: { startedAt: 9_005, endedAt: 9_020 } });
  it.each([
    ['what the limit does', 'RATE-5', [LIST], true],
    ['what is wrong with a refusal', 'RATE-1', [refused], true],
    ['what a request over the limit got', 'RATE-2', [{ ...LIST, probe: BURST }], true],
    ['not what ids are assigned', 'CREATE-3', [aPost(2, { id: 5 }, 201, { id: 5 })], false],
    [
      'creations at once',
      'CREATE-2',
      [aPost(2, {}, 201, {}), aPost(3, {}, 201, {}, { times: { startedAt: 21, endedAt: 24 } })],
      true,
    ],
    [
      'a creation together with one that is not part of it',
      'CREATE-2',
      [aPost(8, {}, 201, {}, { times: AT_ONCE })],
      true,
    ],
    ['not a page', 'LIST-2', [LIST], false],
    ['not two pages, one after the other', 'LIST-7', [LIST, aGet(2, '/pets', 200, [])], false],
  ] as const)('%s', (_what, rule, exchanges, is) => {
    const run = { exchanges: new Map([...exchanges, OTHER].map((one) => [one.id, one])) };
    expect(needsTheRun({ rule, exchanges }, run)).toBe(is);
  });

  it('and requests at once may show again one by one', () => {
    const [one, other] = [aPost(2, {}, 201, {}), aPost(3, {}, 201, {}, { times: { startedAt: 21, endedAt: 24 } })];
    expect(onlyTheRunShows({ rule: 'CREATE-2', exchanges: [one, other] })).toBe(false);
  });

  it('and the limit is used up only for what depends on it', () => {
    expect(takesTheLimit('RATE-8', [LIST])).toBe(true);
    expect(takesTheLimit('ERR-1', [refused])).toBe(true);
    expect(takesTheLimit('CREATE-3', [aPost(2, {}, 201, {})])).toBe(false);
    expect(takesTheLimit('ERR-1', [refused, LIST])).toBe(false);
  });

  it.each([
    ['12', false],
    ['1', false],
    ['0', true],
    ['soon', true],
    [undefined, true],
  ])('and one of the burst is over the limit by its Remaining: %s', (remaining, is) => {
    const answer = { status: 200, headers: remaining === undefined ? [] : [pairOf(remaining)], body: NO_BODY };
    expect(takesTheLimit('LIST-2', [{ ...LIST, probe: BURST, answer }])).toBe(is);
  });
});
