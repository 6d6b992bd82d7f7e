import { textOf, withBody, withHeader, withJson, withObject, type Answer } from '../answer.ts';
import { isJsonArray, isJsonObject, spelledNumber, type JsonObject } from '../server-json.ts';
import type { Hooks } from '../hooks.ts';
import { randomFrom } from '../random.ts';
import type { Variant } from './variant.ts';

/** Writes characters of the JSON text as escapes; outside strings there are none that match. */
function escaping(characters: RegExp, escape: (unit: string) => string): Hooks {
  return {
    answer: (answer) =>
      answer.body.length === 0 ? answer : withBody(answer, textOf(answer).replace(characters, escape)),
  };
}

const hex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0');

/** Gives errors more members, or others in their place. */
function errors(change: (error: JsonObject, answer: Answer) => unknown): Hooks {
  return { answer: (answer) => (answer.status >= 400 ? withObject(answer, (error) => change(error, answer)) : answer) };
}

function typed(type: string | undefined, isMeant: (answer: Answer) => boolean = () => true): Hooks {
  return { answer: (answer) => (isMeant(answer) ? withHeader(answer, 'Content-Type', type) : answer) };
}

/** How else JSON may be written, and what else may be in it. */
export const spellingVariants: Readonly<Record<string, Variant>> = {
  'json-in-ascii': {
    says: 'letters beyond ASCII, slashes and ampersands are written as escapes',
    ...escaping(/[\u0080-\uffff/&<>']/g, (unit) => `\\u${hex(unit).toUpperCase()}`),
  },
  'json-names-escaped': {
    says: 'the first letter of every name and text is written as an escape',
    ...escaping(/(?<=[{,:[]")[a-z](?=\w*")/gi, (unit) => `\\u${hex(unit)}`),
  },
  'members-by-chance': {
    says: 'members come in an order of chance',
    closeTo: ['LIST-1'],
    remembering: () => {
      const random = randomFrom(41);
      const shuffled = (value: unknown) =>
        isJsonObject(value) ? Object.fromEntries(random.shuffled(Object.entries(value))) : value;
      return {
        answer: (answer) => withJson(answer, (value) => (isJsonArray(value) ? value.map(shuffled) : shuffled(value))),
      };
    },
  },
  'status-of-error-with-point': {
    says: 'the status of an Error is written as 404.0',
    closeTo: ['ERR-2'],
    ...errors((error) => ({ ...error, status: spelledNumber(`${String(error['status'])}.0`) })),
  },
  'status-of-error-with-exponent': {
    says: 'the status of an Error is written as 4.04E+2',
    ...errors((error) => ({ ...error, status: spelledNumber(`${(Number(error['status']) / 100).toFixed(2)}E+2`) })),
  },
  'odd-pet-fields': {
    says: 'pets have more fields, with odd names and numbers beyond any range',
    show: (core, pet, where) => ({
      ...core(pet, where),
      '': 'empty',
      ID: 'upper',
      Status: 'SOLD',
      pet_id: spelledNumber(`${pet.id}.5`),
      weight: spelledNumber('1e400'),
      serial: spelledNumber('99999999999999999999999999'),
      parent: { id: 'none', status: 'unknown', name: null, categoryId: '7' },
      history: [[[[{ status: 'adopted' }]]]],
      constructor: 7,
    }),
  },
  'pets-with-links': {
    says: 'pets have links, which have an id and a status of their own',
    show: (core, pet, where) => ({
      _links: { self: { href: `/v1/pets/${pet.id}` } },
      id_str: `${pet.id}`,
      createdAt: '2024-02-30T25:61:00Z',
      deleted: false,
      ...core(pet, where),
    }),
  },
  'errors-with-path': {
    says: 'errors have a timestamp, the path of the request and a trace id, as a framework writes them',
    closeTo: ['ERR-5', 'AUTH-8'],
    ...errors((error) => ({
      timestamp: '2026-11-21T12:00:00.000+00:00',
      ...error,
      error: 'Request refused',
      path: '/v1/pets',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    })),
  },
  'errors-with-nested-error': {
    says: 'errors repeat themselves in a member of another form',
    closeTo: ['ERR-1'],
    ...errors((error) => ({ error: { ...error, status: String(error['status']) }, errors: [], ...error, data: null })),
  },
  'errors-as-problems': {
    says: 'errors are application/problem+json',
    closeTo: ['ERR-2'],
    ...typed('application/problem+json', ({ status }) => status >= 400),
  },
  'codes-in-digits': {
    says: 'codes are digits, and messages say what status it is',
    closeTo: ['ERR-6'],
    ...errors((error, { status }) => ({ ...error, code: `${status}00`, message: `HTTP ${status}` })),
  },
  'messages-very-long': {
    says: 'messages have 5000 characters, in several lines',
    closeTo: ['ERR-5'],
    ...errors((error) => ({ ...error, message: 'No.\n'.repeat(1_250) })),
  },
  'messages-empty': {
    says: 'messages are empty',
    warns: ['ERR-4'],
    ...errors((error) => ({ ...error, message: '' })),
  },
  'json-called-text': { says: 'the media type is text/json', warns: ['JSON-1'], ...typed('text/json; charset=utf-8') },
  'json-without-type': { says: 'no media type is named', closeTo: ['JSON-1'], warns: ['JSON-1'], ...typed(undefined) },
  'media-type-of-version': {
    says: 'the media type names a version and a charset in capitals',
    ...typed('application/vnd.pets.v1+json;charset=UTF-8;v="1,2"'),
  },
  'status-null-for-none': {
    says: 'a pet without a status shows null, and there are some',
    closeTo: ['LIST-1'],
    seed: (core, count, seed) =>
      core(count, seed).map(({ id, name, categoryId, status }, index) => ({
        id,
        name,
        categoryId,
        ...(status !== undefined && index % 6 !== 0 && { status }),
      })),
    show: (core, pet, where) => ({ ...core(pet, where), status: pet.status ?? null }),
  },
};
