import type { IncomingMessage } from 'node:http';
import { isPetStatus } from '../../contract/pets.ts';
import { errorAnswer, withBody, withHeader, withObject, withoutRateLimit, type Answer } from '../answer.ts';
import { hangingUp } from '../hanging-up.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonArray, isJsonObject, readJson } from '../server-json.ts';
import { refuse } from '../refusal.ts';
import type { PetRequest } from '../request.ts';
import { answeringCreate, textOf } from './creating.ts';
import type { Defect } from './defect.ts';

export type Kind = 'missing' | 'wrong type' | 'no object' | 'malformed';

/** Whether a body has a status that is none, in no letter case either. */
export function hasUnknownStatus(body: Uint8Array | undefined): boolean {
  const [, status] = /"status":"([^"]+)"/.exec(textOf(body)) ?? [];
  return status !== undefined && !isPetStatus(status.toLowerCase());
}

/** Why a body was refused, by the core's own code. */
export function kindOf({ body }: PetRequest): Kind {
  const value = readJson(textOf(body));
  if (value === undefined) return 'malformed';
  if (!isJsonObject(value)) return 'no object';
  return ['name', 'categoryId'].some((field) => value[field] === undefined || value[field] === null)
    ? 'missing'
    : 'wrong type';
}

/** Answers refused bodies of some kinds in another way. */
function refusing(kinds: readonly Kind[], change: (answer: Answer, request: PetRequest) => Answer): Hooks {
  return answeringCreate(400, (answer, request) =>
    kinds.includes(kindOf(request)) ? change(answer, request) : answer,
  );
}

function as(status: number, message = 'the pet is not valid') {
  return (answer: Answer) => withBody({ ...answer, status }, errorAnswer(status, 'invalid', message).body);
}

const FAILED = as(500, 'something went wrong');

const ALL: readonly Kind[] = ['missing', 'wrong type', 'no object', 'malformed'];

/** Whether a program that prints any value can print the fields of a body: an object that has its own `toString` may lack what prints it. */
function isPrintable(body: unknown): boolean {
  const fields = body !== undefined && isJsonObject(body) ? Object.values(body) : [];
  return !fields.some((value) => isJsonObject(value) && Object.hasOwn(value, 'toString'));
}

