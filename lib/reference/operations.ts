import { errorAnswer, jsonAnswer, type Answer } from './answer.ts';
import type { Steps, Surroundings } from './hooks.ts';
import { DEPRECATION_HEADERS } from './lifecycle.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import type { PetRequest } from './request.ts';

/** Carries out the three operations. Source: specification, section 4. */
export function createOperations(steps: () => Steps): Steps['operate'] {
  return (request, around) => {
    const { route } = request;
    switch (route.operation) {
      case 'listPets':
        return listPets(steps(), request, around);
      case 'createPet':
        return createPet(steps(), request, around);
      case 'getPet':
        return getPet(steps(), route.petId, around);
      default:
        return route.allow === undefined ? notFound('there is nothing here') : notAllowed(request, route.allow);
    }
  };
}

function listPets({ readListQuery, list, show }: Steps, request: PetRequest, { store }: Surroundings): Answer {
  const query = readListQuery(request.query);
  if (isRefusal(query)) return refused(query);
  return jsonAnswer(
    200,
    list(query, store, request).map((pet) => show(pet, 'listPets')),
  );
}

function createPet({ readNewPet, create, show }: Steps, { body }: PetRequest, { store }: Surroundings): Answer {
  if (body === undefined) return errorAnswer(413, 'body_too_long', 'the body is longer than this service reads');
  const newPet = readNewPet(body);
  return isRefusal(newPet) ? refused(newPet) : jsonAnswer(201, show(create(newPet, store), 'createPet'));
}

function getPet(steps: Steps, segment: string, { settings, store }: Surroundings): Answer {
  if (steps.isRemoved(settings.today())) return errorAnswer(410, 'gone', 'this operation was removed: use GET /pets');
  const id = steps.readPetId(segment);
  const pet = id === undefined ? undefined : steps.find(id, store);
  const answer = pet === undefined ? notFound('no pet has this id') : jsonAnswer(200, steps.show(pet, 'getPet'));
  return { ...answer, headers: [...answer.headers, ...DEPRECATION_HEADERS] };
}

function notFound(message: string): Answer {
  return errorAnswer(404, 'not_found', message);
}

function notAllowed({ method }: PetRequest, allow: string): Answer {
  return errorAnswer(405, 'method_not_allowed', `${method.slice(0, 20)} is not possible here`, [['Allow', allow]]);
}

function refused({ refused: { status, code, message } }: Refusal): Answer {
  return errorAnswer(status, code, message);
}
