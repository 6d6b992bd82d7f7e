import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, CredentialRole, HeaderPair, SentRequest } from '../evidence/exchange.ts';
import { aCreation, aGet, aList, aRequest, utf8 } from '../expectation/request.fixture.ts';
import { covers } from './coverage.ts';
import { MODEL } from './index.ts';
import { keyOf, pairsOf } from './pairs.ts';
import { ROWS } from './rows.fixture.ts';
import { MOMENTS, type Surroundings } from './seen.ts';

const PARTITIONS = new Set(MODEL.flatMap((one) => one.partitions.map(({ id }) => keyOf(one, id))));
const PAIRS = pairsOf(MODEL);
const KEYS_OF_PAIRS = new Set(PAIRS.map(({ key }) => key));

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));

const targets = fc.oneof(
  anyText,
  anyText.map((text) => `/pets/${text}`),
  anyText.map((text) => `/pets?${text}`),
  fc.tuple(anyText, anyText).map(([limit, status]) => `/pets?limit=${limit}&status=${status}`),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((id) => `/pets/${id}`),
);

const names = fc.constantFrom('Authorization', 'Content-Type', 'Accept', 'Accept-Language', 'Range', 'X-Petvet');

const bytes = fc.oneof(
  fc.json({ maxDepth: 3 }).map(utf8),
  fc
    .record({ name: fc.jsonValue(), categoryId: fc.jsonValue(), status: fc.jsonValue() }, { requiredKeys: [] })
    .map((value) => utf8(JSON.stringify(value))),
  anyText.map(utf8),
  fc.uint8Array({ maxLength: 60 }),
);

const bodies: fc.Arbitrary<Body> = fc.oneof(
  fc.constantFrom<Body>({ kind: 'none' }, { kind: 'not-recorded' }),
  bytes.map((some): Body => ({ kind: 'bytes', bytes: some })),
  bytes.map((some): Body => ({ kind: 'truncated', bytes: some, why: 'cut' })),
);

const anyRequest: fc.Arbitrary<SentRequest> = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'POST', 'HEAD'), anyText),
  target: targets,
  headers: fc.array(
    fc.tuple(fc.oneof(names, anyText), anyText).map((pair): HeaderPair => pair),
    { maxLength: 4 },
  ),
  body: bodies,
  credential: fc.constantFrom<CredentialRole>('primary', 'second', 'none', 'wrong', 'unknown'),
});

const anySurroundings: fc.Arbitrary<Surroundings> = fc.record(
  {
    moments: fc.subarray([...MOMENTS]),
    pet: fc.record({
      status: fc.constantFrom('sold', undefined),
      isOwn: fc.boolean(),
      place: fc.constantFrom('first', 'between', 'last'),
    }),
    largestId: fc.bigInt(),
    known: fc.constant(new Set([7n])),
  },
  { requiredKeys: ['moments'] },
);

describe('what a request covers', () => {
  it('is declared in the model, each once, whatever is sent', () => {
    fc.assert(
      fc.property(anyRequest, anySurroundings, (request, around) => {
        const { partitions, pairs } = covers(request, around);
        expect(partitions.filter((one) => !PARTITIONS.has(one))).toEqual([]);
        expect(pairs.filter((one) => !KEYS_OF_PAIRS.has(one))).toEqual([]);
        expect([new Set(partitions).size, new Set(pairs).size]).toEqual([partitions.length, pairs.length]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['no key', { credential: 'none' }],
    ['an invalid key', { credential: 'wrong' }],
  ] as const)('is nothing of the list with %s, neither in order nor odd, at no moment', (id, parts) => {
    const { partitions, pairs } = covers(aList('limit=5&status=adopted', parts), { moments: ['after an error'] });
    expect(partitions.filter((one) => one.startsWith('listPets'))).toEqual([`listPets caller: ${id}`]);
    expect(pairs).toEqual([]);
  });

  it.each<[string, SentRequest]>([
    ['another method', aRequest({ method: 'OPTIONS' })],
    ['another path', aRequest({ target: '/store/orders' })],
    ['another path for creations', aRequest({ method: 'POST', target: '/pets/7' })],
  ])('is nothing for %s', (_what, request) => {
    expect(covers(request, { moments: [] })).toEqual({ partitions: [], pairs: [] });
  });

  it.each<[string, SentRequest]>([
    ['a slash behind the path', aRequest({ target: '/pets/' })],
    ['a query of getPet', aGet('7?status=sold')],
    ['a query of createPet', aCreation(undefined, { target: '/pets?limit=5' })],
    ['a body of a GET', aList('limit=5', { text: '{}' })],
    ['another Accept', aList('limit=5', { headers: [['Accept', 'text/html']] })],
    ['a field that nobody knows', aCreation('{"name":"Rex","categoryId":7,"colour":"red"}')],
  ])('is no pair with %s', (_what, request) => {
    expect(covers(request, { moments: [] }).pairs).toEqual([]);
  });
});

describe('pairs', () => {
  it('are counted once each, of two dimensions', () => {
    expect(KEYS_OF_PAIRS.size).toBe(PAIRS.length);
    for (const { key, dimensions, of } of PAIRS)
      expect([key, new Set(dimensions).size, new Set(of).size]).toEqual([key, 2, 2]);
  });

  it('are of documented partitions only', () => {
    const kinds = new Map(
      MODEL.flatMap((one) => one.partitions.map(({ id, kind }) => [keyOf(one, id), kind] as const)),
    );
    expect(PAIRS.flatMap(({ of }) => of).filter((one) => kinds.get(one) !== 'documented')).toEqual([]);
  });

  it.each([
    ['listPets limit: absent', 'listPets order of limit and status'],
    ['listPets status: absent', 'listPets order of limit and status'],
    ['getPet status of the pet', 'getPet an unknown id'],
    ['getPet origin of the pet', 'getPet an unknown id'],
    ['getPet place among the pets seen', 'getPet an unknown id'],
    ['getPet size of a known id', 'getPet an unknown id'],
  ])('are not %s with %s', (one, other) => {
    const both = PAIRS.filter(({ of }) => [one, other].every((part) => of.some((key) => key.startsWith(part))));
    expect(both).toEqual([]);
  });

  it('of what is not odd come from the rows of their partitions', () => {
    const row = ROWS.get('listPets order of limit and status: limit first');
    expect(row && covers(row.request, row.around).pairs).toEqual([
      'listPets limit: 3 to 18 + listPets status: sold',
      'listPets limit: 3 to 18 + listPets order of limit and status: limit first',
      'listPets limit: 3 to 18 + listPets moment: after a success',
      'listPets status: sold + listPets order of limit and status: limit first',
      'listPets status: sold + listPets moment: after a success',
      'listPets order of limit and status: limit first + listPets moment: after a success',
    ]);
  });
});
