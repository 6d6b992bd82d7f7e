import { errorAnswer, jsonAnswer, withBody, withObject, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonObject, readJson, type JsonObject } from '../server-json.ts';
import type { NewPet, Pet } from '../pet.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { addresses, type PetRequest } from '../request.ts';
import { CATEGORIES, FEW_PETS } from '../seed-pets.ts';
import type { Variant } from './variant.ts';

/** Refuses pets that the core takes, for a reason of which the specification does not speak. */
function refusing(why: string, isRefused: (newPet: NewPet, fields: JsonObject, text: string) => boolean): Hooks {
  return {
    readNewPet: (core, body) => {
      const newPet = core(body);
      if (isRefusal(newPet)) return newPet;
      const text = new TextDecoder().decode(body);
      const fields = readJson(text);
      return isRefused(newPet, isJsonObject(fields) ? fields : {}, text) ? refuse(400, 'invalid_body', why) : newPet;
    },
  };
}

function naming(change: (name: string) => string): Hooks {
  return {
    readNewPet: (core, body) => {
      const newPet = core(body);
      return isRefusal(newPet) ? newPet : { ...newPet, name: change(newPet.name) };
    },
  };
}

/** Answers creations before the core sees them. */
function inFront(answer: (request: PetRequest) => Answer | undefined): Hooks {
  return {
    operate: (core, request, around) =>
      (addresses(request, 'createPet') ? answer(request) : undefined) ?? core(request, around),
  };
}

const DOCUMENTED = ['name', 'categoryId', 'status'];
const extraFields = (fields: JsonObject) => Object.keys(fields).filter((field) => !DOCUMENTED.includes(field));

/** How long a service is taken to remember a creation, in milliseconds. */
const SAME_CREATION = 1_000;