/** How bodies that must be refused are refused. */
export const createRefusalDefects: Readonly<Record<string, Defect>> = {
  'missing-422': { says: 'a missing field gets 422', breaks: ['CREATE-5'], ...refusing(['missing'], as(422)) },
  'missing-500': { says: 'a missing field gets 500', breaks: ['CREATE-5', 'ERR-7'], ...refusing(['missing'], FAILED) },
  'null-field-500': {
    says: 'a field of null gets 500',
    breaks: ['CREATE-5', 'ERR-7'],
    ...refusing(['missing'], (answer, request) => (textOf(request.body).includes('null') ? FAILED(answer) : answer)),
  },
  'wrong-type-422': {
    says: 'a value of the wrong type gets 422',
    breaks: ['CREATE-6'],
    ...refusing(['wrong type'], as(422)),
  },
  'wrong-type-500': {
    says: 'a value of the wrong type gets 500',
    breaks: ['CREATE-6', 'ERR-7'],
    ...refusing(['wrong type'], FAILED),
  },
  'unprintable-value-500': {
    says: 'the message of an error has the value in it, and fails on one that cannot be printed',
    breaks: ['CREATE-6', 'ERR-7'],
    ...refusing(['wrong type'], (answer, request) =>
      isPrintable(readJson(textOf(request.body))) ? answer : FAILED(answer),
    ),
  },
  'line-breaks-400': {
    says: 'a body is read line by line, and one of several lines is rejected',
    breaks: ['CREATE-1'],
    readNewPet: (core, body) =>
      textOf(body).includes('\n') ? refuse(400, 'malformed', 'the body is not JSON') : core(body),
  },
  'wrong-type-502': {
    says: 'a value of the wrong type ends the worker, and the gateway says 502',
    breaks: ['ERR-3'],
    ...refusing(['wrong type'], as(502, 'bad gateway')),
  },
  'category-beyond-int64-500': {
    says: 'a categoryId beyond int64 gets 500',
    breaks: ['CREATE-6', 'ERR-7'],
    ...refusing(['wrong type'], (answer, request) =>
      /"categoryId"\s*:\s*-?\d{19,}/.test(textOf(request.body)) ? FAILED(answer) : answer,
    ),
  },
  'unknown-status-404': {
    says: 'a status that does not exist gets 404',
    breaks: ['CREATE-6'],
    ...refusing(['wrong type'], (answer, request) => (hasUnknownStatus(request.body) ? as(404)(answer) : answer)),
  },
  'no-object-500': {
    says: 'JSON that is not an object gets 500',
    breaks: ['CREATE-7', 'ERR-7'],
    ...refusing(['no object'], FAILED),
  },
  'null-body-500': {
    says: 'null instead of an object gets 500',
    breaks: ['CREATE-7'],
    ...refusing(['no object'], (answer, request) => (textOf(request.body) === 'null' ? FAILED(answer) : answer)),
  },
  'null-body-closes': {
    says: 'null instead of an object ends the connection without a response',
    breaks: ['ERR-3', 'CREATE-7'],
    remembering: () => {
      const fatal = new WeakSet<IncomingMessage>();
      return {
        operate: (core, request, around) => {
          if (textOf(request.body) === 'null') fatal.add(request.incoming);
          return core(request, around);
        },
        ...hangingUp((_answer, incoming) => fatal.has(incoming)),
      };
    },
  },
  'array-body-422': {
    says: 'an array instead of an object gets 422',
    breaks: ['CREATE-7'],
    ...refusing(['no object'], (answer, request) =>
      isJsonArray(readJson(textOf(request.body))) ? as(422)(answer) : answer,
    ),
  },
  'no-body-500': {
    says: 'a creation without a body gets 500',
    breaks: ['CREATE-7'],
    ...refusing(['malformed'], (answer, request) => (textOf(request.body) === '' ? FAILED(answer) : answer)),
  },
  'malformed-500': {
    says: 'a body that is not JSON gets 500',
    breaks: ['CREATE-7', 'ERR-7'],
    ...refusing(['malformed'], FAILED),
  },
  'malformed-empty-400': {
    says: 'a body that is not JSON gets 400 without a body',
    breaks: ['ERR-1'],
    ...refusing(['malformed'], (answer) => withBody(withHeader(answer, 'Content-Type'), '')),
  },
  'malformed-html': {
    says: 'a body that is not JSON gets 400 with the page of the framework',
    breaks: ['JSON-1', 'ERR-1'],
    ...refusing(['malformed'], (answer) => withBody(answer, '<!doctype html><pre>SyntaxError</pre>', 'text/html')),
  },
  'malformed-framework-400': {
    says: 'a body that is not JSON gets 400 with an object of the framework',
    breaks: ['ERR-1'],
    ...refusing(['malformed'], (answer) =>
      withBody(answer, '{"timestamp":"2026-11-21T12:00:00Z","error":"Bad Request","status":400,"path":"/v1/pets"}'),
    ),
  },
  'create-400-text': {
    says: 'a refused creation gets plain text',
    breaks: ['JSON-1', 'ERR-1'],
    ...answeringCreate(400, (answer) => withBody(answer, 'Bad Request', 'text/plain')),
  },
  'create-400-list-of-faults': {
    says: 'a refused creation gets a list of its faults instead of an Error',
    breaks: ['ERR-1'],
    ...answeringCreate(400, (answer) => withBody(answer, '{"errors":[{"field":"name","message":"is required"}]}')),
  },
  'create-400-status-422': {
    says: 'the status in the Error of a refused creation is 422',
    breaks: ['ERR-2'],
    ...answeringCreate(400, (answer) => withObject(answer, (error) => ({ ...error, status: 422n }))),
  },
  'create-400-message-array': {
    says: 'the message of a refused creation is an array',
    breaks: ['ERR-1'],
    ...answeringCreate(400, (answer) => withObject(answer, (error) => ({ ...error, message: [error['message']] }))),
  },
  'create-400-closes': {
    says: 'a refused creation ends the connection without a response',
    breaks: ['ERR-3', 'CREATE-5', 'CREATE-6', 'CREATE-7', 'ERR-7'],
    ...hangingUp(({ status }, { method }) => status === 400 && method === 'POST'),
  },
  'create-all-500': {
    says: 'an error handler turns every refusal of a creation into 500',
    breaks: ['CREATE-5', 'CREATE-6', 'CREATE-7', 'ERR-7', 'ERR-3'],
    ...refusing(ALL, FAILED),
  },
  'bare-201': { says: 'a 201 comes without the three headers', breaks: ['RATE-1'], ...bare(201) },
  'bare-create-400': { says: 'a refused creation comes without the three headers', breaks: ['RATE-1'], ...bare(400) },
};

function bare(status: number): Hooks {
  return answeringCreate(status, withoutRateLimit);
}
