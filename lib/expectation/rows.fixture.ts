import type { SentRequest } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import type { BodyShape, JudgeKnowledge, Regularity } from './expectation.ts';
import { aCreation, aGet, aList, aRequest, DATES, VALID_NEW_PET, type RequestParts } from './request.fixture.ts';

/** Statuses of every class that a service may answer; what a row does not allow must be blamed on a rule it names. */
export const STATUSES = [
  200, 201, 204, 206, 302, 304, 400, 401, 403, 404, 405, 410, 413, 415, 422, 429, 500, 501, 503,
] as const;

/** A request with a valid key: what is allowed, which rule each other class breaks, what is doubtful. */
export interface Row {
  readonly request: (parts: RequestParts) => SentRequest;
  readonly knowledge?: Partial<JudgeKnowledge>;
  readonly regularity: Regularity;
  /** Exact statuses, or `refusal` for any 4xx and `elsewhere` for any 3xx. */
  readonly allows: readonly (number | 'refusal' | 'elsewhere')[];
  readonly shapes?: Readonly<Record<number, BodyShape>>;
  readonly blames: { readonly success: RuleId; readonly refusal: RuleId; readonly other: RuleId };
  readonly doubtful?: readonly number[];
  /** Without a valid key: the statuses allowed besides 401 and 429, where nothing else is wrong; absent where any refusal may win. */
  readonly besides401?: readonly number[];
  /** Something is beside what is asked for, and nothing wrong. */
  readonly isBeside?: true;
}

const hostile: RequestParts = { headers: [['X-Odd', 'a\u0001b']] };
const after = { asOf: DATES.removed };
const onTheDay = { asOf: DATES['removal-day'] };
const GUESSED = [400, 403, 404, 409, 410, 422, 424];

const list = { success: 'ERR-3', refusal: 'ERR-3', other: 'ERR-3' } as const;
const create = { success: 'CREATE-1', refusal: 'CREATE-1', other: 'ERR-3' } as const;
const openCreate = { success: 'CREATE-1', refusal: 'ERR-3', other: 'ERR-3' } as const;
const all = (rule: RuleId) => ({ success: rule, refusal: rule, other: rule });

