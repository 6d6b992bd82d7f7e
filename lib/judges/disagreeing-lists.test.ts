import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { filterJudge } from './filters.ts';
import { filtered, got, judged, page, pets, petId, type PetJson, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';

const STORE = pets(24);
const STATUSES = ['available', 'pending', 'sold'] as const;

/** Lists of each kind and getPet, one after the other, of a store as lists without a filter show it, and as all else does. */
function looks(plain: readonly PetJson[], store: readonly PetJson[] = STORE): Step[] {
  const [first] = store;
  return [
    page('?limit=100', plain),
    ...STATUSES.map((status) => filtered(status, store)),
    ...(first ? [got(first.id, first)] : []),
  ];
}

const allAvailable = (store: readonly PetJson[]) => store.map((pet) => ({ ...pet, status: 'available' as const }));
const inCapitals = (store: readonly PetJson[]) => store.map((pet) => ({ ...pet, name: pet.name.toUpperCase() }));

/** Shows that filters come before paging. */
const FULL = filtered('sold', STORE, '&limit=2');

describe('lists without a filter that show every pet as available', () => {
  const steps = [FULL, ...looks(allAvailable(STORE)), 'wait' as const, ...looks(allAvailable(STORE))];

  it('violate LIST-7 once they do so by turns: no edit is in step with what is asked', () => {
    const findings = judged(filterJudge, [...steps, 'wait', page('?limit=100', allAvailable(STORE))]);
    expect(findings).toMatchObject([
      {
        rule: 'LIST-7',
        verdict: 'fail',
        says: 'a pet that lists without a filter show as available is missing from pages of status=available that have room for it',
      },
      { rule: 'GET-6', verdict: 'inconclusive', see: 'LIST-7' },
    ]);
  });

  it('are in doubt where they were right once, or a filtered list was like them: somebody may adopt pets and return them', () => {
    const last = ['wait' as const, page('?limit=100', allAvailable(STORE))];
    const once = looks(STORE);
    expect(judged(filterJudge, [...once, 'wait', ...steps, ...last]).map(({ verdict }) => verdict)).not.toContain(
      'fail',
    );
    const late = looks(allAvailable(STORE), allAvailable(STORE));
    expect(judged(filterJudge, [...steps, 'wait', ...late]).map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it('are in doubt where only one pet is shown so: it may be edited just then', () => {
    const plain = STORE.map((pet) =>
      pet.id === petId(3) ? pet : pet.id === petId(4) ? { ...pet, status: 'sold' as const } : pet,
    );
    const some = [FULL, ...looks(plain), 'wait' as const, ...looks(plain), 'wait' as const, page('?limit=100', plain)];
    expect(judged(filterJudge, some).map(({ verdict }) => verdict)).not.toContain('fail');
  });
});

describe('filtered lists that show names in capitals', () => {
  const own = ownPet(1, { name: 'petvettest0ab', status: 'sold' });
  const after = [...STORE, own];

  it('violate CREATE-10, though every pet seems to be renamed all the time', () => {
    const round = looks(after, inCapitals(after)).slice(0, 4);
    const steps = [created(own), ...round, 'wait' as const, ...round, 'wait' as const, ...round.slice(0, 1)];
    expect(judged(readBackJudge, steps)).toMatchObject([
      { rule: 'CREATE-10', verdict: 'fail', place: 'name', actual: 'name "PETVETTEST0AB"' },
    ]);
  });

  it('do so where only they show a created pet', () => {
    const round = [page('?limit=100', STORE), ...STATUSES.map((status) => filtered(status, inCapitals(after)))];
    const steps = [created(own), ...round, 'wait' as const, ...round, 'wait' as const, ...round.slice(0, 1)];
    expect(judged(readBackJudge, steps)).toMatchObject([{ rule: 'CREATE-10', verdict: 'fail', place: 'name' }]);
  });
});
