import { LosslessNumber } from 'lossless-json';
import { errorAnswer, withHeader, withObject } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonArray, isJsonObject, readJson, writeJson, type JsonObject } from '../server-json.ts';
import type { NewPet } from '../pet.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { addresses } from '../request.ts';
import type { Variant } from './variant.ts';

const textOfBody = (body: Uint8Array | undefined): string => new TextDecoder().decode(body);

/** Reads a body after its text was changed. */
function rewriting(change: (text: string) => string): Hooks {
  return { readNewPet: (core, body) => core(Buffer.from(change(textOfBody(body)))) };
}

/** Reads a body after the documented fields of the object in it were changed; a body that is none stays as it is. */
function changing(change: (fields: JsonObject) => JsonObject): Hooks {
  return rewriting((text) => {
    const fields = readJson(text);
    return isJsonObject(fields) ? writeJson(change(documented(fields))) : text;
  });
}

/** The documented fields: what else was sent may be nested too deeply to be written again. */
function documented(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => DOCUMENTED.has(name)));
}

const DOCUMENTED: ReadonlySet<string> = new Set(['name', 'categoryId', 'status']);

/** Refuses pets that the core takes. */
function refusing(message: string, isRefused: (newPet: NewPet, text: string) => boolean): Hooks {
  return {
    readNewPet: (core, body) => {
      const newPet = core(body);
      return !isRefusal(newPet) && isRefused(newPet, textOfBody(body)) ? refuse(400, 'VALIDATION', message) : newPet;
    },
  };
}

/** Refuses what the core refuses too, in another way. */
function refusedAs(code: string, message: (text: string) => string): Hooks {
  return {
    answer: (answer, request) =>
      answer.status === 400 && addresses(request, 'createPet')
        ? withObject(answer, (error) => ({ ...error, code, message: message(textOfBody(request.body)) }))
        : answer,
  };
}

/** A whole number, however it is spelled: 12.0, 1.2e1. */
function byValue(value: unknown): unknown {
  const number = value instanceof LosslessNumber ? Number(value.value) : Number.NaN;
  return Number.isSafeInteger(number) ? BigInt(number) : value;
}

