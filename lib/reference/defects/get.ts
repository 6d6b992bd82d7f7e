import { INT64 } from '../../contract/pets.ts';
import { errorAnswer, jsonAnswer, withBody, withHeader, type Answer } from '../answer.ts';
import { hangingUp } from '../hanging-up.ts';
import type { Hooks, Surroundings } from '../hooks.ts';
import { showPet } from '../pet.ts';
import { addresses } from '../request.ts';
import { FEW_PETS } from '../seed-pets.ts';
import type { Defect } from './defect.ts';

/** What an unknown id gets in place of 404. */
function insteadOf404(other: (around: Surroundings) => Answer): Hooks {
  return {
    answer: (answer, request, around) => {
      if (answer.status !== 404 || !addresses(request, 'getPet')) return answer;
      const { status, body } = other(around);
      return withBody({ ...answer, status }, body);
    },
  };
}

const AFTER_REMOVAL = { today: '2031-01-15' };

/** Stands for any text; no pet can have it. */
const NO_ID = INT64.minimum - 1n;

/** GET /pets/{petId}. */
export const getDefects: Readonly<Record<string, Defect>> = {
  'get-newest-404': {
    says: 'the newest pet is not found by its id',
    breaks: ['GET-1', 'CREATE-10'],
    options: FEW_PETS,
    find: (core, id, store) => (store.newest?.id === id ? undefined : core(id, store)),
  },
  'get-shows-next-id': {
    says: 'getPet shows each pet with the id that follows its own',
    breaks: ['GET-1', 'JSON-3'],
    show: (core, pet, where) => core(where === 'getPet' ? { ...pet, id: pet.id + 1n } : pet, where),
  },
  'get-big-id-404': {
    says: 'pets with ids beyond 2^53 are not found',
    breaks: ['GET-1', 'JSON-3'],
    find: (core, id, store) => (id > Number.MAX_SAFE_INTEGER ? undefined : core(id, store)),
  },
  'get-every-third-404': {
    says: 'every third pet is not found by its id',
    breaks: ['GET-1'],
    find: (core, id, store) => (store.all.findIndex((pet) => pet.id === id) % 3 === 2 ? undefined : core(id, store)),
  },
  'get-another': {
    says: 'the pet after the requested one is returned',
    breaks: ['GET-1'],
    find: (core, id, store) => core(id, store) && (store.all.find((pet) => pet.id > id) ?? store.all[0]),
  },
  'get-stale-status': {
    says: 'a fetched pet is always available, whatever the lists say',
    breaks: ['GET-1'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(where === 'getPet' && { status: 'available' }) }),
  },
  'get-other-name': {
    says: 'a fetched pet has its name in capitals',
    breaks: ['GET-1'],
    show: (core, pet, where) => ({ ...core(pet, where), ...(where === 'getPet' && { name: pet.name.toUpperCase() }) }),
  },
  'get-without-name': {
    says: 'a fetched pet has no name',
    breaks: ['GET-1'],
    show: (core, { id, categoryId, ...rest }, where) =>
      where === 'getPet' ? { id, categoryId, status: rest.status } : core({ id, categoryId, ...rest }, where),
  },
  'get-removed-early': {
    says: 'fetching a pet is already gone',
    breaks: ['GET-1', 'GET-2'],
    isRemoved: () => true,
  },
  'unknown-id-null': {
    says: 'an unknown id gets 200 with null',
    breaks: ['GET-2', 'GET-3'],
    ...insteadOf404(() => jsonAnswer(200, null)),
  },
  'unknown-id-first-animal': {
    says: 'an unknown id gets some pet',
    breaks: ['GET-2', 'GET-3'],
    ...insteadOf404(({ store: { all } }) => jsonAnswer(200, all[0] === undefined ? null : showPet(all[0]))),
  },
  'unknown-id-made-up': {
    says: 'a pet is made up for every id',
    breaks: ['GET-2'],
    find: (core, id, store) => core(id, store) ?? { id, name: 'nobody', categoryId: 1n },
  },
  'unknown-id-closes': {
    says: 'an unknown id ends the connection without a response',
    breaks: ['ERR-3', 'GET-2'],
    ...hangingUp(({ status }, { url = '' }) => status === 404 && /\/pets\/-?\d+$/.test(url)),
  },
  'unknown-id-400': {
    says: 'an unknown id gets 400',
    breaks: ['GET-2'],
    ...insteadOf404(() => errorAnswer(400, 'invalid_id', 'no pet has this id')),
  },
  'unknown-id-500': {
    says: 'an unknown id gets 500',
    breaks: ['ERR-3', 'GET-2', 'ERR-7'],
    ...insteadOf404(() => errorAnswer(500, 'internal', 'something went wrong')),
  },
  'unknown-id-204': {
    says: 'an unknown id gets 204 without a body',
    breaks: ['GET-2', 'GET-3'],
    ...insteadOf404(() => ({ status: 204, headers: [], body: new Uint8Array() })),
  },
  'huge-id-500': {
    says: 'ids at the ends of int64 get 500',
    breaks: ['ERR-3', 'GET-2'],
    operate: (core, request, around) =>
      request.route.operation === 'getPet' && [`${INT64.minimum}`, `${INT64.maximum}`].includes(request.route.petId)
        ? errorAnswer(500, 'internal', 'something went wrong')
        : core(request, around),
  },
  'id-with-tail': {
    says: 'what follows the digits of a petId is ignored',
    breaks: ['GET-3'],
    readPetId: (core, segment) => core(/^-?\d+/.exec(segment)?.[0] ?? segment),
  },
  'id-floored': {
    says: 'the fraction of a petId is cut off',
    breaks: ['GET-3'],
    readPetId: (core, segment) => core(segment.replace(/^(-?\d+)\.\d+$/, '$1')),
  },
  'id-wraps': {
    says: 'a petId beyond int64 wraps around, and the lowest one stands for the first pet',
    breaks: ['GET-3', 'GET-2'],
    readPetId: (core, segment) => (/^-?\d{19,24}$/.test(segment) ? BigInt.asIntN(64, BigInt(segment)) : core(segment)),
    find: (core, id, store) => (id === INT64.minimum ? store.all[0] : core(id, store)),
  },
  'id-cut-to-32-bits': {
    says: 'where there is no pet with an id, the one with its lower 32 bits is found',
    breaks: ['GET-2'],
    find: (core, id, store) => core(id, store) ?? core(BigInt.asIntN(32, id), store),
  },
  'id-keyed-by-32-bits': {
    says: 'pets are looked up by the lower 32 bits of their ids, and shown with the whole ones',
    breaks: ['GET-2'],
    find: (_core, id, store) => store.all.find((pet) => BigInt.asIntN(32, pet.id) === BigInt.asIntN(32, id)),
  },
  'id-keyed-by-32-bits-unsigned': {
    says: 'a petId has no sign, and its lower 32 bits are what a pet is looked up by',
    breaks: ['GET-2'],
    readPetId: (core, segment) => (segment.startsWith('-') ? undefined : core(segment)),
    find: (_core, id, store) => store.all.find((pet) => BigInt.asIntN(32, pet.id) === BigInt.asIntN(32, id)),
  },
  'id-double-cut-to-32-bits': {
    says: 'where there is no pet with an id, the one is found that a double of it cut to 32 bits names',
    breaks: ['GET-2'],
    find: (core, id, store) => core(id, store) ?? core(BigInt(Number(id) | 0), store),
  },
  'id-sign-lost': {
    says: 'where there is no pet with an id, the one with the opposite id is found',
    breaks: ['GET-2'],
    find: (core, id, store) => core(id, store) ?? core(-id, store),
  },
  'id-text-first-animal': {
    says: 'a petId that is not a number gets the first pet',
    breaks: ['GET-3'],
    readPetId: (core, segment) => (/\d/.test(segment) ? core(segment) : NO_ID),
    find: (core, id, store) => (id === NO_ID ? store.all[0] : core(id, store)),
  },
  'sunset-of-another-year': {
    says: 'Sunset announces that getPet is removed a year before it is',
    breaks: ['GET-5'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'getPet')
        ? withHeader(answer, 'Sunset', 'Wed, 05 Dec 2029 00:00:00 GMT')
        : answer,
  },
  'sunset-without-date': {
    says: 'Sunset is a year and a month',
    breaks: ['GET-5'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'getPet') ? withHeader(answer, 'Sunset', '2030-12') : answer,
  },
  'get-never-removed': {
    says: 'fetching a pet still works after its removal',
    breaks: ['GET-4'],
    options: AFTER_REMOVAL,
    isRemoved: () => false,
  },
  'get-removed-500': {
    says: 'after its removal fetching a pet fails with 500',
    breaks: ['ERR-3', 'ERR-7'],
    options: AFTER_REMOVAL,
    answer: (answer) =>
      answer.status === 410
        ? withBody({ ...answer, status: 500 }, errorAnswer(500, 'internal', 'no route').body)
        : answer,
  },
};
