import { textOf, withBody, withHeader, withJson, withObject } from '../answer.ts';
import { readJson, spelledNumber, writeJson } from '../server-json.ts';
import type { Hooks } from '../hooks.ts';
import type { Pet } from '../pet.ts';
import type { Variant } from './variant.ts';

/** Spells the integers of a pet in another way. */
function spell(spelling: (integer: bigint) => string): Hooks {
  return {
    show: (core, pet, where) => ({
      ...core(pet, where),
      id: spelledNumber(spelling(pet.id)),
      categoryId: spelledNumber(spelling(pet.categoryId)),
    }),
  };
}

function mediaType(type: string): Hooks {
  return { answer: (answer) => withHeader(answer, 'Content-Type', type) };
}

/** Letters and slashes as escapes; JSON says that they are the same. Source: RFC 8259, section 7. */
function escaped(text: string): string {
  return text
    .replaceAll('/', String.raw`\/`)
    .replace(/(?<!\\)[lo](?=[^"]*"[,}])/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}

/** How JSON is written. */
export const bodyVariants: Readonly<Record<string, Variant>> = {
  'json-with-charset': { says: 'the media type names a charset', ...mediaType('application/json; charset=utf-8') },
  'json-with-profile': {
    says: 'the media type has capitals and a parameter in quotes',
    ...mediaType('Application/JSON ; profile="https://pets.example/v1"'),
  },
  'json-of-vendor': {
    says: 'the media type is one of the vendor',
    closeTo: ['JSON-1'],
    ...mediaType('application/vnd.pets+json'),
  },
  'json-indented': {
    says: 'bodies are indented and end with a line feed',
    answer: (answer) => withBody(answer, `${writeJson(readJson(textOf(answer)), 2)}\n`),
  },
  'json-escapes': {
    says: 'slashes and some letters are written as escapes',
    answer: (answer) => withBody(answer, escaped(textOf(answer))),
  },
  'integers-with-point': {
    says: 'integers are written as 7.0',
    closeTo: ['JSON-2'],
    ...spell((integer) => `${integer}.0`),
  },
  'integers-with-exponent': {
    says: 'integers are written as 7e0',
    closeTo: ['JSON-2'],
    ...spell((integer) => `${integer}e0`),
  },
  'more-pet-fields': {
    says: 'pets have more fields',
    closeTo: ['LIST-1'],
    show: (core, pet, where) => ({ ...core(pet, where), ...moreAbout(pet) }),
  },
  'members-reversed': {
    says: 'members come in another order',
    answer: (answer) =>
      withJson(answer, (value) =>
        Array.isArray(value) ? value.map((item: unknown) => reversed(item)) : reversed(value),
      ),
  },
  'more-error-fields': {
    says: 'errors have more fields',
    closeTo: ['ERR-1'],
    answer: (answer) =>
      answer.status >= 400
        ? withObject(answer, (error) => ({
            ...error,
            type: 'about:blank',
            details: [],
            requestId: '5f2c9a',
          }))
        : answer,
  },
};

function moreAbout({ id, categoryId }: Pet): Readonly<Record<string, unknown>> {
  return {
    tags: ['calm', 'house-trained'],
    photoUrls: [],
    category: { id: categoryId, name: `category ${categoryId}` },
    weight: spelledNumber('4.25'),
    owner: null,
    number: `${id}`,
  };
}

function reversed(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).toReversed()) : value;
}
