import { errorAnswer, withBody, withHeader, withObject } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonObject, readJson, writeJson } from '../server-json.ts';
import type { NewPet } from '../pet.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { addresses } from '../request.ts';
import { answeringCreate, answeringPet, isOfCreate, reading, textOf } from './creating.ts';
import type { Defect } from './defect.ts';

/** Refuses creations that are valid. */
function refusing(isRefused: (newPet: NewPet) => boolean): Hooks {
  return {
    readNewPet: (core, body) => {
      const newPet = core(body);
      return !isRefusal(newPet) && isRefused(newPet) ? refuse(400, 'invalid_body', 'the pet is not valid') : newPet;
    },
  };
}

function isOfPet(field: string): boolean {
  return ['id', 'name', 'categoryId', 'status'].includes(field);
}

/** What a creation is answered with. */
export const createDefects: Readonly<Record<string, Defect>> = {
  'create-200': {
    says: 'a creation gets 200',
    breaks: ['CREATE-1'],
    ...answeringCreate(201, (answer) => ({ ...answer, status: 200 })),
  },
  'create-202': {
    says: 'a creation gets 202, with nothing but a promise',
    breaks: ['CREATE-1'],
    ...answeringCreate(201, (answer) => withBody({ ...answer, status: 202 }, '{"accepted":true}')),
  },
  'create-204': {
    says: 'a creation gets 204',
    breaks: ['CREATE-1'],
    ...answeringCreate(201, (answer) => withBody(withHeader({ ...answer, status: 204 }, 'Content-Type'), '')),
  },
  'create-empty-body': {
    says: 'a creation gets an empty body',
    breaks: ['CREATE-1'],
    ...answeringCreate(201, (answer) => withBody(answer, '')),
  },
  'create-location-only': {
    says: 'a creation gets a Location instead of the pet',
    breaks: ['CREATE-1'],
    ...answeringCreate(201, (answer) =>
      withBody(withHeader(withHeader(answer, 'Content-Type'), 'Location', '/v1/pets/1'), ''),
    ),
  },
  'create-id-only': {
    says: 'a creation gets nothing but the id',
    breaks: ['CREATE-1'],
    ...answeringPet(({ id }) => ({ id })),
  },
  'create-without-id': {
    says: 'a creation gets a response without the id',
    breaks: ['CREATE-1'],
    ...answeringPet(({ name, categoryId, status }) => ({ name, categoryId, status })),
  },
  'create-in-envelope': {
    says: 'a created pet is wrapped in another object',
    breaks: ['CREATE-1'],
    ...answeringPet((pet) => ({ pet })),
  },
  'create-in-array': {
    says: 'a created pet comes in an array',
    breaks: ['CREATE-1'],
    ...answeringPet((pet) => [pet]),
  },
  'create-id-as-text': {
    says: 'the id of a created pet is a string',
    breaks: ['JSON-2'],
    ...answeringPet((pet) => ({ ...pet, id: String(pet['id']) })),
  },
  'create-needs-status': {
    says: 'a creation without a status is refused',
    breaks: ['CREATE-1'],
    ...refusing(({ status }) => status === undefined),
  },
  'create-refuses-sold': {
    says: 'a sold pet cannot be added',
    breaks: ['CREATE-1'],
    ...refusing(({ status }) => status === 'sold'),
  },
  'create-refuses-pending': {
    says: 'a pending pet cannot be added',
    breaks: ['CREATE-1'],
    ...refusing(({ status }) => status === 'pending'),
  },
  'create-default-unknown': {
    says: 'a pet that was added without a status is returned with an unknown one',
    breaks: ['CREATE-1'],
    answer: (answer, request) =>
      isOfCreate(answer, request, 201) && !textOf(request.body).includes('"status"')
        ? withObject(answer, (pet) => ({ ...pet, status: 'new' }))
        : answer,
  },
  'create-text-plain': {
    says: 'a created pet is JSON, but is called text/plain',
    breaks: ['JSON-1'],
    ...answeringCreate(201, (answer) => withHeader(answer, 'Content-Type', 'text/plain; charset=utf-8')),
  },
  'media-type-under-one-spelling': {
    says: 'the media type is read from `Content-Type`, written exactly so, and without one a creation gets 415',
    breaks: ['CREATE-1'],
    operate: (core, request, around) =>
      addresses(request, 'createPet') && !request.incoming.rawHeaders.includes('Content-Type')
        ? errorAnswer(415, 'unsupported_media_type', 'the body must be application/json')
        : core(request, around),
  },
  'name-cut-at-255': {
    says: 'names are cut after 255 characters',
    breaks: ['CREATE-2'],
    readNewPet: (core, body) => {
      const fields = readJson(textOf(body));
      if (!isJsonObject(fields) || typeof fields['name'] !== 'string') return core(body);
      return core(Buffer.from(writeJson({ ...fields, name: fields['name'].slice(0, 255) })));
    },
  },
  'category-sign-lost': {
    says: 'a negative categoryId loses its sign',
    breaks: ['CREATE-2', 'JSON-3'],
    ...reading((newPet) => ({
      ...newPet,
      categoryId: newPet.categoryId < 0n ? -newPet.categoryId : newPet.categoryId,
    })),
  },
  'category-negative-500': {
    says: 'a creation of a negative category gets 500',
    breaks: ['ERR-3', 'CREATE-1'],
    ...answeringCreate(201, (answer, request) =>
      /"categoryId":-/.test(textOf(request.body)) ? errorAnswer(500, 'internal', 'internal error') : answer,
    ),
  },
  'unknown-field-500': {
    says: 'a valid creation with an unknown field gets 500, as from a store that has no such column',
    breaks: ['ERR-3'],
    ...answeringCreate(201, (answer, request) => {
      const fields = readJson(textOf(request.body));
      return isJsonObject(fields) && !Object.keys(fields).every(isOfPet)
        ? errorAnswer(500, 'internal', 'internal error')
        : answer;
    }),
  },
  'category-default': {
    says: 'every created pet is of the first category',
    breaks: ['CREATE-2', 'JSON-3'],
    ...reading((newPet) => ({ ...newPet, categoryId: 1n })),
  },
  'category-int32': {
    says: 'categoryId is kept in 32 bits',
    breaks: ['JSON-3', 'CREATE-2'],
    ...reading((newPet) => ({ ...newPet, categoryId: BigInt.asIntN(32, newPet.categoryId) })),
  },
  'status-always-available': {
    says: 'every created pet is available, whatever was sent',
    breaks: ['CREATE-2'],
    ...reading((newPet) => ({ ...newPet, status: 'available' })),
  },
  'status-not-answered': {
    says: 'the response to a creation leaves the status out',
    breaks: ['CREATE-2', 'CREATE-1'],
    ...answeringPet(({ id, name, categoryId }) => ({ id, name, categoryId })),
  },
  'create-answers-former': {
    says: 'a creation gets the name and the status of the one before it',
    breaks: ['CREATE-2', 'CREATE-10'],
    remembering: () => {
      let former: NewPet | undefined;
      return {
        create: (core, newPet, store) => {
          const pet = core(newPet, store);
          const shown = { ...pet, ...(former !== undefined && { name: former.name }) };
          former = newPet;
          return shown;
        },
      };
    },
  },
  'category-rounded': {
    says: 'categoryId goes through a double when a pet is added',
    breaks: ['JSON-3'],
    ...reading((newPet) => ({ ...newPet, categoryId: BigInt.asIntN(64, BigInt(Number(newPet.categoryId))) })),
  },
  'category-rounded-in-answer': {
    says: 'only the response to a creation passes categoryId through a double',
    breaks: ['JSON-3'],
    ...answeringPet((pet) => ({ ...pet, categoryId: BigInt(Number(pet['categoryId'])) })),
  },
  'id-rounded-in-answer': {
    says: 'only the response to a creation passes the id through a double',
    breaks: ['JSON-3', 'CREATE-10', 'GET-1'],
    ...answeringPet((pet) => ({ ...pet, id: BigInt(Number(pet['id'])) })),
  },
};
