import { onceFor } from '../evidence/once-for.ts';
import type { Operation } from '../contract/operations.ts';
import { PAGE, isPetStatus } from '../contract/pets.ts';
import { headerValue, headerValues, type SentRequest } from '../evidence/exchange.ts';
import { beyondUsualHttp, hasFurtherWord } from '../evidence/refused-in-front.ts';
import type { Caller, PageExpectation } from './expectation.ts';
import type { Oddity } from './oddity.ts';
import { changesPath, percentDecoded, readPetId, type PetIdReading } from './pet-id.ts';

/**
 * The documented operation that a method and a path address, and the petId segment where there is one. None for a path
 * that a service may normalise into another one, and for a method that a header overrides.
 */
export function readOperation(request: SentRequest): { operation?: Operation; petId?: PetIdReading } {
  const { method, target, headers } = request;
  const { path } = splitTarget(target);
  if (OVERRIDES.some((name) => headerValue(headers, name) !== undefined)) return {};
  if (path === '/pets') {
    if (method === 'GET') return { operation: 'listPets' };
    return method === 'POST' ? { operation: 'createPet' } : {};
  }
  const segment = /^\/pets\/([^/]+)$/.exec(path)?.[1];
  if (segment === undefined || method !== 'GET' || changesPath(segment)) return {};
  return { operation: 'getPet', petId: readPetId(segment) };
}

/** No client needs more; services that read them all may be slow, or fail. */
const MANY_PARAMETERS = 100;

/** What the query of a list request means, and what in it is not documented. Source: section 4.1. */
export function readListQuery(target: string): { page: PageExpectation; oddities: Oddity[] } {
  const oddities: Oddity[] = [];
  const parameters = readParameters(target);
  const named = (name: string) => parameters.filter((parameter) => parameter.name === name);

  const limits = named('limit');
  const limit = limits.length === 1 ? documentedLimit(limits[0]?.raw ?? '') : undefined;
  if (limits.length > 1)
    oddities.push({ kind: 'hostile', what: `limit is given ${limits.length} times`, observedBy: 'LIST-5' });
  else if (limits[0] !== undefined && limit === undefined) oddities.push(oddValue('limit', limits[0], 'LIST-5'));

  const statuses = named('status');
  const [status] = statuses;
  const wanted = statuses.length === 1 && isPetStatus(status?.raw) ? status.raw : undefined;
  if (statuses.length > 1)
    oddities.push({ kind: 'hostile', what: `status is given ${statuses.length} times`, observedBy: 'LIST-8' });
  else if (status !== undefined && wanted === undefined) oddities.push(oddValue('status', status, 'LIST-8'));

  for (const { name, spelled } of parameters) {
    if (name !== 'limit' && name !== 'status')
      oddities.push({
        kind: 'open',
        what: `parameter ${quoted(name)} is not documented`,
        isBeside: true,
        parameter: name,
      });
    else if (spelled !== name) oddities.push({ kind: 'open', what: `parameter ${name} is spelled ${quoted(spelled)}` });
  }
  if (parameters.length > MANY_PARAMETERS) oddities.push({ kind: 'hostile', what: 'there are very many parameters' });
  const plain = limits.length === 0 && oddities.every(({ observedBy }) => observedBy !== undefined);
  return { page: { atMost: pageSize(limit, plain), limit, plain, status: wanted }, oddities };
}

/** The path and the query of a target; a fragment, which does not belong there, is cut off. */
export function splitTarget(target: string): { path: string; query: string | undefined } {
  const whole = target.split('#', 1)[0] ?? '';
  const at = whole.indexOf('?');
  return at < 0 ? { path: whole, query: undefined } : { path: whole.slice(0, at), query: whole.slice(at + 1) };
}

function pageSize(limit: number | undefined, plain: boolean): number {
  if (limit !== undefined) return limit;
  return plain ? PAGE.default : PAGE.maximum;
}

