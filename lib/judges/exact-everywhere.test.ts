import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { exactEverywhereJudge } from './exact-everywhere.ts';
import { got, judged, page, pets, type PetJson, type Step } from './pages.fixture.ts';

const CATEGORY = 2n ** 63n - 1_234_567n;
const DOUBLE = BigInt(Number(CATEGORY));
const PRINTED = BigInt(`${Number(CATEGORY)}`);
const A = ownPet(1, { categoryId: CATEGORY });
const B = ownPet(2, { categoryId: CATEGORY });
const ROUNDED_ID = BigInt(Number(A.id));
const STORE = pets(5);
const lists = (...own: readonly PetJson[]) => page('?limit=100', [...STORE, ...own]);
const inCategory = (pet: PetJson, categoryId: bigint) => ({ ...pet, categoryId });

describe('JSON-3', () => {
  it('holds when a large id and a large category are found again', () => {
    expect(judged(exactEverywhereJudge, [created(A), got(A.id, A), lists(A)])).toMatchObject([
      { rule: 'JSON-3', verdict: 'pass', shownBy: [1, 2] },
    ]);
  });

  const violations: Record<string, Step[]> = {
    'a list shows a created pet under a rounded id': [created(A), lists({ ...A, id: ROUNDED_ID })],
    'a creation returned a rounded id': [created(A, { id: ROUNDED_ID }), lists(A)],
    'getPet returns a rounded id for a created pet': [created(A), got(A.id, { ...A, id: ROUNDED_ID })],
    'getPet returns a rounded id for a listed pet': [lists(A), got(A.id, { ...A, id: ROUNDED_ID })],
    'a category is rounded in the store': [
      lists(),
      created(A),
      got(A.id, inCategory(A, DOUBLE)),
      lists(inCategory(A, DOUBLE)),
    ],
    'a category comes back as most languages print a double': [
      lists(),
      created(A),
      got(A.id, inCategory(A, PRINTED)),
      lists(inCategory(A, PRINTED)),
    ],
    'two categories are rounded in a store that shows nothing else': [
      created(A),
      got(A.id, inCategory(A, DOUBLE)),
      created(B),
      got(B.id, inCategory(B, DOUBLE)),
    ],
    'lists round, and getPet shows it exactly later': [lists(inCategory(A, DOUBLE)), 'wait', got(A.id, A)],
  };
  it.each(Object.entries(violations))('is violated when %s', (_when, steps) => {
    expect(judged(exactEverywhereJudge, steps)[0]).toMatchObject({ verdict: 'fail' });
  });

  const open: Record<string, Step[]> = {
    'a client that reads doubles may have edited it': [lists(A), 'wait', got(A.id, inCategory(A, DOUBLE))],
    'somebody gave it another name as well': [
      lists(),
      created(A),
      got(A.id, { ...inCategory(A, DOUBLE), name: 'Bello' }),
      lists(),
    ],
    'somebody gave it a small category and another name at first': [
      lists({ ...inCategory(A, DOUBLE), name: 'Bello' }),
      'wait',
      got(A.id, A),
    ],
    'a lag may explain it': [lists(inCategory(A, DOUBLE)), got(A.id, A)],
    'it was seen exactly at first': [created(A), got(A.id, A), 'wait', got(A.id, inCategory(A, DOUBLE))],
    'one created pet is rounded and nothing shows that others keep still': [
      created(A),
      got(A.id, inCategory(A, DOUBLE)),
    ],
    'it was seen late': [lists(), created(A), 'wait', got(A.id, inCategory(A, DOUBLE)), lists()],
  };
  it.each(Object.entries(open))('stays open when %s', (_when, steps) => {
    expect(judged(exactEverywhereJudge, steps)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  const nothing: Record<string, Step[]> = {
    'another category': [created(A), got(A.id, inCategory(A, 7n))],
    'another id that is not rounded': [created(A), lists({ ...A, id: A.id + 50n })],
    'two pets of one name and near ids, as a repeated request makes them': [
      created(A),
      lists(A, { ...A, id: ROUNDED_ID }),
    ],
    'an id that nobody showed before': [got(A.id, { ...A, id: ROUNDED_ID })],
    'a category that was answered otherwise than it was sent': [
      created(A, { categoryId: DOUBLE }),
      got(A.id, inCategory(A, DOUBLE)),
    ],
  };
  it.each(Object.entries(nothing))('is not violated by %s', (_what, steps) => {
    expect(judged(exactEverywhereJudge, steps).filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  });
});
