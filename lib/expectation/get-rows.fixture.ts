import { aGet, DATES } from './request.fixture.ts';
import { blamed, HOSTILE_HEADERS, type Row } from './row.fixture.ts';

const after = { asOf: DATES.removed };
const onTheDay = { asOf: DATES['removal-day'] };

/** The specification of getPet, request by request. */
export const GET_ROWS: Record<string, Row> = {
  'a known pet': {
    request: (p) => aGet('1', p),
    regularity: 'documented',
    allows: [200, 404, 429],
    shapes: { 200: 'Pet', 404: 'Error' },
    blames: { ...blamed('GET-1'), other: 'ERR-3' },
    doubtful: [403],
    besides401: [],
    doubtfulBesides401: [404],
  },
  'an unknown pet': {
    request: (p) => aGet('-9223372036854775808', p),
    regularity: 'documented',
    allows: [200, 404, 429],
    shapes: { 200: 'Pet', 404: 'Error' },
    blames: { ...blamed('GET-2'), other: 'ERR-3' },
    doubtful: [403],
    besides401: [404],
  },
  'a known pet with a query': {
    isBeside: true,
    request: (p) => aGet('1?x=1', p),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pet', 404: 'Error' },
    blames: blamed('ERR-3'),
  },
  'a known pet with an odd header': {
    request: (p) => aGet('1', { ...p, ...HOSTILE_HEADERS }),
    regularity: 'hostile',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pet', 404: 'any' },
    blames: { ...blamed('ERR-3'), other: 'ERR-7' },
  },
  'a pet spelled 007': {
    request: (p) => aGet('007', p),
    regularity: 'open',
    allows: [200, 'elsewhere', 'refusal'],
    shapes: { 200: 'Pet', 404: 'any' },
    blames: blamed('ERR-3'),
  },
  'a petId beyond int64': {
    request: (p) => aGet('9223372036854775808', p),
    regularity: 'documented',
    allows: ['elsewhere', 'refusal'],
    shapes: { 404: 'any' },
    blames: { ...blamed('GET-3'), other: 'ERR-3' },
  },
  'a very long petId': {
    request: (p) => aGet('x'.repeat(100), p),
    regularity: 'hostile',
    allows: ['elsewhere', 'refusal'],
    blames: { ...blamed('GET-3'), other: 'ERR-7' },
    doubtful: [200],
  },
  'a petId that may be a route': {
    request: (p) => aGet('search', p),
    regularity: 'documented',
    allows: ['elsewhere', 'refusal'],
    blames: { ...blamed('GET-3'), other: 'ERR-3' },
    doubtful: [200],
  },
  'a petId with a suffix': {
    request: (p) => aGet('7.json', p),
    regularity: 'documented',
    allows: ['elsewhere', 'refusal'],
    blames: { ...blamed('GET-3'), other: 'ERR-3' },
    doubtful: [200],
  },
  'several petIds': {
    request: (p) => aGet('7,8', p),
    regularity: 'documented',
    allows: ['elsewhere', 'refusal'],
    blames: { ...blamed('GET-3'), other: 'ERR-3' },
    doubtful: [200],
  },
  'a known pet on the day': {
    request: (p) => aGet('1', p),
    knowledge: onTheDay,
    regularity: 'documented',
    allows: [200, 'elsewhere', 'refusal', 501],
    shapes: { 200: 'any', 404: 'any' },
    blames: blamed('ERR-3'),
  },
  'a petId beyond int64 on the day': {
    request: (p) => aGet('9223372036854775808', p),
    knowledge: onTheDay,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    blames: { ...blamed('GET-3'), other: 'ERR-3' },
  },
  'a known pet after the removal': {
    request: (p) => aGet('1', p),
    knowledge: after,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    shapes: { 404: 'any' },
    blames: { ...blamed('GET-4'), other: 'ERR-3' },
  },
  'an unknown pet after the removal': {
    request: (p) => aGet('99', p),
    knowledge: after,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    blames: { ...blamed('GET-4'), other: 'ERR-3' },
  },
  'an odd petId after the removal': {
    request: (p) => aGet('7.5', p),
    knowledge: after,
    regularity: 'documented',
    allows: ['elsewhere', 'refusal', 501],
    blames: { ...blamed('GET-3'), other: 'ERR-3' },
  },
};
