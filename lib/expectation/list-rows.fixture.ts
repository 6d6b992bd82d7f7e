import { aList, aRequest } from './request.fixture.ts';
import { blamed, type Row } from './row.fixture.ts';

const list = blamed('ERR-3');

/** The specification of listPets, request by request. */
export const LIST_ROWS: Record<string, Row> = {
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

  'a list with a parameter that is none': {
    request: (p) => aRequest({ ...p, target: '/pets?limit=5&fields=id' }),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pets' },
    blames: list,
    isBeside: true,
  },
};
