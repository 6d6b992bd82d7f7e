import { aCreation, aRequest, VALID_NEW_PET } from './request.fixture.ts';
import { blamed, HOSTILE_HEADERS, type Row } from './row.fixture.ts';

const create = { success: 'CREATE-1', refusal: 'CREATE-1', other: 'ERR-3' } as const;
const GUESSED = [400, 403, 404, 409, 410, 422, 424];
const openCreate = { success: 'CREATE-1', refusal: 'ERR-3', other: 'ERR-3' } as const;

/** The specification of createPet, request by request. */
export const CREATION_ROWS: Record<string, Row> = {
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
  'a creation with punctuation that a filter may take for an attack': {
    request: (p) => aCreation('{"name":"<b>Rex","categoryId":7}', p),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 201: 'Pet', 400: 'any', 403: 'any' },
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
    request: (p) => aCreation(VALID_NEW_PET, { ...p, ...HOSTILE_HEADERS }),
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
  'a missing name': {
    request: (p) => aCreation('{"categoryId":7}', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: blamed('CREATE-5'),
    doubtful: [403],
  },
  'a wrong type': {
    request: (p) => aCreation('{"name":5,"categoryId":7}', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: blamed('CREATE-6'),
    doubtful: [403],
  },
  'a cut-off body': {
    request: (p) => aCreation('{"name":"Rex"', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: blamed('CREATE-7'),
    doubtful: [403],
  },
  'an empty body': {
    request: (p) => aCreation('', p),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: blamed('CREATE-7'),
    doubtful: [403],
  },
  'a wrong type as text/plain': {
    request: (p) => aCreation('{"name":5,"categoryId":7}', { ...p, headers: [['Content-Type', 'text/plain']] }),
    regularity: 'open',
    allows: ['refusal'],
    shapes: { 400: 'Error', 415: 'any' },
    blames: { ...blamed('CREATE-6'), other: 'ERR-3' },
  },
  'a wrong type with a preference': {
    request: (p) => aCreation('{"name":5,"categoryId":7}', { ...p, headers: [['Prefer', 'return=minimal']] }),
    regularity: 'open',
    allows: ['refusal'],
    blames: { ...blamed('CREATE-6'), other: 'ERR-3' },
  },
  'a huge category': {
    request: (p) => aCreation(`{"name":"Rex","categoryId":${'9'.repeat(500)}}`, p),
    regularity: 'hostile',
    allows: ['refusal'],
    shapes: { 400: 'Error' },
    blames: { ...blamed('CREATE-6'), other: 'ERR-7' },
  },

  'a creation whose body was not recorded': {
    request: (p) => aRequest({ ...p, method: 'POST', body: { kind: 'not-recorded' } }),
    regularity: 'open',
    allows: [201, 'refusal'],
    shapes: { 201: 'Pet', 400: 'Error' },
    blames: openCreate,
  },

  'no body and no media type': {
    request: (p) => aRequest({ ...p, method: 'POST' }),
    regularity: 'documented',
    allows: [400, 429],
    shapes: { 400: 'Error' },
    blames: blamed('CREATE-7'),
    doubtful: [403, 411, 415],
  },
};
