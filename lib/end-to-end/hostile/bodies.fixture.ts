import { altering, HOSTILE_KEY, type HostileService, type PlainAnswer, type Turn } from './raw-service.fixture.ts';

/** A service that answers a list with this, and everything else as it should. */
function listing(name: string, body: (turn: Turn) => string, more: Partial<HostileService> = {}): HostileService {
  const answer = altering((turn) => (turn.plain.body.startsWith('[') ? { body: body(turn) } : {}));
  return { name, answer, statuses: [1], report: true, ...more };
}

function answering(
  name: string,
  alter: (turn: Turn) => Partial<PlainAnswer>,
  statuses: readonly number[] = [1],
): HostileService {
  return { name, answer: altering(alter), statuses, report: true };
}

/** Odd, and allowed: extra members, any string as a name, other pets each time. */
const IN_ORDER = { statuses: [0] };

/** No page of pets, but deeper than a judge need look: it may be passed over, if that is said. */
const TOO_DEEP = { statuses: [0, 1] };

const pet = (id: number | string, more = '') => `{"id":${id},"name":"a","categoryId":1,"status":"sold"${more}}`;

/** Services whose bodies and statuses are hostile, in HTTP that is right. */
export const BODIES: readonly HostileService[] = [
  listing(
    'an object of 30,000 members',
    () => `[${pet(1, Array.from({ length: 30_000 }, (_, at) => `,"m${at}":1`).join(''))}]`,
    { ...IN_ORDER, requests: 3 },
  ),
  listing('an array 20,000 deep', () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`, TOO_DEEP),
  listing('an object 20,000 deep', () => `[${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}]`, TOO_DEEP),
  listing('a list of 1 MB', () => `[${Array.from({ length: 20_000 }, (_, at) => pet(at)).join(',')}]`, { requests: 3 }),
  listing('a name of 1 MB', () => `[{"id":1,"name":"${'n'.repeat(1_000_000)}","categoryId":1}]`, {
    ...IN_ORDER,
    requests: 3,
  }),
  listing('duplicate keys', () => '[{"id":1,"id":"two","name":"a","name":null,"categoryId":1}]'),
  listing('huge numbers', () => `[${pet(`1${'0'.repeat(5_000)}`)},${pet('1e400')},${pet('-1e-400')}]`),
  listing('keys of prototypes', () => '[{"__proto__":{"id":1},"constructor":1,"id":1,"toString":2}]'),
  listing('lone surrogates', () => String.raw`[{"id":1,"name":"\ud800","categoryId":1}]`, IN_ORDER),
  listing('control characters', () => '[{"id":1,"name":"\u001b[2J\u0007\u0000","categoryId":1}]'),
  listing('ids that change', ({ number }) => `[${pet(number * 1_000)}]`, IN_ORDER),
  {
    ...listing(
      'a list that grows',
      ({ number }) => `[${Array.from({ length: number * 50 }, (_, at) => pet(at)).join(',')}]`,
    ),
    requests: 40,
  },
  listing('null', () => 'null'),
  listing('nothing but blanks', () => ' '.repeat(100_000)),
  answering('invalid UTF-8 as latin1', () => ({ body: '["\u00ff\u00fe"]', headers: { 'Content-Type': 'text/plain' } })),
  answering('redirects in a loop', ({ target }) => ({ status: 302, headers: { Location: target } })),
  answering('redirects with the key', () => ({
    status: 307,
    headers: { Location: `http://127.0.0.1:1/?k=${HOSTILE_KEY}` },
  })),
  answering('204 for everything', () => ({ status: 204, body: '' })),
  answering('304 for everything', () => ({ status: 304, body: '' })),
  answering('500 for everything', () => ({ status: 500 })),
  { ...answering('503 for everything', () => ({ status: 503 }), [2]), report: false },
  answering('the key in every error', ({ authorization }) => ({
    body: `{"message":${JSON.stringify(authorization)}}`,
  })),
  answering('the key in a header', ({ authorization }) => ({ headers: { 'X-Echo': authorization } }), [0]),
  answering('another media type each time', ({ number }) => ({ headers: { 'Content-Type': `a/b${number};;=` } })),
  { ...answering('401 for everything', () => ({ status: 401 }), [2]), report: false },
  // Enough to come to what is sent without a key, which needs a 401.
  {
    ...answering('403 from the fourth request on', ({ number }) => (number > 3 ? { status: 403 } : {}), [1]),
    requests: 28,
  },
];
