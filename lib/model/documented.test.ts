import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INT64 } from '../contract/pets.ts';
import type { HeaderPair, SentRequest } from '../evidence/exchange.ts';
import { expect as specified } from '../expectation/expect.ts';
import { aCreation, aGet, aList, knowing } from '../expectation/request.fixture.ts';
import { covers } from './coverage.ts';
import { MODEL } from './index.ts';
import { keyOf } from './pairs.ts';

const ODD = new Set(
  MODEL.flatMap((one) => one.partitions.filter(({ kind }) => kind === 'odd').map(({ id }) => keyOf(one, id))),
);

const RUNS = { numRuns: 1_000 };
const AROUND = { moments: [] };

const numbers = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '00',
    '007',
    '+5',
    '-0',
    '5.0',
    '5e1',
    '0x10',
    ' 5',
    '%35',
    '5%20',
    '1_0',
    '٣',
    '9007199254740993',
  ),
  fc.integer({ min: -3, max: 103 }).map(String),
  fc.bigInt({ min: INT64.minimum - 9n, max: INT64.maximum + 9n }).map(String),
  // A query that begins in the midst of a number is another request.
  fc.string({ maxLength: 5 }).filter((text) => !text.includes('?')),
);
const statuses = fc.constantFrom(
  'sold',
  'available',
  'pending',
  'Sold',
  'sol',
  '',
  'sold ',
  '%73old',
  'sold,sold',
  's%6fld',
);
const named = (...names: readonly string[]) => fc.constantFrom(...names);
const parameters = fc.oneof(
  fc.tuple(named('limit', 'limit', 'limit', 'lim%69t', 'Limit', 'limit[]'), numbers).map((pair) => pair.join('=')),
  fc.tuple(named('status', 'status', 'status', 'st%61tus', 'page', 'sort-by'), statuses).map((pair) => pair.join('=')),
);
const headers = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  fc
    .tuple(
      named(
        'Accept',
        'Accept-Language',
        'If-None-Match',
        'Prefer',
        'X-HTTP-Method-Override',
        'Range',
        'Origin',
        'Expect',
      ),
      named('application/json', '*/*', 'text/html', 'de', 'PUT', 'é', '100-continue'),
    )
    .map((pair): HeaderPair[] => [pair]),
);

const gets = fc.tuple(
  fc.oneof(
    fc.array(parameters, { maxLength: 3 }).map((all) => aList(all.join('&')).target),
    numbers.map((id) => aGet(id).target),
    fc.tuple(numbers, parameters).map(([id, query]) => `/pets/${id}?${query}`),
    fc.constantFrom('/pets/', '/pets?', '/pets/7/', '/pets//7', '/pets#7', '/Pets', '/pets/7#x'),
  ),
  headers,
);

const members = fc.oneof(
  fc.constantFrom(
    '"Rex"',
    '"a b"',
    '7',
    '7.0',
    '7e0',
    '-3',
    '0',
    'null',
    '"sold"',
    '"7"',
    '[]',
    '{"name":"Rex"}',
    '""',
    '"Zoë"',
  ),
  fc.bigInt({ min: INT64.minimum - 2n, max: INT64.maximum + 2n }).map(String),
  fc.stringMatching(/^[a-z]{1,9}$/).map((text) => `"${text}"`),
);
const creations = fc.tuple(
  fc
    .tuple(
      fc.oneof(fc.constant('"Rex"'), members),
      fc.oneof(fc.constantFrom('7', '7.0'), members),
      fc.oneof(fc.constantFrom('"sold"', ''), members),
      fc.constantFrom('', '', '"id":7', '"name":"Max"', '"Name":"Max"', '"tag":{}'),
      fc.constantFrom('', '', '', ' ', '}', '//'),
    )
    .map(([name, categoryId, status, more, behind]) => {
      const all = [`"name":${name}`, `"categoryId":${categoryId}`, status && `"status":${status}`, more];
      return `{${all.filter((one) => one !== '').join(',')}}${behind}`;
    }),
  headers,
);

/** Whether the specification demands a success: a list, a pet that is created or found, or a 404 for an int64. */
function isInOrder(request: SentRequest): boolean {
  const { regularity, newPet, petId, operation } = specified(request, knowing());
  if (operation === undefined || petId?.kind === 'not-int64') return false;
  return regularity === 'documented' && (newPet === undefined || newPet.kind === 'valid');
}

describe('what the specification documents', () => {
  it('is what covers a pair: of GETs nothing else does, and nothing of it is odd', () => {
    fc.assert(
      fc.property(gets, ([target, more]) => {
        const request = aList('', { target, headers: more });
        const { partitions, pairs } = covers(request, AROUND);
        const odd = partitions.filter((key) => ODD.has(key));
        expect([target, more, pairs.length > 0]).toEqual([target, more, isInOrder(request)]);
        expect([target, odd.length > 0 && isInOrder(request)]).toEqual([target, false]);
      }),
      RUNS,
    );
  });

  it('covers a pair where it is a creation, and where a pair is covered the body is a NewPet', () => {
    fc.assert(
      fc.property(creations, ([text, more]) => {
        const request = aCreation(text, { headers: more });
        const { partitions, pairs } = covers(request, AROUND);
        const [isPaired, isOdd] = [pairs.length > 0, partitions.some((key) => ODD.has(key))];
        const isNewPet = specified(request, knowing()).newPet?.kind === 'valid';
        expect([text, isInOrder(request) && !isPaired]).toEqual([text, false]);
        expect([text, isPaired && (isOdd || !isNewPet)]).toEqual([text, false]);
      }),
      RUNS,
    );
  });
});

it('an id between those that were seen covers nothing of unknown ones: a pet beyond the pages may have it', () => {
  const covered = ['1', '7', '8'].flatMap((id) => covers(aGet(id), { moments: [], largestId: 7n }).partitions);
  expect(covered.filter((key) => key.includes('an unknown id'))).toEqual([
    'getPet an unknown id: larger than any seen',
  ]);
});
