import { headerValue, headerValues, type SentRequest } from '../evidence/exchange.ts';
import { readSurroundings } from '../expectation/request.ts';
import { dimension, odd, type Declared, type Dimension } from './dimension.ts';

const LONG = 1_000;

/** One thing about the headers of a request: a request has all that are true of it. */
type Trait = readonly [id: string, is: (request: SentRequest) => boolean];

const TRAITS: readonly Trait[] = [
  ['given twice', ({ headers }) => headerValues(headers, 'X-Petvet').length > 1],
  ['very long', ({ headers }) => headers.some(([, value]) => value.length > LONG)],
  ['an unusual Accept', ({ headers }) => /;\s*q=x/.test(headerValue(headers, 'Accept') ?? '')],
  ['an unusual Accept-Language', ({ headers }) => /[^ -~]/.test(headerValue(headers, 'Accept-Language') ?? '')],
  ['an unusual condition', ({ headers }) => headerValue(headers, 'If-None-Match') !== undefined],
  ['an unusual Cookie', ({ headers }) => /[%"]/.test(headerValue(headers, 'Cookie') ?? '')],
  ['an unusual Range', ({ headers }) => headerValue(headers, 'Range') !== undefined],
];

const OF_BODIES: readonly Trait[] = [
  ['Content-Type twice', ({ headers }) => headerValues(headers, 'Content-Type').length > 1],
  ['no Content-Type', ({ headers }) => headerValue(headers, 'Content-Type') === undefined],
  ['an unknown charset', ({ headers }) => /charset=(?!"?utf-8)/i.test(headerValue(headers, 'Content-Type') ?? '')],
  [
    'another Content-Type',
    ({ headers }) => /^(?!application\/json)/i.test(headerValue(headers, 'Content-Type') ?? 'application/json'),
  ],
  ['a broken gzip', ({ headers }) => headerValue(headers, 'Content-Encoding') === 'gzip'],
  [
    'an unknown Content-Encoding',
    ({ headers }) => !['gzip', undefined].includes(headerValue(headers, 'Content-Encoding')),
  ],
  ['in chunks', ({ headers }) => headerValue(headers, 'Transfer-Encoding') !== undefined],
];

const USUAL: Declared<string> = { id: 'the usual ones', is: (id) => id === 'usual' };

/** What is true of a request; what is odd in another way lies in no partition. */
function traitsOf(traits: readonly Trait[], request: SentRequest): readonly string[] {
  const found = traits.filter(([, is]) => is(request)).map(([id]) => id);
  if (found.length > 0) return found;
  return readSurroundings(request).length === 0 ? ['usual'] : ['otherwise'];
}

function named(traits: readonly Trait[]): readonly Declared<string>[] {
  return [USUAL, ...traits.map(([id]) => odd<string>(id, (one) => one === id))];
}

/** Headers that no service needs to look at. Source: specification, section 7. */
export const HEADERS: Dimension = dimension<string>({
  operation: 'any',
  name: 'headers',
  reveals: ['ERR-7'],
  values: ({ request }) => traitsOf(TRAITS, request),
  partitions: named(TRAITS),
});

/** What a body is said to be. Source: specification, section 4.2. */
export const BODY_HEADERS: Dimension = dimension<string>({
  operation: 'createPet',
  name: 'headers of the body',
  reveals: ['CREATE-11', 'ERR-7'],
  needs: ['writes'],
  values: ({ request }) => traitsOf(OF_BODIES, request),
  partitions: named(OF_BODIES),
});