function documentedLimit(raw: string): number | undefined {
  if (!/^[1-9]\d{0,2}$/.test(raw)) return undefined;
  const limit = Number(raw);
  return limit >= PAGE.minimum && limit <= PAGE.maximum ? limit : undefined;
}

function oddValue(name: 'limit' | 'status', parameter: Parameter, observedBy: 'LIST-5' | 'LIST-8'): Oddity {
  const { raw, value } = parameter;
  const hostile = value.length > 64 || hasHostileCharacters(value) || /^[+-]?\d{16,}$/.test(value);
  const documented = documentedLimit(value) !== undefined || isPetStatus(value);
  const what = documented ? `${name} is spelled ${quoted(raw)}` : `${name} is ${quoted(value)}`;
  const sort = name === 'limit' && !documented ? sortOfLimit(value) : undefined;
  return { kind: hostile ? 'hostile' : 'open', what, observedBy, ...(sort !== undefined && { sort }) };
}

/** What kind of number an undocumented limit is; undefined for what is not an integer. */
function sortOfLimit(value: string): string | undefined {
  if (!/^[+-]?\d+$/.test(value)) return undefined;
  if (value.length > 16) return 'limit of very many digits';
  return Number(value) < PAGE.minimum ? `limit below ${PAGE.minimum}` : `limit above ${PAGE.maximum}`;
}

/** What in the headers, the size and the body placement of a request is outside the documented interface. Read once for each request. */
export const readSurroundings: (request: SentRequest) => readonly Oddity[] = onceFor(surroundingsOf);

function surroundingsOf(request: SentRequest): readonly Oddity[] {
  const { headers, method, body } = request;
  const oddities: Oddity[] = [];
  const odd = (what: string, kind: Oddity['kind'] = 'open') => oddities.push({ kind, what });
  for (const what of beyondUsualHttp(request)) odd(what, 'hostile');
  const accept = headerValue(headers, 'Accept');
  if (accept !== undefined && !acceptsJson(accept)) odd(`Accept is ${quoted(accept)}`);
  const codings = headerValue(headers, 'Accept-Encoding');
  if (codings !== undefined && /(identity|\*)\s*;\s*q=0(\.0*)?\s*(,|$)/i.test(codings))
    odd(`Accept-Encoding is ${quoted(codings)}`);
  for (const name of CHANGES_THE_ANSWER) {
    const value = headerValue(headers, name);
    if (value !== undefined) odd(`header ${name} is ${quoted(value)}`);
  }
  const cookie = headerValue(headers, 'Cookie');
  if (cookie !== undefined && !COOKIES.test(cookie)) odd(`Cookie is ${quoted(cookie)}`);
  const hasBody = body.kind !== 'none' && body.kind !== 'not-recorded' && body.bytes.length > 0;
  if (hasBody && method !== 'POST') odd('a body where none is documented');
  if (method === 'POST' && hasBody && !saysJson(request)) {
    const contentType = headerValue(headers, 'Content-Type');
    const what = `Content-Type is ${contentType === undefined ? 'missing' : quoted(contentType)}`;
    const kind = isKnownCharset(contentType ?? '') ? 'open' : 'hostile';
    oddities.push({ kind, what, observedBy: 'CREATE-11' });
  }
  return oddities;
}

