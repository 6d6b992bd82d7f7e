import type { Operation } from '../contract/operations.ts';
import { INT64, PAGE, isInt64, isPetStatus } from '../contract/pets.ts';
import { headerValue, headerValues, type SentRequest } from '../evidence/exchange.ts';
import type { Caller, PageExpectation, PetIdReading } from './expectation.ts';
import type { Oddity } from './oddity.ts';

/** A request target longer than this may be refused with 414; RFC 9110, section 4.1 recommends 8000 octets. */
const LONG_TARGET = 2_000;

/** A header value longer than this may be refused with 431. */
const LONG_HEADER = 2_000;

/** The documented operation that a method and a path address, and the petId segment where there is one. */
export function readOperation({ method, target }: SentRequest): { operation?: Operation; petId?: PetIdReading } {
  const path = target.split('?', 1)[0] ?? '';
  if (path === '/pets') {
    if (method === 'GET') return { operation: 'listPets' };
    return method === 'POST' ? { operation: 'createPet' } : {};
  }
  const segment = /^\/pets\/([^/]+)$/.exec(path)?.[1];
  if (segment === undefined || method !== 'GET') return {};
  return { operation: 'getPet', petId: readPetId(segment) };
}

/** What a path segment says when it is read as a petId. Source: section 4.3; rules GET-2 and GET-3. */
export function readPetId(segment: string): PetIdReading {
  const text = decoded(segment.replaceAll('+', '%2B'));
  if (/^(0|-?[1-9]\d{0,18})$/.test(segment) && isInt64(BigInt(segment))) return { kind: 'int64', id: BigInt(segment) };
  const number = /^[+-]?\d+(\.0*)?(e\+?0+)?$/i.test(text.trim())
    ? BigInt(
        text
          .trim()
          .replace(/^\+/, '')
          .replace(/[.e].*$/i, ''),
      )
    : undefined;
  if (number !== undefined && number >= INT64.minimum && number <= INT64.maximum) return { kind: 'spelling', text };
  return { kind: 'not-int64', text };
}

