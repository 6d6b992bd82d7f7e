import { INT64, type PetStatus } from '../../contract/pets.ts';
import type { Hooks } from '../hooks.ts';
import type { Pet } from '../pet.ts';
import type { Variant } from './variant.ts';

/** Changes the pets that were there before; `undefined` leaves one as it is. */
function pets(change: (pet: Pet, index: number) => Partial<Pet> | undefined): Hooks {
  return { seed: (core, count, seed) => core(count, seed).map((pet, index) => ({ ...pet, ...change(pet, index) })) };
}

function named(names: readonly string[]): Hooks {
  return pets((_pet, index) => {
    const name = names[index % names.length];
    return name === undefined ? undefined : { name };
  });
}

function of(statusOf: (index: number) => PetStatus): Hooks {
  return pets((_pet, index) => ({ status: statusOf(index) }));
}

/** Takes the status of some pets away. */
function withoutStatus(isBare: (index: number) => boolean): Hooks {
  return {
    seed: (core, count, seed) =>
      core(count, seed).map(({ id, name, categoryId, status }, index) => ({
        id,
        name,
        categoryId,
        ...(status !== undefined && !isBare(index) && { status }),
      })),
  };
}

/** Names that came in before anyone looked at them. */
const ODD_NAMES: readonly string[] = [
  '',
  ' ',
  '<script>alert(1)</script>',
  'x'.repeat(20_000),
  '"; DROP TABLE pets; --',
  'null',
  '猫 🐈‍⬛ \u202egnitirw\u202c',
  'line\nbreak\ttab\u2028\u0000',
  '{"id":1,"name":"inner"}',
  'Error: at Object.<anonymous> (/srv/app/index.js:10:5)',
  '\\u0041 \\" \\\\',
];

/** Pets as years of use leave them. */
export const legacyVariants: Readonly<Record<string, Variant>> = {
  'legacy-names': { says: 'names are empty, huge, of any script, or look like code', ...named(ODD_NAMES) },
  'legacy-one-name': { says: 'all pets have the same name', ...named(['Rex']) },
  'legacy-names-of-20-kb': { says: 'every name has 20000 characters', ...named(['x'.repeat(20_000)]) },
  'legacy-no-status': { says: 'no pet of former days shows a status', ...withoutStatus(() => true) },
  'legacy-no-status-of-few': {
    says: 'there are 30 pets, half of them without a status',
    options: { pets: 30 },
    ...withoutStatus((index) => index % 2 === 0),
  },
  'legacy-ids-at-ends': {
    says: 'ids are the ends of int64, 0, -1 and the neighbours of 2^53, then as usual',
    closeTo: ['JSON-3'],
    seed: (core, count, seed) =>
      core(count, seed).map((pet, index) => ({ ...pet, id: ODD_IDS[index] ?? pet.id + 4_096n })),
  },
  'legacy-categories-at-ends': {
    says: 'categories are 0, negative, and the ends of int64',
    ...pets((_pet, index) => ({ categoryId: ODD_CATEGORIES[index % ODD_CATEGORIES.length] ?? 0n })),
  },
  'legacy-categories-small': {
    says: 'categories are 1 to 5',
    ...pets((_pet, index) => ({ categoryId: BigInt(1 + (index % 5)) })),
  },
  'legacy-category-0': { says: 'every category is 0', ...pets(() => ({ categoryId: 0n })) },
  'legacy-all-sold': { says: 'every pet is sold', ...of(() => 'sold') },
  'legacy-none-sold': { says: 'no pet is sold', ...of((index) => (index % 2 === 0 ? 'pending' : 'available')) },
  'legacy-one-available': {
    says: 'one pet is available, the others are sold',
    ...of((at) => (at === 50 ? 'available' : 'sold')),
  },
  'legacy-ids-in-a-row': {
    says: 'ids follow each other, and a new one is the next',
    seed: (core, count, seed) => core(count, seed).map((pet, index) => ({ ...pet, id: BigInt(index + 1) })),
    create: (_core, { status = 'available', ...newPet }, store) => {
      const pet = { id: (store.all.at(-1)?.id ?? 0n) + 1n, ...newPet, status };
      store.add(pet);
      return pet;
    },
  },
  'legacy-ids-large': {
    says: 'every id is larger than 2^53',
    // Odd ones, which no double holds: the small ones come first, and the others make way for them.
    ...pets(({ id }) => ({ id: id < 2n ** 53n ? id + 2n ** 53n + 1n : id + 2n ** 20n })),
  },
  'ids-used-again': {
    says: 'a new pet takes the lowest id that is free',
    closeTo: ['LIST-10', 'CREATE-4'],
    seed: (core, count, seed) => core(count, seed).map((pet, index) => ({ ...pet, id: BigInt(3 * index + 1) })),
    create: (_core, { status = 'available', ...newPet }, store) => {
      let id = 1n;
      while (store.get(id) !== undefined) id++;
      const pet = { id, ...newPet, status };
      store.add(pet);
      return pet;
    },
  },
  'exactly-20': { says: 'there are 20 pets', options: { pets: 20 } },
  'exactly-100': { says: 'there are 100 pets', options: { pets: 100 } },
  'exactly-101': { says: 'there are 101 pets', options: { pets: 101 } },
};

const ODD_IDS: readonly bigint[] = [
  INT64.minimum,
  INT64.minimum + 1n,
  -(2n ** 53n) - 1n,
  -1n,
  0n,
  1n,
  2n ** 31n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  INT64.maximum - 1n,
  INT64.maximum,
];

const ODD_CATEGORIES: readonly bigint[] = [0n, -1n, INT64.minimum, INT64.maximum];
