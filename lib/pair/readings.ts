import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../contract/headers.ts';
import type { ExactJson, ExactObject } from '../evidence/exact-json.ts';
import { isExactArray, isExactObject, parseExactJson } from '../evidence/exact-json.ts';
import { headerValue, isSuccess } from '../evidence/exchange.ts';
import type { Seen } from './seen.ts';

/**
 * Whether a response uses a freedom. Undefined where it shows neither: an empty list has no order, and only a 429 has the body of one.
 */
export type Reading = (seen: Seen) => boolean | undefined;

/** How a response shows that its service uses a freedom, by the name of the freedom. */
export const READINGS: Readonly<Record<string, Reading>> = {
  'large-ids': ({ pets }) => some(pets, ({ id }) => !isHeldByADouble(id)),
  'negative-ids': ({ pets }) => some(pets, ({ id }) => typeof id === 'bigint' && id < 0n),
  'odd-categories': ({ others }) =>
    some(
      others,
      ({ categoryId }) => !isHeldByADouble(categoryId) || (typeof categoryId === 'bigint' && categoryId <= 0n),
    ),
  'absent-status': ({ pets }) => some(pets, (pet) => !Object.hasOwn(pet, 'status')),
  'created-pending': ({ request, operation, pets: [pet] }) => {
    if (operation !== 'createPet' || pet === undefined || !('bytes' in request.body)) return undefined;
    const sent = parseExactJson(new TextDecoder().decode(request.body.bytes));
    const isOpen = sent.ok && isExactObject(sent.value) && !Object.hasOwn(sent.value, 'status');
    return isOpen && Object.hasOwn(pet, 'status') ? pet['status'] !== 'available' : undefined;
  },
  'unordered-lists': ({ json, pets }) => {
    const ids = isExactArray(json) ? pets.flatMap(({ id }) => (typeof id === 'bigint' ? id : [])) : [];
    return ids.length < 2 ? undefined : ids.some((id, index) => id < (ids[index - 1] ?? id));
  },
  'linked-pages': ({ answer, operation, pets }) =>
    operation === 'listPets' && pets.length > 0
      ? /rel="?next/i.test(headerValue(answer.headers, 'Link') ?? '')
      : undefined,
  'more-pet-fields': ({ others }) => some(others, (pet) => Object.keys(pet).some((name) => !PET.includes(name))),
  'integers-with-point': ({ pets, text = '' }) =>
    pets.length === 0 ? undefined : /"(?:id|categoryId)"\s*:\s*-?\d+(?:\.|e)/i.test(text),
  'other-codes': ({ error }) => (typeof error?.['code'] === 'string' ? !CODES.includes(error['code']) : undefined),
  'more-error-fields': ({ error }) => error && Object.keys(error).some((name) => !ERROR.includes(name)),
  'reversed-members': ({ pets, error }) =>
    error ? !areInOrder(error, ERROR) : some(pets, (pet) => !areInOrder(pet, PET)),
  'indented-json': ({ json, text = '' }) => (json === undefined ? undefined : /\s/.test(text.replaceAll(STRINGS, ''))),
  // A control character has no other form.
  'escaped-json': ({ json, text = '' }) =>
    json === undefined
      ? undefined
      : Array.from(text.matchAll(/\\(?:u[\da-f]{4}|.)/gi), ([escape]) => escape).some(
          (escape) => escape === String.raw`\/` || /^\\u(?!00[01])/i.test(escape),
        ),
  'media-type-with-charset': ({ answer, json }) =>
    json === undefined ? undefined : headerValue(answer.headers, 'Content-Type') !== 'application/json',
  'empty-429': ({ answer, text }) => (answer.status === 429 ? text === undefined || text === '' : undefined),
  'html-429': ({ answer, text = '', error }) =>
    answer.status === 429 ? text !== '' && error === undefined : undefined,
  'retry-after-date': ({ answer }) => {
    const wait = answer.status === 429 ? headerValue(answer.headers, RETRY_AFTER) : undefined;
    return wait === undefined ? undefined : /[a-z]/i.test(wait);
  },
  'limit-of-the-day': ({ answer, at }) => {
    const reset = Number(headerValue(answer.headers, RATE_LIMIT_HEADERS.reset));
    if (!isSuccess(answer.status) || !(reset > 0)) return undefined;
    return reset * 1_000 - at > LONGEST_MINUTE_MS;
  },
  gzip: ({ request, answer }) => {
    if (headerValue(answer.headers, 'Content-Encoding') !== undefined) return true;
    return /gzip/i.test(headerValue(request.headers, 'Accept-Encoding') ?? '') ? false : undefined;
  },
  'more-headers': ({ answer }) => answer.headers.some(([name]) => !HEADERS.has(name.toLowerCase())),
  'slow-responses': ({ milliseconds }) => milliseconds >= SLOW_MS,
  'closed-connections': ({ answer }) => /close/i.test(headerValue(answer.headers, 'Connection') ?? ''),
  'lower-case-headers': ({ answer }) =>
    some(
      answer.headers.filter(([name]) => /^x-ratelimit-/i.test(name)),
      ([name]) => name === name.toLowerCase(),
    ),
  'chunked-bodies': ({ answer, text = '' }) =>
    text === '' ? undefined : headerValue(answer.headers, 'Content-Length') === undefined,
};

/** Freedoms that a service uses if most of its responses do: a single slow one is no choice, and each connection ends some day. */
export const USED_MOSTLY: readonly string[] = ['slow-responses', 'closed-connections'];

/** In the order in which the reference server, which every client was run against, has them. */
const PET = ['id', 'name', 'categoryId', 'status'];
const ERROR = ['code', 'message', 'status'];

/** The codes of the reference server. */
const CODES: readonly ExactJson[] = (
  'body_too_long gone invalid_body invalid_category_id invalid_json invalid_limit invalid_name invalid_status ' +
  'method_not_allowed not_found rate_limit_exceeded unauthorized unreadable_request'
).split(' ');

/** The documented headers, those of HTTP itself, and those that announce the end of getPet: the reference server has them, too. */
const HEADERS = new Set([
  ...Object.values(RATE_LIMIT_HEADERS).map((name) => name.toLowerCase()),
  ...'allow connection content-encoding content-length content-type date deprecation keep-alive link retry-after sunset transfer-encoding vary www-authenticate'.split(
    ' ',
  ),
]);

/** A Reset farther away is not that of a minute. */
const LONGEST_MINUTE_MS = 300_000;

/** Half of what a client is shown. */
const SLOW_MS = 100;

const STRINGS = /"(?:[^"\\]|\\.)*"/gs;

/** Undefined of nothing. */
function some<Item>(all: readonly Item[], is: (one: Item) => boolean): boolean | undefined {
  return all.length === 0 ? undefined : all.some(is);
}

function isHeldByADouble(value: ExactJson | undefined): boolean {
  return typeof value !== 'bigint' || BigInt(Number(value)) === value;
}

function areInOrder(object: ExactObject, order: readonly string[]): boolean {
  const known = Object.keys(object).filter((name) => order.includes(name));
  return known.every((name, index) => index === 0 || order.indexOf(name) > order.indexOf(known[index - 1] ?? ''));
}
