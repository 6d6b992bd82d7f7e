import { INT64 } from '../../contract/pets.ts';
import { createdAsSent } from '../as-sent.ts';
import type { Hooks } from '../hooks.ts';
import type { Pet } from '../pet.ts';
import { randomFrom } from '../random.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { CATEGORIES } from '../seed-pets.ts';
import type { Variant } from './variant.ts';

/** Gives the first pets ids of another kind. */
function ids(idOf: (index: number, given: Pet) => bigint): Hooks {
  return {
    seed: (core, count, seed) => core(count, seed).map((pet, index) => ({ ...pet, id: idOf(index, pet) })),
  };
}

/** Pets and their ids. */
export const storeVariants: Readonly<Record<string, Variant>> = {
  'empty-store': { says: 'there are no pets', closeTo: ['LIST-2'], options: { pets: 0 } },
  'one-animal': { says: 'there is one pet', options: { pets: 1 } },
  'big-store': { says: 'there are 5000 pets', options: { pets: 5_000 } },
  'random-ids': {
    says: 'ids are any int64 values, negative ones included, in no order',
    seed: (core, count, seed) => {
      const random = randomFrom(seed + 7);
      const taken = new Set<bigint>();
      while (taken.size < count) taken.add(random.int64());
      const free = [...taken];
      return core(count, seed).map((pet, index) => ({ ...pet, id: free[index] ?? pet.id }));
    },
    create: (_core, { status = 'available', ...newPet }, store) => {
      const random = randomFrom(store.all.length + 1_000_003);
      let id = random.int64();
      while (store.get(id) !== undefined) id = random.int64();
      const pet = { id, ...newPet, status };
      store.add(pet);
      return pet;
    },
  },
  'ids-at-both-ends': {
    says: 'ids begin at the lowest int64 and end at the highest',
    closeTo: ['JSON-2', 'GET-2'],
    ...ids((index) => (index % 2 === 0 ? INT64.minimum + BigInt(index) : INT64.maximum - BigInt(index) + 1n)),
  },
  'ids-from-zero': { says: 'ids are 0, 1, 2 and so on', ...ids((index) => BigInt(index)) },
  'ids-by-shard': {
    says: 'of 1200 pets the ids of two shards differ in their upper 32 bits alone',
    closeTo: ['GET-2'],
    options: { pets: 1_200 },
    ...ids((index) => 1_000n + BigInt(index % 600) + (index < 600 ? 0n : 2n ** 32n)),
  },
  'negative-ids': { says: 'ids are negative', ...ids((_index, { id }) => -id) },
  'some-without-status': {
    says: 'every fifth pet shows no status, and no filter finds it',
    closeTo: ['LIST-1', 'GET-6'],
    seed: (core, count, seed) => core(count, seed).map((pet, index) => (index % 5 === 4 ? withoutStatus(pet) : pet)),
  },
  'filtered-without-status': {
    says: 'filtered lists leave the status out, which the query names already',
    closeTo: ['LIST-6', 'LIST-9'],
    ...leavingStatusOut(true),
  },
  'lists-without-status': {
    says: 'lists leave the status out; getPet and creations show it',
    closeTo: ['GET-1', 'CREATE-10'],
    ...leavingStatusOut(false),
  },
  'get-without-status': {
    says: 'getPet leaves the status out; lists and creations show it',
    closeTo: ['GET-1'],
    show: (core, pet, where) => core(where === 'getPet' ? withoutStatus(pet) : pet, where),
  },
  'created-without-status': {
    says: 'a pet that was added without a status has none',
    closeTo: ['LIST-7', 'CREATE-9'],
    ...createdAsSent,
  },
  'created-pending': {
    says: 'a pet that was added without a status is pending',
    closeTo: ['CREATE-9'],
    create: (core, newPet, store) => core({ status: 'pending', ...newPet }, store),
  },
  'known-categories-only': {
    says: 'a pet of a category that no other pet has is refused',
    readNewPet: (core, body) => {
      const newPet = core(body);
      if (isRefusal(newPet) || CATEGORIES.includes(newPet.categoryId)) return newPet;
      return refuse(400, 'unknown_category', 'there is no such category');
    },
  },
};

/** Lists without statuses: all of them, or those with a filter. */
function leavingStatusOut(onlyFiltered: boolean): Hooks {
  return {
    list: (core, query, store, request) => {
      const pets = core(query, store, request);
      return onlyFiltered && query.status === undefined ? pets : pets.map(withoutStatus);
    },
  };
}

function withoutStatus({ id, name, categoryId }: Pet): Pet {
  return { id, name, categoryId };
}
