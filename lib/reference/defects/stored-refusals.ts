import { isPetStatus } from '../../contract/pets.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonObject, readJson } from '../server-json.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Store } from '../store.ts';
import { hasUnknownStatus, kindOf, type Kind } from './create-refusal.ts';
import { salvaged, textOf } from './creating.ts';
import type { Defect } from './defect.ts';

/** Stores what is refused with 400 all the same. */
function storing(kinds: readonly Kind[]): Hooks {
  return {
    operate: async (core, request, around) => {
      const answer = await core(request, around);
      const isStored = answer.status === 400 && addresses(request, 'createPet') && kinds.includes(kindOf(request));
      const newPet = isStored ? salvaged(request.body) : undefined;
      if (newPet !== undefined) around.store.create(newPet);
      return answer;
    },
  };
}

/** Stores what is refused with 401 all the same. */
function storingUnauthorized(isMeant: (request: PetRequest) => boolean): Hooks {
  return {
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      const isStored = answer.status === 401 && addresses(request, 'createPet') && isMeant(request);
      const newPet = isStored ? salvaged(request.body) : undefined;
      if (newPet !== undefined) around.store.create(newPet);
      return answer;
    },
  };
}

/** Creations that are refused, and stored all the same. */
export const storedRefusalDefects: Readonly<Record<string, Defect>> = {
  'missing-stored': {
    says: 'a pet with a missing field is stored, and refused then',
    breaks: ['CREATE-8'],
    ...storing(['missing']),
  },
  'wrong-type-stored': {
    says: 'a pet with a value of the wrong type is stored, and refused then',
    breaks: ['CREATE-8'],
    ...storing(['wrong type']),
  },
  'malformed-stored': {
    says: 'what can be read of a body that is not JSON is stored, and refused then',
    breaks: ['CREATE-8'],
    ...storing(['malformed']),
  },
  'array-stored': {
    says: 'pets in an array are stored, and refused then',
    breaks: ['CREATE-8'],
    ...storing(['no object']),
  },
  'bad-status-stored': {
    says: 'a pet whose status does not exist is stored, and refused then',
    breaks: ['CREATE-8'],
    operate: async (core, request, around) => {
      const answer = await core(request, around);
      const newPet = answer.status === 400 && hasUnknownStatus(request.body) ? salvaged(request.body) : undefined;
      if (newPet !== undefined) around.store.create(newPet);
      return answer;
    },
  },
  'bad-status-stored-without-one': {
    says: 'a pet whose status does not exist is stored without a status, and refused then; ids are counted',
    breaks: ['CREATE-8'],
    operate: async (core, request, around) => {
      const answer = await core(request, around);
      const newPet = answer.status === 400 && hasUnknownStatus(request.body) ? salvaged(request.body) : undefined;
      if (newPet === undefined) return answer;
      const { name, categoryId } = newPet;
      around.store.add({ name, categoryId, id: nextId(around.store) });
      return answer;
    },
    create: (_core, newPet, store) => {
      const pet = { status: 'available' as const, ...newPet, id: nextId(store) };
      store.add(pet);
      return pet;
    },
  },
  'nameless-stored': {
    says: 'a pet without a name is stored with an empty one, and refused then',
    breaks: ['CREATE-8'],
    ...storingNameless(''),
  },
  'nameless-stored-as-unnamed': {
    says: 'a pet without a name is stored as "unnamed", and refused then',
    breaks: ['CREATE-8'],
    ...storingNameless('unnamed'),
  },
  'no-key-stored': {
    says: 'a pet that comes without a key is stored, and refused then',
    breaks: ['AUTH-4'],
    ...storingUnauthorized(({ authorization }) => authorization.length === 0),
  },
  'wrong-key-stored': {
    says: 'a pet that comes with a wrong key is stored, and refused then',
    breaks: ['AUTH-4'],
    ...storingUnauthorized(({ authorization }) => authorization.length > 0),
  },
};

/** The number after the largest id. */
function nextId({ all }: Store): bigint {
  return (all.at(-1)?.id ?? 0n) + 1n;
}

/** Stores pets without a name under another one, though they are refused. */
function storingNameless(stored: string): Hooks {
  return {
    operate: async (core, request, around) => {
      const answer = await core(request, around);
      const value = readJson(textOf(request.body));
      if (answer.status !== 400 || !addresses(request, 'createPet') || !isJsonObject(value)) return answer;
      const { name, categoryId, status } = value;
      if ((name === undefined || name === null) && typeof categoryId === 'bigint')
        around.store.create({ name: stored, categoryId, ...(isPetStatus(status) && { status }) });
      return answer;
    },
  };
}