/** A creation without a status gets one. */
function defaulting(status: NonNullable<NewPet['status']>): Hooks {
  return { create: (core, newPet, store) => core({ status, ...newPet }, store) };
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** What is taken in a creation beyond what must be, what is refused, and how. */
export const leniencyVariants: Readonly<Record<string, Variant>> = {
  'names-of-any-length': {
    says: 'a name may be empty, and of any length',
    readNewPet: (core, body) => {
      const fields = readJson(textOfBody(body));
      if (!isJsonObject(fields) || typeof fields['name'] !== 'string') return core(body);
      const newPet = core(Buffer.from(writeJson({ ...documented(fields), name: 'any' })));
      return isRefusal(newPet) ? newPet : { ...newPet, name: fields['name'] };
    },
  },
  'names-up-to-100': {
    says: 'names of more than 100 characters are refused',
    ...refusing('name: at most 100 characters', ({ name }) => name.length > 100),
  },
  'names-in-letters': {
    says: 'names of other characters than letters, digits, blanks and hyphens of any script are refused',
    ...refusing('name: letters only', ({ name }) => !/^[\p{L}\p{M}\p{N} -]+$/u.test(name)),
  },
  'names-without-markup': {
    says: 'names with angle brackets or quotes are refused',
    ...refusing('name: no markup', ({ name }) => /[<>"']/.test(name)),
  },
  'integers-by-value': {
    says: 'a categoryId of 12.0 or 1.2e1 is treated as 12',
    closeTo: ['CREATE-6'],
    ...changing((fields) => ({ ...fields, categoryId: byValue(fields['categoryId']) })),
  },
  'status-null-is-none': {
    says: 'a status of null is taken as none',
    closeTo: ['CREATE-6'],
    ...changing(({ status, ...fields }) => (status === null || status === undefined ? fields : { ...fields, status })),
  },
  'text-after-passed-over': {
    says: 'what follows the object in a body is not read',
    closeTo: ['CREATE-7'],
    ...rewriting((text) => text.replace(/^(\{[^{}]*\}).+$/s, '$1')),
  },
  'surrogates-replaced': {
    says: 'half a surrogate pair in a name becomes a replacement character',
    readNewPet: (core, body) => core(Buffer.from(textOfBody(body).replaceAll(String.raw`\ud800`, '\ufffd'))),
  },
  'codings-refused': {
    says: 'a body in a content coding gets 415 in plain text',
    operate: (core, request, around) => {
      if (request.incoming.headers['content-encoding'] === undefined) return core(request, around);
      return withHeader(errorAnswer(415, 'x', 'x'), 'Content-Type', 'text/plain');
    },
  },
  'trailing-comma-taken': {
    says: 'a comma too much at the end of an object does no harm',
    closeTo: ['CREATE-7'],
    ...rewriting((text) => text.replace(/,\s*\}\s*$/, '}')),
  },
  'byte-order-mark-taken': {
    says: 'a byte order mark before the body is ignored',
    readNewPet: (core, body) =>
      core(body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body),
    answer: (answer) => withHeader(answer, 'Accept-Post', 'application/json'),
  },
  'last-of-keys-twice': {
    says: 'of a key given twice the last value counts',
    closeTo: ['CREATE-11'],
    ...rewriting((text) => {
      try {
        const parsed: unknown = JSON.parse(text);
        const isTwice = readJson(text) === undefined && isJsonObject(parsed);
        return isTwice ? writeJson(documented(Object.fromEntries(Object.entries(parsed).map(integers)))) : text;
      } catch {
        return text;
      }
    }),
  },
  'created-sold': {
    says: 'a pet that was added without a status is sold',
    closeTo: ['CREATE-9'],
    ...defaulting('sold'),
  },
  'extra-fields-kept': {
    says: 'fields that are not documented are kept unless they have fields of their own, and shown wherever the pet is',
    remembering: () => {
      const extras = new Map<bigint, JsonObject>();
      let sent: JsonObject = {};
      return {
        operate: (core, request, around) => {
          const fields = addresses(request, 'createPet') ? readJson(textOfBody(request.body)) : undefined;
          sent = isJsonObject(fields) ? shallow(fields) : {};
          return core(request, around);
        },
        create: (core, newPet, store) => {
          const pet = core(newPet, store);
          extras.set(pet.id, sent);
          return pet;
        },
        show: (core, pet, where) => ({ ...extras.get(pet.id), ...core(pet, where) }),
      };
    },
  },
  'categories-refused-by-name': {
    says: 'only categories below 10 exist, and the message of the refusal repeats what was sent',
    ...refusing('categoryId: no such category', ({ categoryId }) => categoryId < 0n || categoryId > 9n),
    ...refusedAs('VALIDATION', (text) => `cannot read <${text.slice(0, 200)}>`),
    seed: (core, count, seed) =>
      core(count, seed).map((pet) => ({ ...pet, categoryId: pet.categoryId < 10n ? pet.categoryId : 9n })),
  },
  'categories-of-a-double': {
    says: 'categories beyond 2^53 are refused, and all others are taken',
    closeTo: ['JSON-3'],
    ...refusing('categoryId: too large', ({ categoryId }) => categoryId > SAFE || categoryId < -SAFE),
    seed: (core, count, seed) =>
      core(count, seed).map((pet) => ({ ...pet, categoryId: pet.categoryId > SAFE ? 9n : pet.categoryId })),
  },
  'messages-in-german': {
    says: 'messages are in another language, with letters beyond ASCII',
    ...refusedAs('ungültig', () => 'Der Körper der Anfrage enthält ungültige Werte – „name“ fehlt'),
  },
  'media-types-of-json': {
    says: 'a body needs application/json in UTF-8 or no Content-Type at all, and other ones get 415 in HTML',
    operate: (core, request, around) => {
      const type = request.incoming.headers['content-type'] ?? 'application/json';
      if (!addresses(request, 'createPet') || /^application\/json(; *charset="?utf-8"?)?$/i.test(type))
        return core(request, around);
      const refused = errorAnswer(415, 'x', 'x');
      return { ...withHeader(refused, 'Content-Type', 'text/html'), body: Buffer.from('<h1>415</h1>') };
    },
  },
  'bodies-up-to-8-kb': {
    says: 'a body of more than 8 kB gets 413',
    operate: (core, request, around) =>
      (request.body?.length ?? Infinity) > 8_192 ? errorAnswer(413, 'too_large', 'send less') : core(request, around),
  },
  'nesting-up-to-20': {
    says: 'a body that is nested too deeply gets 413',
    operate: (core, request, around) =>
      /\[{20}/.test(textOfBody(request.body)) ? errorAnswer(413, 'too_deep', 'nest less') : core(request, around),
  },
};

/** The fields whose values are texts, numbers or truth values. */
function shallow(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isJsonObject(value) && !isJsonArray(value)));
}

/** What JSON.parse makes of an integer, as the core reads it. */
function integers([key, value]: [string, unknown]): [string, unknown] {
  return [key, typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value];
}
