import { describe, expect, it } from 'vitest';
import { BURST } from '../probe/limit-use.ts';
import { needsTheRun, placesIn, takesTheLimit } from './place.ts';
import { aGet, aPost } from './recorded-run.fixture.ts';

const LIST = aGet(1, '/pets?limit=100', 200, [{ id: 7, name: 'Rex', categoryId: 1 }]);

describe('an exchange takes the place of another', () => {
  const later = aGet(1, '/pets?limit=100', 200, [{ id: 901, name: 'Bella', categoryId: 1 }]);
  const before = placesIn('r1', [LIST]);
  const now = placesIn('r2', [later]);

  it('where it asks for an animal of its own run, whatever its id is', () => {
    expect(now(aGet(2, '/pets/901', 200, {}))).toBe(before(aGet(2, '/pets/7', 404, {})));
    expect(now(aGet(2, '/pets/902', 404, {}))).not.toBe(before(aGet(2, '/pets/7', 404, {})));
  });

  it('where only the names that a run makes up are others', () => {
    const one = before(aPost(3, { name: 'petvetR101', categoryId: 1 }, 201, {}));
    expect(now(aPost(5, { name: 'petvetR20a', categoryId: 1 }, 201, {}))).toBe(one);
    expect(now(aPost(5, { name: 'petvetR20a', categoryId: 2 }, 201, {}))).not.toBe(one);
  });

  it('not where another caller sent it', () => {
    const { request } = LIST;
    expect(before({ ...LIST, request: { ...request, credential: 'none' } })).not.toBe(before(LIST));
  });
});

describe('only a whole run shows', () => {
  const refused = aGet(2, '/pets?limit=1', 429, {});
  it.each([
    ['what the limit does', 'RATE-5', [LIST], true],
    ['what is wrong with a refusal', 'RATE-1', [refused], true],
    ['what a request over the limit got', 'RATE-2', [{ ...LIST, probe: BURST }], true],
    ['what ids are assigned', 'CREATE-3', [aPost(2, { id: 5 }, 201, { id: 5 })], true],
    [
      'creations at once',
      'CREATE-2',
      [aPost(2, {}, 201, {}), aPost(3, {}, 201, {}, { times: { startedAt: 21, endedAt: 24 } })],
      true,
    ],
    ['not a page', 'LIST-2', [LIST], false],
    ['not two pages, one after the other', 'LIST-7', [LIST, aGet(2, '/pets', 200, [])], false],
  ] as const)('%s', (_what, rule, exchanges, is) => {
    expect(needsTheRun(rule, exchanges)).toBe(is);
  });

  it('and the limit is used up only for what hangs on it', () => {
    expect(takesTheLimit('RATE-8', [LIST])).toBe(true);
    expect(takesTheLimit('ERR-1', [refused])).toBe(true);
    expect(takesTheLimit('CREATE-3', [aPost(2, {}, 201, {})])).toBe(false);
  });
});