/** What the query of a list request asks for, and what in it is not documented. Source: section 4.1. */
export function readListQuery(target: string): { page: PageExpectation; oddities: Oddity[] } {
  const oddities: Oddity[] = [];
  const query = target.includes('?') ? (target.slice(target.indexOf('?') + 1).split('#', 1)[0] ?? '') : '';
  const parameters = query
    .split('&')
    .filter((part) => part !== '')
    .map(readParameter);
  const named = (name: string) => parameters.filter((parameter) => parameter.name === name);

  const limits = named('limit');
  const limit = limits.length === 1 ? documentedLimit(limits[0]?.raw ?? '') : undefined;
  if (limits.length > 1)
    oddities.push({ kind: 'open', what: `limit is given ${limits.length} times`, observedBy: 'LIST-5' });
  else if (limits.length === 1 && limit === undefined)
    oddities.push(oddValue('limit', limits[0]?.value ?? '', 'LIST-5'));

  const statuses = named('status');
  const [status] = statuses;
  const wanted = statuses.length === 1 && isPetStatus(status?.raw) ? status.raw : undefined;
  if (statuses.length > 1)
    oddities.push({ kind: 'open', what: `status is given ${statuses.length} times`, observedBy: 'LIST-8' });
  else if (status !== undefined && wanted === undefined) oddities.push(oddValue('status', status.value, 'LIST-8'));

  for (const { name } of parameters) {
    if (name !== 'limit' && name !== 'status')
      oddities.push({ kind: 'open', what: `parameter ${quoted(name)} is not documented` });
  }
  const plain = limits.length === 0;
  const others = oddities.some(({ observedBy }) => observedBy === undefined);
  return {
    page: { atMost: pageSize(limit, plain && !others), limit, plain: plain && !others, status: wanted },
    oddities,
  };
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

function oddValue(name: 'limit' | 'status', value: string, observedBy: 'LIST-5' | 'LIST-8'): Oddity {
  const hostile = value.length > 64 || hasHostileCharacters(value) || /^[+-]?\d{16,}$/.test(value);
  return { kind: hostile ? 'hostile' : 'open', what: `${name} is ${quoted(value)}`, observedBy };
}

/** What in the headers, the size and the body placement of a request is outside the documented interface. */
export function readSurroundings(request: SentRequest): Oddity[] {
  const { headers, target, method, body } = request;
  const oddities: Oddity[] = [];
  const odd = (what: string, kind: Oddity['kind'] = 'open') => oddities.push({ kind, what });
  if (target.length > LONG_TARGET) odd('the request target is very long', 'hostile');
  if (hasHostileCharacters(decoded(target)) || /%(?![\da-f]{2})/i.test(target))
    odd('the request target has odd characters', 'hostile');
  if (target.includes('#')) odd('the request target has a fragment', 'hostile');
  if (headers.some(([, value]) => value.length > LONG_HEADER)) odd('a header is very long', 'hostile');
  if (headers.some(([, value]) => /[^\t\u0020-\u007e]/.test(value))) odd('a header has odd characters', 'hostile');
  if (headers.length > 60) odd('there are very many headers', 'hostile');
  for (const name of ['Authorization', 'Content-Type', 'Content-Length', 'Host']) {
    if (headerValues(headers, name).length > 1) odd(`header ${name} is given twice`, 'hostile');
  }
  const accept = headerValue(headers, 'Accept');
  if (
    accept !== undefined &&
    !/(^|,)\s*(\*\/\*|application\/(json|\*))\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i.test(accept)
  )
    odd(`Accept is ${quoted(accept)}`);
  for (const name of CHANGES_THE_ANSWER) {
    const value = headerValue(headers, name);
    if (value !== undefined) odd(`header ${name} is ${quoted(value)}`);
  }
  const hasBody = body.kind !== 'none' && body.kind !== 'not-recorded' && body.bytes.length > 0;
  if (hasBody && method !== 'POST') odd('a body where none is documented');
  if (method === 'POST' && hasBody && !isPlainJson(headerValue(headers, 'Content-Type'))) {
    oddities.push({
      kind: 'open',
      what: `Content-Type is ${quoted(headerValue(headers, 'Content-Type') ?? 'missing')}`,
      observedBy: 'CREATE-11',
    });
  }
  if (hasBody && body.bytes.length > LONG_BODY) odd('the body is very long', 'hostile');
  return oddities;
}

/** A body longer than this may be refused with 413. */
const LONG_BODY = 8_192;

/** Headers by which HTTP itself allows, or asks for, another answer than the documented one. */
const CHANGES_THE_ANSWER = [
  'Expect',
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'If-Unmodified-Since',
  'If-Range',
  'Prefer',
  'X-HTTP-Method-Override',
  'Content-Encoding',
  'Upgrade',
  'Accept-Charset',
  'Accept-Language',
  'Transfer-Encoding',
  'TE',
];

function isPlainJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType);
}

/** Whether, and how, a request shows who calls. Source: section 5; rules AUTH-1, AUTH-2, AUTH-6. */
export function readCaller(request: SentRequest): Caller {
  const values = headerValues(request.headers, 'Authorization');
  switch (request.credential) {
    case 'unknown':
      return 'unknown';
    case 'none':
      return values.length === 0 ? 'missing' : 'invalid';
    case 'wrong':
      return 'invalid';
    default:
      if (values.length > 1) return 'unknown';
      return values.length === 0 || /^Bearer [^\s]+$/.test(values[0] ?? '') ? 'valid' : 'lenient';
  }
}

function readParameter(part: string): { name: string; raw: string; value: string } {
  const at = part.indexOf('=');
  const raw = at < 0 ? '' : part.slice(at + 1);
  return { name: decoded(at < 0 ? part : part.slice(0, at)), raw, value: decoded(raw) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function hasHostileCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text) || /[^\u0000-\u007f]/.test(text) || !text.isWellFormed();
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
