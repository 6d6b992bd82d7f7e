import { INT64, type PetStatus } from '../../contract/pets.ts';
import type { Hooks } from '../hooks.ts';
import type { Pet, ShownIn } from '../pet.ts';
import { FEW_PETS } from '../seed-pets.ts';
import { rememberingCreated } from './creating.ts';
import type { Defect } from './defect.ts';

/** Shows pets otherwise in lists without a filter, or in those with one; which pets are in them is not changed. */
function showingInLists(isFiltered: boolean, change: (pet: Pet, nth: number) => Pet): Hooks {
  return {
    list: (core, query, store, request) => {
      const page = core(query, store, request);
      return (query.status !== undefined) === isFiltered ? page.map(change) : page;
    },
  };
}

/** Shows some pets otherwise by one operation. */
function showingBy(where: ShownIn, change: (pet: Pet) => Pet): Hooks {
  return { show: (core, pet, shownIn) => core(shownIn === where ? change(pet) : pet, shownIn) };
}

function under(status: PetStatus): (pet: Pet) => Pet {
  return (pet) => ({ ...pet, status });
}

/** An integer that was a single-precision number in between; beyond int64 it is clamped, as casts in many languages do. */
function throughFloat(value: bigint): bigint {
  const float = BigInt(Math.fround(Number(value)));
  return float > INT64.maximum ? INT64.maximum : float;
}

/** Two views of one pet that disagree. */
export const twoViewsDefects: Readonly<Record<string, Defect>> = {
  'list-all-available': {
    says: 'a list without a filter shows every pet as available',
    breaks: ['CREATE-10', 'LIST-7', 'GET-1', 'GET-6'],
    ...showingInLists(false, under('available')),
  },
  'list-all-sold': {
    says: 'a list without a filter shows every pet as sold',
    breaks: ['CREATE-10', 'LIST-7', 'GET-1', 'GET-6'],
    options: FEW_PETS,
    ...showingInLists(false, under('sold')),
  },
  'list-statuses-shifted': {
    says: 'a list without a filter shows each pet with the status of another column: pending ones as sold, sold ones as pending',
    breaks: ['CREATE-10', 'LIST-7', 'GET-1', 'GET-6'],
    ...showingInLists(false, (pet) =>
      pet.status === 'available' ? pet : { ...pet, status: pet.status === 'pending' ? 'sold' : 'pending' },
    ),
  },
  'get-sold-as-available': {
    says: 'getPet shows sold pets as available',
    breaks: ['GET-1'],
    ...showingBy('getPet', (pet) => (pet.status === 'sold' ? under('available')(pet) : pet)),
  },
  'get-pending-as-available': {
    says: 'getPet shows pending pets as available',
    breaks: ['GET-1'],
    ...showingBy('getPet', (pet) => (pet.status === 'pending' ? under('available')(pet) : pet)),
  },
  'get-available-as-pending': {
    says: 'getPet shows available pets as pending',
    breaks: ['GET-1'],
    ...showingBy('getPet', (pet) => (pet.status === 'available' ? under('pending')(pet) : pet)),
  },
  'get-odd-as-sold': {
    says: 'getPet shows pets with odd ids as sold',
    breaks: ['GET-1'],
    ...showingBy('getPet', (pet) => (pet.id % 2n === 1n ? under('sold')(pet) : pet)),
  },
  'get-even-in-category-1': {
    says: 'getPet shows pets with even ids in category 1',
    breaks: ['GET-1', 'CREATE-10', 'JSON-3'],
    ...showingBy('getPet', (pet) => (pet.id % 2n === 0n ? { ...pet, categoryId: 1n } : pet)),
  },
  'get-old-as-sold': {
    says: 'getPet shows the pets of before as sold, and new ones as they are',
    breaks: ['GET-1'],
    remembering: rememberingCreated((created) =>
      showingBy('getPet', (pet) => (created.has(pet.id) ? pet : under('sold')(pet))),
    ),
  },
  'get-new-as-sold': {
    says: 'getPet shows new pets as sold, and those of before as they are',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    remembering: rememberingCreated((created) =>
      showingBy('getPet', (pet) => (created.has(pet.id) ? under('sold')(pet) : pet)),
    ),
  },
  'filtered-in-category-1': {
    says: 'filtered lists show every pet in category 1',
    breaks: ['CREATE-10', 'GET-1', 'JSON-3'],
    ...showingInLists(true, (pet) => ({ ...pet, categoryId: 1n })),
  },
  'filtered-in-capitals': {
    says: 'filtered lists show names in capitals',
    breaks: ['CREATE-10', 'GET-1'],
    ...showingInLists(true, (pet) => ({ ...pet, name: pet.name.toUpperCase() })),
  },
  'sold-filter-with-other-names': {
    says: 'the list of sold pets shows names without their last letter',
    breaks: ['CREATE-10', 'GET-1'],
    options: FEW_PETS,
    ...showingInLists(true, (pet) => (pet.status === 'sold' ? { ...pet, name: pet.name.slice(0, -1) } : pet)),
  },
  'unfiltered-in-category-1': {
    says: 'lists without a filter show every pet in category 1',
    breaks: ['CREATE-10', 'GET-1', 'JSON-3'],
    ...showingInLists(false, (pet) => ({ ...pet, categoryId: 1n })),
  },
  'default-status-new': {
    says: 'a pet that is created without a status is new',
    breaks: ['CREATE-1'],
    options: FEW_PETS,
    remembering: rememberingCreated(
      (created) => ({
        show: (core, pet, where) => ({ ...core(pet, where), ...(created.has(pet.id) && { status: 'new' }) }),
      }),
      ({ status }) => status === undefined,
    ),
  },
  'categories-float-in-lists': {
    says: 'lists pass categoryId through a single-precision number',
    breaks: ['JSON-3', 'CREATE-10', 'GET-1'],
    ...showingBy('listPets', (pet) => ({ ...pet, categoryId: throughFloat(pet.categoryId) })),
  },
  'categories-float-by-id': {
    says: 'getPet passes categoryId through a single-precision number',
    breaks: ['JSON-3', 'GET-1', 'CREATE-10'],
    ...showingBy('getPet', (pet) => ({
      ...pet,
      categoryId: BigInt.asIntN(64, BigInt(Math.fround(Number(pet.categoryId)))),
    })),
  },
  'categories-float-stored': {
    says: 'the store keeps categoryId as a single-precision number',
    breaks: ['JSON-3', 'CREATE-10', 'GET-1'],
    create: (core, newPet, store) => {
      const pet = core({ ...newPet, categoryId: throughFloat(newPet.categoryId) }, store);
      return { ...pet, categoryId: newPet.categoryId };
    },
  },
};