/** Source: RFC 6265, section 4.2.1, with the blanks and separators in values that services are used to. */
const COOKIES = /^[\w!#$%&'*+.^`|~-]+=[^;]*(;\s*[\w!#$%&'*+.^`|~-]+=[^;]*)*;?\s*$/;

/** Whether the charset of a media type, if it names one, is one that exists. */
function isKnownCharset(mediaType: string): boolean {
  const label = /charset="?([^";\s]*)/i.exec(mediaType)?.[1];
  try {
    return label === undefined || new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Headers that may make a service treat a request as one of another method or path. */
const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Original-URL', 'X-Rewrite-URL'];

/** Headers for which HTTP itself allows another successful answer than the documented one: 206, 304, 202 and the like. */
const ASKS_FOR_ANOTHER = [
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'If-Unmodified-Since',
  'If-Range',
  'Prefer',
  'Upgrade',
];

/** Headers for which HTTP itself allows, or requires, another answer than the documented one. */
const CHANGES_THE_ANSWER = [...OVERRIDES, ...ASKS_FOR_ANOTHER, 'Expect', 'Content-Encoding', 'Accept-Charset'];

/** Whether a request is conditional, partial, or states a preference, so that other successful answers are allowed. */
export function asksForAnotherAnswer({ headers }: SentRequest): boolean {
  return ASKS_FOR_ANOTHER.some((name) => headerValue(headers, name) !== undefined);
}

/** Whether the headers say that a body is something else than JSON as it stands: another media type, or a coding. */
export function bodyIsOtherThanJson({ headers }: SentRequest): boolean {
  const mediaType = headerValue(headers, 'Content-Type');
  const coding = headerValue(headers, 'Content-Encoding') ?? 'identity';
  return (mediaType !== undefined && !/json/i.test(mediaType)) || !/^identity$/i.test(coding);
}

/** Whether plain JSON is among what a client accepts, and is not excluded by name. Source: RFC 9110, section 12.5.1. */
function acceptsJson(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, refused: parameters.some((one) => /^q\s*=\s*0(\.0*)?$/.test(one)), parameters };
  });
  const plain = ranges.filter(({ parameters }) => parameters.every((one) => /^(q\s*=|charset=)/.test(one)));
  for (const wanted of ['application/json', 'application/*', '*/*']) {
    const range = plain.find(({ type }) => type === wanted);
    if (range !== undefined) return !range.refused;
  }
  return false;
}

/** Whether a request says that its body is the documented kind of JSON. */
export function saysJson({ headers }: SentRequest): boolean {
  const contentType = headerValue(headers, 'Content-Type') ?? '';
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType);
}

/**
 * Whether, and how, a request identifies its caller. A valid key counts only in the bearer scheme.
 * Source: section 5; rules AUTH-1, AUTH-2, AUTH-6.
 */
export function readCaller(request: SentRequest): Caller {
  const values = headerValues(request.headers, 'Authorization');
  switch (request.credential) {
    case 'none':
      return values.length === 0 ? 'missing' : 'invalid';
    case 'wrong':
      return 'invalid';
    case 'primary':
    case 'second':
      return callerWithKey(values);
    default:
      return 'unknown';
  }
}

/** Foreign traffic may lack the header, or have its value removed, and still be known to be authenticated. */
function callerWithKey(values: readonly string[]): Caller {
  const [value] = values;
  if (value === undefined) return 'valid';
  if (values.length > 1 || value.includes(',')) return 'unknown';
  if (/^Bearer \S+$/.test(value)) return 'valid';
  if (/^\s*bearer\s+\S+\s*$/i.test(value) || hasFurtherWord([['Authorization', value]])) return 'lenient';
  return /\{(primary|second)\}/.test(value) ? 'invalid' : 'valid';
}

/** The parameters of a target's query, in their order. */
export function readParameters(target: string): readonly Parameter[] {
  return (splitTarget(target).query ?? '')
    .split('&')
    .filter((part) => part !== '')
    .map(readParameter);
}

/** A parameter of a query: its name as meant and as written, its value as written and as meant. */
export interface Parameter {
  readonly name: string;
  readonly spelled: string;
  readonly raw: string;
  readonly value: string;
}

function readParameter(part: string): Parameter {
  const at = part.indexOf('=');
  const raw = at < 0 ? '' : part.slice(at + 1);
  const spelled = at < 0 ? part : part.slice(0, at);
  return { name: formDecoded(spelled), spelled, raw, value: formDecoded(raw) };
}

/** In a query most readers take `+` for a blank. */
function formDecoded(text: string): string {
  return percentDecoded(text.replaceAll('+', ' ')) ?? text;
}

function hasHostileCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text) || /[^\u0000-\u007f]/.test(text) || !text.isWellFormed();
}

/** A text from a request in quotes, as a report shows it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
