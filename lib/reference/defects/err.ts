import { errorAnswer, withBody, withHeader, withObject, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import type { JsonObject } from '../server-json.ts';
import { readNewPet } from '../new-pet.ts';
import { isRefusal } from '../refusal.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Defect } from './defect.ts';

/** Changes the Error of answers. */
function inErrors(change: (error: JsonObject) => unknown, isMeant = (answer: Answer) => answer.status >= 400): Hooks {
  return { answer: (answer) => (isMeant(answer) ? withObject(answer, change) : answer) };
}

const isStatus = (wanted: number) => (answer: Answer) => answer.status === wanted;

function isValid({ body }: PetRequest): boolean {
  return body !== undefined && !isRefusal(readNewPet(body));
}

/** Errors. */
export const errDefects: Readonly<Record<string, Defect>> = {
  'error-without-code': {
    says: 'errors have no code',
    breaks: ['ERR-1'],
    ...inErrors(({ message, status }) => ({ message, status })),
  },
  'error-message-object': {
    says: 'the message of an error is an object',
    breaks: ['ERR-1'],
    ...inErrors((error) => ({ ...error, message: { text: error['message'] } })),
  },
  'error-status-text': {
    says: 'the status in an error is a string',
    breaks: ['ERR-1'],
    ...inErrors((error) => ({ ...error, status: String(error['status']) })),
  },
  'error-code-number': {
    says: 'the code of an error is a number',
    breaks: ['ERR-1'],
    ...inErrors((error) => ({ ...error, code: error['status'] })),
  },
  'error-in-envelope': {
    says: 'a 401 wraps its error in another object',
    breaks: ['ERR-1'],
    ...inErrors((error) => ({ error }), isStatus(401)),
  },
  'empty-404': {
    says: 'a 404 has no body',
    breaks: ['ERR-1'],
    answer: (answer) => (answer.status === 404 ? withBody(withHeader(answer, 'Content-Type'), '') : answer),
  },
  'text-404': {
    says: 'a 404 is plain text',
    breaks: ['JSON-1', 'ERR-1'],
    answer: (answer) => (answer.status === 404 ? withBody(answer, 'Not Found', 'text/plain') : answer),
  },
  'html-401': {
    says: 'a 401 is an HTML page',
    breaks: ['JSON-1', 'ERR-1'],
    answer: (answer) => (answer.status === 401 ? withBody(answer, '<h1>Unauthorized</h1>', 'text/html') : answer),
  },
  'list-500-now-and-then': {
    says: 'every 13th list gets 500',
    breaks: ['ERR-3', 'ERR-7'],
    remembering: () => {
      let nth = 0;
      return {
        operate: (core, request, around) =>
          addresses(request, 'listPets') && ++nth % 13 === 0
            ? errorAnswer(500, 'internal', 'something went wrong')
            : core(request, around),
      };
    },
  },
  'create-500-now-and-then': {
    says: 'every 5th creation gets 500',
    breaks: ['ERR-3', 'ERR-7', 'CREATE-1'],
    remembering: () => {
      let nth = 0;
      return {
        operate: (core, request, around) =>
          addresses(request, 'createPet') && isValid(request) && ++nth % 5 === 0
            ? errorAnswer(500, 'internal', 'something went wrong')
            : core(request, around),
      };
    },
  },
  'error-status-500': {
    says: 'the status in every error is 500',
    breaks: ['ERR-2'],
    ...inErrors((error) => ({ ...error, status: 500n })),
  },
  'error-status-of-another': {
    says: 'the status in the error of a 404 is 400',
    breaks: ['ERR-2'],
    ...inErrors((error) => ({ ...error, status: 400n }), isStatus(404)),
  },
  'error-empty-message': {
    says: 'the message of every error is empty',
    breaks: ['ERR-4'],
    ...inErrors((error) => ({ ...error, message: '' })),
  },
  'error-code-of-operation': {
    says: 'the code of an error names the operation, so that one condition has several codes',
    breaks: ['ERR-4'],
    answer: (answer, { route }) =>
      answer.status >= 400
        ? withObject(answer, (error) => ({ ...error, code: `${route.operation ?? 'other'}_${String(error['code'])}` }))
        : answer,
  },
  'error-stack-trace': {
    says: 'a 404 shows where in the code it came from',
    breaks: ['ERR-5'],
    ...inErrors(
      (error) => ({ ...error, message: 'Error: not found\n    at find (/srv/app/lib/pets.js:41:11)' }),
      isStatus(404),
    ),
  },
  'sold-list-504': {
    says: 'the list of sold pets takes so long that the gateway gives up with 504',
    breaks: ['ERR-3', 'LIST-6', 'LIST-7'],
    operate: (core, request, around) =>
      addresses(request, 'listPets') && request.query.get('status') === 'sold'
        ? errorAnswer(504, 'gateway_timeout', 'the upstream took too long')
        : core(request, around),
  },
  'sold-list-408': {
    says: 'the list of sold pets takes so long that the server gives up with 408',
    breaks: ['ERR-3', 'LIST-2', 'LIST-6', 'LIST-7'],
    operate: (core, request, around) =>
      addresses(request, 'listPets') && request.query.get('status') === 'sold'
        ? errorAnswer(408, 'request_timeout', 'this took too long')
        : core(request, around),
  },
  'creations-408': {
    says: 'every creation gets 408',
    breaks: ['ERR-3', 'CREATE-1'],
    operate: (core, request, around) =>
      addresses(request, 'createPet')
        ? errorAnswer(408, 'request_timeout', 'this took too long')
        : core(request, around),
  },
  'list-206': {
    says: 'a list that is not the whole is 206',
    breaks: ['ERR-3', 'LIST-1'],
    answer: (answer, request) =>
      answer.status === 200 && addresses(request, 'listPets') ? { ...answer, status: 206 } : answer,
  },
  'empty-list-404': {
    says: 'a store without pets responds to lists with 404',
    breaks: ['ERR-3', 'LIST-2'],
    options: { pets: 0 },
    operate: async (core, request, around) => {
      const answer = await core(request, around);
      const isEmpty = answer.status === 200 && addresses(request, 'listPets') && around.store.all.length === 0;
      return isEmpty ? errorAnswer(404, 'not_found', 'there are no pets') : answer;
    },
  },
  'limit-64-500': {
    says: 'one limit within the range makes the list fail with 500',
    breaks: ['ERR-3', 'LIST-2'],
    operate: (core, request, around) =>
      addresses(request, 'listPets') && request.query.get('limit') === '64'
        ? errorAnswer(500, 'internal', 'something went wrong')
        : core(request, around),
  },
  'filter-500': {
    says: 'status=sold makes the list fail with 500',
    breaks: ['ERR-3', 'ERR-7'],
    operate: (core, request, around) =>
      addresses(request, 'listPets') && request.query.get('status') === 'sold'
        ? errorAnswer(500, 'internal', 'something went wrong')
        : core(request, around),
  },
};