/** Adding a pet. */
export const createVariants: Readonly<Record<string, Variant>> = {
  'names-trimmed': {
    says: 'blanks around names are taken off',
    closeTo: ['CREATE-2'],
    ...naming((name) => name.trim() || name),
  },
  'names-with-single-blanks': {
    says: 'several blanks in a row within a name become one',
    closeTo: ['CREATE-2'],
    ...naming((name) => name.replace(/ +/g, ' ')),
  },
  'names-decomposed': {
    says: 'names are stored in a normal form of Unicode',
    closeTo: ['CREATE-2'],
    ...naming((name) => name.normalize('NFD')),
  },
  'names-shown-in-compatible-form': {
    says: 'lists and getPet show names in a normal form of Unicode that has no ligatures; creations show them as sent',
    closeTo: ['CREATE-10', 'CREATE-2'],
    options: FEW_PETS,
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where !== 'createPet' && { name: pet.name.normalize('NFKC') }),
    }),
  },
  'names-up-to-50': {
    says: 'names of more than 50 characters are refused',
    ...refusing('name is too long', ({ name }) => name.length > 50),
  },
  'names-up-to-20': {
    says: 'names of more than 20 characters are refused',
    closeTo: ['CREATE-11'],
    ...refusing('name is too long', ({ name }) => name.length > 20),
  },
  'names-without-emoji': {
    says: 'names with an emoji are refused',
    ...refusing('name has characters that cannot be stored', ({ name }) => /\p{Extended_Pictographic}/u.test(name)),
  },
  'names-in-ascii': {
    says: 'names with other characters than letters, digits and blanks of ASCII are refused',
    closeTo: ['CREATE-11'],
    ...refusing('name has characters that cannot be stored', ({ name }) => !/^[\w -]*$/.test(name)),
  },
  'names-without-control': {
    says: 'names with control characters are refused',
    ...refusing('name has characters that cannot be stored', ({ name }) => /\p{Cc}/u.test(name)),
  },
  'names-stripped-of-control': {
    says: 'control characters are taken out of names',
    ...naming((name) => name.replace(/\p{Cc}/gu, '')),
  },
  'names-on-one-line': {
    says: 'tabs and line breaks in names become blanks',
    ...naming((name) => name.replace(/[\t\n\r]/g, ' ')),
  },
  'names-shown-on-one-line': {
    says: 'the response to a creation has the name as it was sent, and tabs and line breaks in names are shown as blanks afterwards',
    show: (core, pet, where) => ({
      ...core(pet, where),
      ...(where !== 'createPet' && { name: pet.name.replace(/[\t\n\r]/g, ' ') }),
    }),
  },
  'names-with-a-letter': {
    says: 'names without any letter, and the words true, false and null, are refused',
    ...refusing('this is no name', ({ name }) => !/\p{L}/u.test(name) || /^(true|false|null|\d+e\d+)$/.test(name)),
  },
  'names-used-once': {
    says: 'a name that another pet of the category has is refused',
    closeTo: ['CREATE-1', 'CREATE-8'],
    remembering: () => {
      const taken = new Set<string>();
      return {
        ...refusing('there is such a pet', ({ name, categoryId }) => taken.has(`${categoryId} ${name}`)),
        create: (core, newPet, store) => {
          taken.add(`${newPet.categoryId} ${newPet.name}`);
          return core(newPet, store);
        },
      };
    },
  },
  'names-unique': {
    says: 'a name that another pet has is refused as an invalid value',
    remembering: () => {
      const taken = new Set<string>();
      return {
        ...refusing('there is a pet with this name', ({ name }) => taken.has(name)),
        create: (core, newPet, store) => {
          taken.add(newPet.name);
          return core(newPet, store);
        },
      };
    },
  },
  'extra-fields-refused': {
    says: 'fields that are not documented are refused',
    closeTo: ['CREATE-11'],
    ...refusing('there are unknown fields', (_newPet, fields) => extraFields(fields).length > 0),
  },
  'extra-fields-echoed': {
    says: 'undocumented fields are returned as they were sent, but for the id',
    closeTo: ['CREATE-2'],
    answer: (answer, request) => {
      if (answer.status !== 201 || !addresses(request, 'createPet')) return answer;
      const fields = readJson(new TextDecoder().decode(request.body));
      if (!isJsonObject(fields)) return answer;
      const extra = Object.fromEntries(extraFields(fields).map((field) => [field, fields[field]]));
      return withObject(answer, (pet) => ({ ...extra, ...pet }));
    },
  },
  'id-refused': {
    says: 'an id in the request is refused',
    closeTo: ['CREATE-3'],
    ...refusing('the id is assigned by the service', (_newPet, fields) => 'id' in fields),
  },
  'id-refused-409': {
    says: 'an id in the request is refused as a conflict',
    closeTo: ['CREATE-3'],
    ...inFront(({ body }) => {
      const fields = readJson(new TextDecoder().decode(body));
      return isJsonObject(fields) && 'id' in fields && 'name' in fields
        ? errorAnswer(409, 'conflict', 'the id is assigned by the service')
        : undefined;
    }),
  },
  'keys-twice-refused': {
    says: 'a body that gives a key twice is refused, even with equal values',
    ...refusing('a key is given twice', (_newPet, _fields, text) => (text.match(/"name"\s*:/g) ?? []).length > 1),
  },
  'categories-above-0': {
    says: 'only categories above 0 and within 32 bits are known',
    ...refusing('there is no such category', ({ categoryId }) => categoryId < 1n || categoryId >= 2n ** 31n),
    seed: (core, count, seed) =>
      core(count, seed).map((pet) => ({ ...pet, categoryId: pet.categoryId < 100n ? pet.categoryId : 13n })),
  },
  'positive-categories': {
    says: 'every category above 0 may be used, and no other one',
    ...refusing('there is no such category', ({ categoryId }) => categoryId < 1n),
  },
  'any-category-but-0': {
    says: 'every category may be used, of any sign, but 0',
    ...refusing('there is no such category', ({ categoryId }) => categoryId === 0n),
  },
  'one-category': {
    says: 'there is one category, and pets of others are refused',
    closeTo: ['CREATE-1'],
    ...refusing('there is no such category', ({ categoryId }) => categoryId !== CATEGORIES[0]),
    seed: (core, count, seed) => core(count, seed).map((pet) => ({ ...pet, categoryId: CATEGORIES[0] ?? 1n })),
  },
  'created-with-location': {
    says: 'a creation has a Location, and its pet more fields than lists show',
    closeTo: ['CREATE-2'],
    answer: (answer, request) =>
      answer.status === 201 && addresses(request, 'createPet')
        ? {
            ...withObject(answer, (pet) => ({ ...pet, createdAt: '2026-11-21T12:00:00Z', links: [] })),
            headers: [...answer.headers, ['Location', '/v1/pets/newest']],
          }
        : answer,
  },
  'same-creation-once': {
    says: 'a creation that is sent twice within a second makes one pet',
    closeTo: ['CREATE-4'],
    remembering: () => {
      const recent = new Map<string, { readonly pet: Pet; readonly until: number }>();
      let now = 0;
      return {
        operate: (core, request, around) => {
          now = around.settings.now();
          return core(request, around);
        },
        create: (core, newPet, store) => {
          const key = `${newPet.name} ${newPet.categoryId} ${newPet.status ?? ''}`;
          const known = recent.get(key);
          if (known !== undefined && now < known.until) return known.pet;
          const pet = core(newPet, store);
          recent.set(key, { pet, until: now + SAME_CREATION });
          return pet;
        },
      };
    },
  },
  'same-pet-once': {
    says: 'a creation of a pet that is there already, with the same name, category and status, gets that pet',
    remembering: () => {
      const known = new Map<string, Pet>();
      return {
        create: (core, newPet, store) => {
          const key = `${newPet.name} ${newPet.categoryId} ${newPet.status ?? 'available'}`;
          const pet = known.get(key) ?? core(newPet, store);
          known.set(key, pet);
          return pet;
        },
      };
    },
  },
  'media-type-required': {
    says: 'a body of another media type than application/json gets 415',
    closeTo: ['CREATE-7'],
    ...inFront(({ incoming }) =>
      /^application\/json\s*(;|$)/i.test(incoming.headers['content-type'] ?? '')
        ? undefined
        : errorAnswer(415, 'unsupported_media_type', 'the body must be application/json'),
    ),
  },
  'charsets-of-json-only': {
    says: 'a body in another charset than UTF-8 gets 415, one that names none or UTF-8 is read',
    closeTo: ['CREATE-1'],
    ...inFront(({ incoming }) =>
      /charset=(?!"?utf-?8"?\s*(;|$))/i.test(incoming.headers['content-type'] ?? '')
        ? errorAnswer(415, 'unsupported_charset', 'JSON is UTF-8')
        : undefined,
    ),
  },
  'faults-listed': {
    says: 'the Error of a refused creation lists its faults beside the documented members',
    closeTo: ['CREATE-5'],
    answer: (answer, request) =>
      answer.status === 400 && addresses(request, 'createPet')
        ? withObject(answer, (error) => ({ ...error, errors: [{ field: 'name', message: 'is required' }] }))
        : answer,
  },
  'malformed-error-of-its-own': {
    says: 'a body that is not JSON gets an Error with a code of its own, and the position as its message',
    closeTo: ['CREATE-5'],
    answer: (answer, request) =>
      answer.status === 400 && addresses(request, 'createPet') && readJson(decoded(request)) === undefined
        ? withBody(answer, jsonAnswer(400, { code: 'E1001', message: 'line 1, column 17', status: 400n }).body)
        : answer,
  },
};

function decoded({ body }: PetRequest): string {
  return new TextDecoder().decode(body);
}
