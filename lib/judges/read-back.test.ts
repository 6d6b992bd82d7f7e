import { describe, expect, it } from 'vitest';
import { created, ownPet } from './creations.fixture.ts';
import { filtered, got, judged, page, pets, judgedTogether, type PetJson, type Step } from './pages.fixture.ts';
import { readBackJudge } from './read-back.ts';

const [A, B, C] = [ownPet(1), ownPet(2), ownPet(3)];
const STORE = pets(9);
const MANY = [11, 12, 13, 14, 15].map((number) => ownPet(number));
const lists = (...own: readonly PetJson[]) => page('?limit=100', [...STORE, ...own]);
const gets = (...own: readonly PetJson[]) => own.map((pet) => got(pet.id, pet));
const missing = (...own: readonly PetJson[]) => own.map(({ id }) => got(id));
const createdWithoutStatus = (pet: PetJson) =>
  created(pet, {}, { sends: { name: pet.name, categoryId: pet.categoryId } });
const altered = (parts: Partial<PetJson>, ...own: readonly PetJson[]) => own.map((pet) => ({ ...pet, ...parts }));

describe('CREATE-10', () => {
  it.each([
    ['by getPet and in the lists', [created(A), got(A.id, A), lists(A)], [1, 2, 3]],
    ['by getPet; no list page had to show it', [created(A), got(A.id, A), page('?limit=9', STORE)], [1, 2]],
    ['by getPet; no list was requested afterwards', [created(A), got(A.id, A)], [1, 2]],
    ['in the lists; getPet was not seen to find it', [created(A), lists(A)], [1, 2]],
  ] as const)('holds when a pet is read back %s', (where, steps, shownBy) => {
    const says = `what was created is read back ${where}`;
    expect(judged(readBackJudge, steps)).toMatchObject([{ rule: 'CREATE-10', verdict: 'pass', shownBy, says }]);
  });

  it('takes the lists alone once getPet is removed', () => {
    const knowledge = { asOf: '2031-01-01' };
    expect(judged(readBackJudge, [created(A), lists(A)], { knowledge })).toMatchObject([
      { verdict: 'pass', shownBy: [1, 2], says: 'what was created is read back in the lists' },
    ]);
    expect(judged(readBackJudge, [created(A), page('?limit=9', STORE)], { knowledge })).toMatchObject([
      { verdict: 'inconclusive', says: 'no later response had to show a created pet', unverified: true },
    ]);
  });

  it('is not verified when nothing was looked at afterwards', () => {
    expect(judged(readBackJudge, [created(A)])).toMatchObject([
      { verdict: 'inconclusive', shownBy: [1], says: 'no later response had to show a created pet', unverified: true },
    ]);
  });

  const violations: Record<string, Step[]> = {
    'pets are nowhere to be found': [
      lists(),
      created(A),
      created(B),
      ...missing(A, B),
      lists(),
      'wait',
      ...missing(A, B),
      lists(),
    ],
    'one is nowhere to be found while others are, at once': [
      lists(),
      created(A),
      ...gets(A),
      created(B),
      ...gets(B),
      created(C),
      ...gets(C),
      created(ownPet(4)),
      ...missing(ownPet(4)),
      created(ownPet(5)),
      ...gets(ownPet(5)),
      lists(A, B, C, ownPet(5)),
      'wait' as const,
      ...missing(ownPet(4)),
      ...gets(A),
      lists(A, B, C, ownPet(5)),
    ],
    'no list shows what getPet shows': [
      created(A),
      'wait',
      ...gets(A),
      lists(),
      ...gets(A),
      'wait',
      ...gets(A),
      lists(),
      ...gets(A),
    ],
    'lists show another status than was created and getPet shows': [
      created(A),
      ...gets(A),
      lists(...altered({ status: 'pending' }, A)),
      ...gets(A),
      'wait',
      lists(...altered({ status: 'pending' }, A)),
      ...gets(A),
    ],
    'pets are stored with another category': [
      lists(),
      created(A),
      created(B),
      created(C),
      ...gets(...altered({ categoryId: 3n }, A, B, C)),
      lists(...altered({ categoryId: 3n }, A, B, C)),
      'wait',
      ...gets(...altered({ categoryId: 3n }, A, B, C)),
    ],
    'pets created without a status are stored with another one than was returned, those with that status are not': [
      lists(),
      createdWithoutStatus(A),
      createdWithoutStatus(B),
      createdWithoutStatus(C),
      created(MANY[0] ?? A),
      ...gets(...altered({ status: 'pending' }, A, B, C), MANY[0] ?? A),
      lists(...altered({ status: 'pending' }, A, B, C), MANY[0] ?? A),
      'wait' as const,
      ...gets(...altered({ status: 'pending' }, A, B, C), MANY[0] ?? A),
    ],
    'pets are stored without their status': [
      lists(),
      created(A),
      created(B),
      created(C),
      lists(without(A), without(B), without(C)),
      'wait' as const,
      lists(without(A), without(B), without(C)),
    ],
    'pets are stored under one name': [
      created(A),
      created(B),
      created(C),
      ...gets(...altered({ name: 'string' }, A, B, C)),
      'wait' as const,
      ...gets(...altered({ name: 'string' }, A, B, C)),
    ],
    'only a filtered list shows them': [
      created(A),
      'wait',
      filtered(A.status ?? 'sold', [A]),
      lists(),
      filtered(A.status ?? 'sold', [A]),
      'wait',
      filtered(A.status ?? 'sold', [A]),
      lists(),
      filtered(A.status ?? 'sold', [A]),
    ],
    'two pets are mixed up': [created(A), created(B), ...gets({ ...A, name: B.name })],
    'pets are shown under other ids': [
      created(A),
      created(B),
      created(C),
      lists(copy(A), copy(B), copy(C)),
      'wait' as const,
      lists(copy(A), copy(B), copy(C)),
    ],
  };
  it.each(Object.entries(violations))('is violated when %s', (_when, steps) => {
    expect(judged(readBackJudge, steps)[0]).toMatchObject({ verdict: 'fail' });
  });

  const open: Record<string, Step[]> = {
    'one pet is not found, as others may have deleted it': [created(A), ...missing(A), 'wait', ...missing(A)],
    'pets are missing within a lag': [created(A), created(B), ...missing(A, B)],
    'pets are missing while others write': [
      lists(),
      created(A),
      created(B),
      ...missing(A, B),
      page('?limit=100', STORE.slice(1)),
      'wait' as const,
      ...missing(A, B),
      lists(),
    ],
    'they may all have been deleted before they could be seen': [
      lists(),
      created(C),
      created(A),
      created(B),
      ...missing(A, B),
      lists(),
      'wait' as const,
      ...missing(A, B),
      created(ownPet(4)),
      ...gets(ownPet(4)),
      lists(ownPet(4)),
    ],
    // A caller that cleans up leaves the newest for a while, too.
    'only the newest of many is left': [
      lists(),
      ...MANY.map((pet) => created(pet)),
      ...missing(...MANY),
      created(A),
      lists(A),
      'wait',
      ...missing(...MANY),
      lists(A),
    ],
    'one creation left two pets, as a gateway may send it twice': [created(A), lists(A, { ...A, id: A.id + 50n })],
    'a list lacks the pet within a lag': [created(A), ...gets(A), lists()],
    'one pet is read back with another status': [
      created(A),
      ...gets(...altered({ status: 'pending' }, A)),
      'wait',
      ...gets(...altered({ status: 'pending' }, A)),
    ],
    'some of those created alike have another status, as somebody may moderate them': [
      lists(),
      created(A),
      created(B),
      created(C),
      ...gets(...altered({ status: 'pending' }, A, B), C),
      lists(...altered({ status: 'pending' }, A, B), C),
      'wait' as const,
      ...gets(...altered({ status: 'pending' }, A, B), C),
      lists(...altered({ status: 'pending' }, A, B), C),
    ],
    'some of those created without a status have another one than was returned, as somebody may moderate them': [
      lists(),
      createdWithoutStatus(A),
      createdWithoutStatus(B),
      createdWithoutStatus(C),
      ...gets(...altered({ status: 'pending' }, A, B), C),
      lists(...altered({ status: 'pending' }, A, B), C),
      'wait' as const,
      ...gets(...altered({ status: 'pending' }, A, B), C),
    ],
    'some of those created alike have one other name, as somebody may rename new pets': [
      lists(),
      created(A),
      created(B),
      created(C),
      ...gets(...altered({ name: 'Bello' }, A, B), C),
      lists(...altered({ name: 'Bello' }, A, B), C),
      'wait' as const,
      ...gets(...altered({ name: 'Bello' }, A, B), C),
      lists(...altered({ name: 'Bello' }, A, B), C),
    ],
    'two are nowhere to be found and one is gone later, as somebody may delete new pets': [
      lists(),
      created(C),
      ...gets(C),
      created(A),
      created(B),
      ...missing(A, B),
      lists(C),
      'wait' as const,
      ...missing(A, B),
      lists(C),
      'wait' as const,
      ...missing(C),
      lists(),
    ],
    'getPet and a list disagree once': [created(A), ...gets(A), lists(...altered({ status: 'pending' }, A))],
    'a pet was shown under another id at once': [created(A), lists({ ...A, id: A.id + 50n })],
  };
  it.each(Object.entries(open))('stays open when %s', (_when, steps) => {
    expect(judged(readBackJudge, steps)[0]).toMatchObject({ verdict: 'inconclusive' });
  });

  const settled: Record<string, Step[]> = {
    'is found after a lag': [created(A), ...missing(A), lists(), 'wait', ...gets(A), lists(A)],
    'is gone after it was seen': [created(A), ...gets(A), lists(A), 'wait', ...missing(A), lists()],
    'is edited after it was seen': [created(A), ...gets(A), 'wait', ...gets(...altered({ status: 'pending' }, A))],
    'has its name trimmed': [created(named(' petvettest01 ')), ...gets(named('petvettest01'))],
    'has one blank for two': [created(named('petvettest01  II')), ...gets(named('petvettest01 II'))],
    'was answered without a status': [created(without(A)), ...gets(A), lists(A)],
    'shows a status nowhere': [created(A), ...gets(without(A))],
    'was altered by its answer, not by the store': [created(A, { categoryId: 7n }), ...gets(A)],
  };
  it.each(Object.entries(settled))('holds for a pet that %s', (_which, steps) => {
    expect(judged(readBackJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('takes another pet under the id for another pet', () => {
    const steps = [created(A), ...gets(A), 'wait' as const, ...gets({ ...A, name: 'Rex', status: 'pending' })];
    expect(judged(readBackJudge, steps)).toMatchObject([{ verdict: 'pass' }]);
  });

  it('leaves to other rules what they see as well', () => {
    const unfound = [
      'wait' as const,
      lists(A, B),
      ...missing(A),
      lists(A, B),
      'wait' as const,
      ...missing(A),
      lists(A, B),
    ];
    expect(judgedTogether('CREATE-10', [lists(), created(A), created(B), ...unfound])).not.toContainEqual(
      expect.objectContaining({ verdict: 'fail' }),
    );
    const category = 2n ** 63n - 1n;
    const large = ownPet(1, { categoryId: category });
    const rounded = gets({ ...large, categoryId: BigInt(Number(category)) });
    expect(judgedTogether('CREATE-10', [lists(), created(large), ...rounded])).toMatchObject([{ see: 'JSON-3' }]);
  });

  it('looks at lists only, once getPet is removed', () => {
    const steps = [
      created(A),
      created(B),
      ...missing(A, B),
      lists(A, B),
      'wait' as const,
      ...missing(A, B),
      lists(A, B),
    ];
    expect(judged(readBackJudge, steps, { knowledge: { asOf: '2031-01-01' } })).toMatchObject([
      { verdict: 'pass', says: 'what was created is read back in the lists' },
    ]);
  });

  it('has nothing to say where nothing was created', () => {
    expect(judged(readBackJudge, [lists()])).toEqual([]);
  });
});

function without({ id, name, categoryId }: PetJson): PetJson {
  return { id, name, categoryId };
}

/** The same pet under another id, as whoever copies pets makes one. */
function copy(pet: PetJson): PetJson {
  return { ...pet, id: pet.id + 50n };
}

function named(name: string): PetJson {
  return ownPet(1, { name });
}
