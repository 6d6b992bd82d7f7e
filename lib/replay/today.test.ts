import { describe, expect, it } from 'vitest';
import { aGet, aPost } from './recorded-run.fixture.ts';
import type { Situation } from './situation.ts';
import { showsOneAtFault, Today } from './today.ts';

const NOTHING: Situation = { steps: [], shown: [], needs: [], atFault: [], isBeyondAPage: undefined };

function today(count: number, status = 'sold'): Today {
  const pets = Array.from({ length: count }, (_none, index) => ({ id: index + 1, name: 'Rex', categoryId: 3, status }));
  const store = new Today();
  store.see(aGet(1, '/pets?limit=100', 200, pets));
  return store;
}

describe('what the store holds today', () => {
  it.each([
    ['all of it', 3, NOTHING, [], 'all of it'],
    ['too few pets', 1, { ...NOTHING, needs: [{ atLeast: 3 }] }, [{}, {}], 'it takes 3 pets'],
    [
      'too few of a status',
      2,
      { ...NOTHING, needs: [{ atLeast: 1, status: 'pending' }] },
      [{ status: 'pending' }],
      'it takes 1 pets with status pending',
    ],
    [
      'none of the kind at fault',
      2,
      { ...NOTHING, atFault: [{ status: 'pending', categoryId: 0n }] },
      [{ status: 'pending', categoryId: 0n }],
      'no pet like the one',
    ],
    ['no more than a page shows', 2, { ...NOTHING, isBeyondAPage: true }, [], 'more than 100 pets then'],
    ['more than a page shows', 100, { ...NOTHING, isBeyondAPage: false }, [], 'all pets were on one page then'],
  ] as const)('%s', (_what, count, situation, missing, lacks) => {
    const store = today(count);
    expect(store.missing(situation)).toEqual(missing);
    expect(store.lacks(situation) ?? 'all of it').toContain(lacks);
  });

  it('grows with what is created, and what an invalid key sees is not counted', () => {
    const store = today(0);
    store.see(aPost(2, {}, 201, { id: 9, name: 'Rex', categoryId: 3, status: 'sold' }));
    const other = aGet(3, '/pets', 200, [{ id: 10, name: 'Rex', categoryId: 3, status: 'sold' }]);
    store.see({ ...other, request: { ...other.request, credential: 'wrong' } });
    expect([...store.pets.keys()]).toEqual([9n]);
  });
});

const pet = (status: string) => ({ id: 7, name: 'Rex', categoryId: 3, status });

it('a response shows the kind at fault where it contains such a pet, and where none belongs on that page', () => {
  const sold = { id: 1n, status: 'sold', categoryId: 3n };
  const situation = { ...NOTHING, atFault: [sold], shown: [aGet(1, '/pets?status=sold', 200, [])] };
  expect(showsOneAtFault(situation, [aGet(2, '/pets?status=sold', 200, [pet('sold')])])).toBe(true);
  expect(showsOneAtFault(situation, [aGet(2, '/pets?status=sold', 200, [pet('pending')])])).toBe(false);
  expect(showsOneAtFault(situation, [aGet(2, '/pets/7', 200, pet('sold'))])).toBe(true);
  const filtered = { ...situation, shown: [aGet(1, '/pets?status=pending', 200, [])] };
  expect(showsOneAtFault(filtered, [aGet(2, '/pets?status=pending', 200, [])])).toBe(true);
});
