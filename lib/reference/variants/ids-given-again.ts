import { setTimeout } from 'node:timers/promises';
import type { Hooks } from '../hooks.ts';
import { EVERYTHING } from '../list-query.ts';
import type { Pet } from '../pet.ts';
import { addresses } from '../request.ts';
import { FEW_PETS } from '../seed-pets.ts';
import type { Variant } from './variant.ts';

/** Stores in which another client deletes what was created, and whose ids then go to other pets. */
export const idsGivenAgainVariants: Readonly<Record<string, Variant>> = {
  'cleaned-and-id-given-again': {
    says: 'what was added is removed after a tenth of a second, and its id is given again; a creation takes longer',
    options: FEW_PETS,
    remembering: () => givingIdsAgain(100, 150),
  },
  'cleaned-and-id-given-again-by-two-workers': {
    says: 'what was added is removed after a tenth of a second, and its id is given again; no more than two pets are created at a time',
    closeTo: ['CREATE-4'],
    options: FEW_PETS,
    remembering: () => givingIdsAgain(100, 150, 2),
  },
};

/**
 * Takes new pets away when they are that old, and gives the id of the last one again, as a table without a sequence does. Both in
 * milliseconds.
 *
 * @param takes - how long a creation takes
 * @param workers - how many take place at a time
 */
function givingIdsAgain(milliseconds: number, takes: number, workers = 100): Hooks {
  const added = new Map<bigint, { readonly pet: Pet; readonly until: number }>();
  const busy: Promise<unknown>[] = [];
  let creations = 0;
  let now = 0;
  const there = () => [...added.values()].filter(({ until }) => now < until).map(({ pet }) => pet);
  return {
    operate: async (core, request, around) => {
      if (addresses(request, 'createPet')) {
        const worker = creations++ % workers;
        const done = (busy[worker] ?? Promise.resolve()).then(() => setTimeout(takes));
        busy[worker] = done;
        await done;
      }
      now = around.settings.now();
      return core(request, around);
    },
    create: (_core, { status = 'available', name, categoryId }, store) => {
      const last = [...store.all, ...there()].reduce((most, { id }) => (id > most ? id : most), 0n);
      const pet = { id: last + 1n, name, categoryId, status };
      added.set(pet.id, { pet, until: now + milliseconds });
      return pet;
    },
    find: (core, id, store) => core(id, store) ?? there().find((pet) => pet.id === id),
    list: (core, query, store, request) =>
      [
        ...core({ ...query, limit: EVERYTHING }, store, request),
        ...there().filter(({ status }) => query.status === undefined || status === query.status),
      ].slice(0, query.limit),
  };
}
