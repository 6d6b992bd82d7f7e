import { setTimeout } from 'node:timers/promises';
import type { Hooks } from '../hooks.ts';
import { isJsonObject, readJson } from '../server-json.ts';
import type { NewPet, Pet } from '../pet.ts';
import { addresses } from '../request.ts';
import { FEW_PETS } from '../seed-pets.ts';
import type { Store } from '../store.ts';
import { addUnder, textOf } from './creating.ts';
import type { Defect } from './defect.ts';

/** Reads the next id, then waits for the database: whoever comes meanwhile reads the same one. */
function racingIds(milliseconds: number): Hooks {
  let reserved = 0n;
  return {
    operate: async (core, request, around) => {
      if (!addresses(request, 'createPet')) return core(request, around);
      const next = (around.store.all.at(-1)?.id ?? 0n) + 1n;
      await setTimeout(milliseconds);
      reserved = next;
      return core(request, around);
    },
    create: (_core, newPet, store) => addUnder(reserved, newPet, store),
  };
}

/** Ids by the clock of the service. */
function idsByClock(tick: number): Hooks {
  let now = 0;
  return {
    operate: (core, request, around) => {
      now = around.settings.now();
      return core(request, around);
    },
    create: (_core, newPet, store) => addUnder(BigInt(Math.floor(now / tick)), newPet, store),
  };
}

/** Takes over an id that no pet has. */
function takingFree(id: bigint, newPet: NewPet, store: Store): Pet | undefined {
  return store.get(id) === undefined ? addUnder(id, newPet, store) : undefined;
}

/** Lets the id of a request have a say; undefined: it has none, and the service assigns one. */
function heedingIds(
  create: (id: bigint, newPet: NewPet, store: Store) => Pet | undefined,
  readId = (id: unknown) => (typeof id === 'bigint' ? id : undefined),
): Hooks {
  let sent: bigint | undefined;
  return {
    readNewPet: (core, body) => {
      const fields = readJson(textOf(body));
      const id = isJsonObject(fields) ? fields['id'] : undefined;
      sent = readId(id);
      return core(body);
    },
    create: (core, newPet, store) =>
      (sent === undefined ? undefined : create(sent, newPet, store)) ?? core(newPet, store),
  };
}

/** Which id a created pet gets. */
export const createIdDefects: Readonly<Record<string, Defect>> = {
  'id-taken-over': {
    says: 'the id of the request is used',
    breaks: ['CREATE-3', 'CREATE-4', 'CREATE-10'],
    remembering: () => heedingIds(addUnder),
  },
  'new-id-taken-over': {
    says: 'the id of the request is used when no pet has it',
    breaks: ['CREATE-3'],
    remembering: () => heedingIds(takingFree),
  },
  'text-id-taken-over': {
    says: 'an id in the request that is a string of digits is used',
    breaks: ['CREATE-3'],
    remembering: () =>
      heedingIds(takingFree, (id) => (typeof id === 'string' && /^\d{1,18}$/.test(id) ? BigInt(id) : undefined)),
  },
  'id-written-through': {
    says: 'an id in the request that no pet has is stored as it is: a string stays a string',
    breaks: ['CREATE-3'],
    remembering: () => {
      const texts = new Set<bigint>();
      let isText = false;
      const hooks = heedingIds(
        (id, newPet, store) => {
          const taken = takingFree(id, newPet, store);
          if (taken !== undefined && isText) texts.add(id);
          return taken;
        },
        (id) => {
          isText = typeof id === 'string';
          if (typeof id === 'string') return /^\d{1,18}$/.test(id) ? BigInt(id) : undefined;
          return typeof id === 'bigint' ? id : undefined;
        },
      );
      return {
        ...hooks,
        show: (core, pet, where) => ({ ...core(pet, where), ...(texts.has(pet.id) && { id: `${pet.id}` }) }),
      };
    },
  },
  'existing-id-overwritten': {
    says: 'a creation with the id of a pet overwrites that pet',
    breaks: ['CREATE-3', 'CREATE-4', 'CREATE-10'],
    remembering: () => {
      const overwritten = new Map<bigint, Pick<NewPet, 'name' | 'categoryId'>>();
      return {
        ...heedingIds((id, { name, categoryId }, store) => {
          const former = store.get(id);
          if (former === undefined) return undefined;
          overwritten.set(id, { name, categoryId });
          return { ...former, name, categoryId };
        }),
        show: (core, pet, where) => core({ ...pet, ...overwritten.get(pet.id) }, where),
      };
    },
  },
  'ids-race': {
    says: 'the next id is read, and used only a moment later',
    breaks: ['CREATE-4', 'CREATE-10'],
    isBrief: true,
    remembering: () => racingIds(40),
  },
  'ids-by-second': {
    says: 'ids are the second of the creation',
    breaks: ['CREATE-4', 'CREATE-10', 'CREATE-3'],
    remembering: () => idsByClock(1_000),
  },
  'ids-by-coarse-clock': {
    says: 'ids are the time of a clock that moves on every 50 milliseconds',
    breaks: ['CREATE-4', 'CREATE-10', 'CREATE-3'],
    isBrief: true,
    remembering: () => idsByClock(50),
  },
  'ids-by-name-length': {
    says: 'ids are made of the category and the length of the name',
    breaks: ['CREATE-4', 'CREATE-10', 'CREATE-3'],
    create: (_core, newPet, store) =>
      addUnder((newPet.categoryId % 1_000n) * 1_000n + BigInt(newPet.name.length), newPet, store),
  },
  'ids-shared-by-two': {
    says: 'every second creation gets the id of the one before, and lists show both pets under it',
    breaks: ['CREATE-4'],
    options: FEW_PETS,
    remembering: () => {
      const sharing = new Map<bigint, bigint>();
      let first: bigint | undefined;
      return {
        create: (core, newPet, store) => {
          const pet = core(newPet, store);
          if (first !== undefined) sharing.set(pet.id, first);
          first = first === undefined ? pet.id : undefined;
          return pet;
        },
        show: (core, pet, where) => core({ ...pet, id: sharing.get(pet.id) ?? pet.id }, where),
      };
    },
  },
  'ids-by-count': {
    says: 'an id is the number of pets, which others have as pets were deleted: the first three creations get the ids of the last pets',
    breaks: ['CREATE-4'],
    remembering: () => {
      const given = new Map<bigint, bigint>();
      let last: bigint[] | undefined;
      return {
        create: (core, newPet, store) => {
          last ??= store.all.slice(-3).map(({ id }) => id);
          const pet = core(newPet, store);
          const id = last.shift();
          if (id !== undefined) given.set(pet.id, id);
          return pet;
        },
        show: (core, pet, where) => core({ ...pet, id: given.get(pet.id) ?? pet.id }, where),
      };
    },
  },
};