/** The specification, request by request. */
export const ROWS: Record<string, Row> = {
  'a list': {
    request: (p) => aList('', p),
    regularity: 'documented',
    allows: [200, 429],
    shapes: { 200: 'Pets' },
    blames: list,
    doubtful: [403],
    besides401: [],
  },
  'a list with a status': {
    request: (p) => aList('status=sold', p),
    regularity: 'documented',
    allows: [200, 429],
    shapes: { 200: 'Pets' },
    blames: list,
    doubtful: [403],
    besides401: [],
  },
  'a list with a limit': {
    request: (p) => aList('limit=5', p),
    regularity: 'documented',
    allows: [200, 429],
    shapes: { 200: 'Pets' },
    blames: { ...list, refusal: 'LIST-2' },
    doubtful: [403],
    besides401: [],
  },
  'a list with limit 0': {
    request: (p) => aList('limit=0', p),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pets', 400: 'any' },
    blames: list,
  },
  'a list with an unknown status': {
    request: (p) => aList('status=x', p),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pets' },
    blames: list,
  },
  'a list with a NUL': {
    request: (p) => aList('status=%00', p),
    regularity: 'hostile',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pets' },
    blames: { ...list, other: 'ERR-7' },
  },
  'a conditional list': {
    request: (p) => aList('', { ...p, headers: [['If-None-Match', '"x"']] }),
    regularity: 'open',
    allows: [200, 201, 204, 206, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pets', 304: 'any' },
    blames: list,
  },

  'a creation': {
    request: (p) => aCreation(VALID_NEW_PET, p),
    regularity: 'documented',
    allows: [201, 429],
    shapes: { 201: 'Pet' },
    blames: create,
    doubtful: [403],
    besides401: [],
  },
  'a creation in the configured category': {
    request: (p) => aCreation('{"name":"Rex","categoryId":9}', p),
    knowledge: { categoryId: 9n },
    regularity: 'documented',
    allows: [201, 429],
    blames: create,
    doubtful: [403],
    besides401: [],
  },
  'a creation in a guessed category': {
    request: (p) => aCreation('{"name":"Rex","categoryId":8}', p),
    regularity: 'documented',
    allows: [201, 429],
    shapes: { 201: 'Pet' },
    blames: create,
    doubtful: GUESSED,
    besides401: [],
  },
  'a creation with an unknown field': {
    request: (p) => aCreation('{"name":"Rex","categoryId":7,"age":3}', p),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 201: 'Pet', 400: 'Error', 422: 'any' },
    blames: openCreate,
  },
  'a creation with 12.0': {
    request: (p) => aCreation('{"name":"Rex","categoryId":12.0}', p),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 400: 'Error' },
    blames: openCreate,
  },
  'a creation in a lenient dialect': {
    request: (p) => aCreation('{"name":"Rex","categoryId":7,}', p),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 400: 'Error' },
    blames: { ...openCreate, other: 'CREATE-7' },
  },
  'a creation with a status of null': {
    request: (p) => aCreation('{"name":"Rex","categoryId":7,"status":null}', p),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 400: 'Error' },
    blames: { ...openCreate, other: 'CREATE-6' },
  },
  'a creation with duplicate keys': {
    request: (p) => aCreation('{"name":"Rex","name":"Max","categoryId":7}', p),
    regularity: 'hostile',
    allows: [201, 'refusal'],
    shapes: { 400: 'Error' },
    blames: { ...openCreate, other: 'ERR-7' },
  },
  'a creation with an odd header': {
    request: (p) => aCreation(VALID_NEW_PET, { ...p, ...hostile }),
    regularity: 'hostile',
    allows: [201, 'refusal'],
    shapes: { 400: 'any' },
    blames: { ...openCreate, other: 'ERR-7' },
  },
  'a creation in chunks': {
    request: (p) => aCreation(VALID_NEW_PET, { ...p, headers: [['Transfer-Encoding', 'chunked']] }),
    regularity: 'hostile',
    allows: [201, 'refusal'],
    shapes: { 411: 'any' },
    blames: { ...openCreate, other: 'ERR-7' },
  },
  'a form': {
    request: (p) => aCreation('name=Rex', { ...p, headers: [['Content-Type', 'application/x-www-form-urlencoded']] }),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 400: 'Error' },
    blames: openCreate,
  },
  'a creation whose body was not recorded': {
    request: (p) => aRequest({ ...p, method: 'POST', body: { kind: 'not-recorded' } }),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 201: 'Pet', 400: 'Error' },
    blames: openCreate,
  },

  'a missing name': {
    request: (p) => aCreation('{"categoryId":7}', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: all('CREATE-5'),
    doubtful: [403],
  },
  'a wrong type': {
    request: (p) => aCreation('{"name":5,"categoryId":7}', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: all('CREATE-6'),
    doubtful: [403],
  },
  'a cut-off body': {
    request: (p) => aCreation('{"name":"Rex"', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: all('CREATE-7'),
    doubtful: [403],
  },
  'an empty body': {
    request: (p) => aCreation('', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: all('CREATE-7'),
    doubtful: [403],
  },
  'no body and no media type': {
    request: (p) => aRequest({ ...p, method: 'POST' }),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: all('CREATE-7'),
    doubtful: [403, 411, 415],
  },
  'a wrong type as text/plain': {
    request: (p) => aCreation('{"name":5,"categoryId":7}', { ...p, headers: [['Content-Type', 'text/plain']] }),
    regularity: 'open',
    allows: ['refusal'],
    shapes: { 400: 'Error', 415: 'any' },
    blames: { ...all('CREATE-6'), other: 'ERR-3' },
  },
  'a wrong type with a preference': {
    request: (p) => aCreation('{"name":5,"categoryId":7}', { ...p, headers: [['Prefer', 'return=minimal']] }),
    regularity: 'open',
    allows: ['refusal'],
    blames: { ...all('CREATE-6'), other: 'ERR-3' },
  },
  'a huge category': {
    request: (p) => aCreation(`{"name":"Rex","categoryId":${'9'.repeat(500)}}`, p),
    regularity: 'hostile',
    allows: ['refusal'],
    shapes: { 400: 'Error' },
    blames: { ...all('CREATE-6'), other: 'ERR-7' },
  },

  'a known animal': {
    request: (p) => aGet('1', p),
    regularity: 'documented',
    allows: [200, 404, 429],
    shapes: { 200: 'Pet', 404: 'Error' },
    blames: { ...all('GET-1'), other: 'ERR-3' },
    doubtful: [403],
    besides401: [],
  },
  'an unknown animal': {
    request: (p) => aGet('-9223372036854775808', p),
    regularity: 'documented',
    allows: [200, 404, 429],
    shapes: { 200: 'Pet', 404: 'Error' },
    blames: { ...all('GET-2'), other: 'ERR-3' },
    doubtful: [403],
    besides401: [404],
  },
  'a list with a parameter that is none': {
    request: (p) => aRequest({ ...p, target: '/pets?limit=5&fields=id' }),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pets' },
    blames: list,
    isBeside: true,
  },
  'a known animal with a query': {
    isBeside: true,
    request: (p) => aGet('1?x=1', p),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pet', 404: 'Error' },
    blames: list,
  },
  'a known animal with an odd header': {
    request: (p) => aGet('1', { ...p, ...hostile }),
    regularity: 'hostile',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pet', 404: 'any' },
    blames: { ...list, other: 'ERR-7' },
  },
  'an animal spelled 007': {
    request: (p) => aGet('007', p),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pet', 404: 'any' },
    blames: list,
  },
  'a petId beyond int64': {
    request: (p) => aGet('9223372036854775808', p),
    regularity: 'documented',
    allows: ['elsewhere', 'refusal'],
    shapes: { 404: 'any' },
    blames: { ...all('GET-3'), other: 'ERR-3' },
  },
  'a very long petId': {
    request: (p) => aGet('x'.repeat(100), p),
    regularity: 'hostile',
    allows: ['elsewhere', 'refusal'],
    blames: { ...all('GET-3'), other: 'ERR-7' },
    doubtful: [200],
  },
  'a petId that may be a route': {
    request: (p) => aGet('search', p),
    regularity: 'documented',
    allows: ['elsewhere', 'refusal'],
    blames: { ...all('GET-3'), other: 'ERR-3' },
    doubtful: [200],
  },
  'a known animal on the day': {
    request: (p) => aGet('1', p),
    knowledge: onTheDay,
    regularity: 'documented',
    allows: [200, 'elsewhere', 'refusal', 501],
    shapes: { 200: 'Pet', 404: 'any' },
    blames: list,
  },
  'a petId beyond int64 on the day': {
    request: (p) => aGet('9223372036854775808', p),
    knowledge: onTheDay,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    blames: { ...all('GET-3'), other: 'ERR-3' },
  },
  'a known animal after the removal': {
    request: (p) => aGet('1', p),
    knowledge: after,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    shapes: { 404: 'any' },
    blames: { ...all('GET-4'), other: 'ERR-3' },
  },
  'an unknown animal after the removal': {
    request: (p) => aGet('99', p),
    knowledge: after,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    blames: { ...all('GET-4'), other: 'ERR-3' },
  },
  'an odd petId after the removal': {
    request: (p) => aGet('7.5', p),
    knowledge: after,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    blames: { ...all('GET-3'), other: 'ERR-3' },
  },
};
