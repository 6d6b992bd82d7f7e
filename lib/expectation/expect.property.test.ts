import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, CredentialRole, HeaderPair, SentRequest } from '../evidence/exchange.ts';
import { expect as specified } from './expect.ts';
import { allowedBody, describeAllowed } from './expectation.ts';
import { violatedRules } from './rule-expectation.ts';
import { DATES, knowing, utf8, VALID_NEW_PET } from './request.fixture.ts';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

const targets = fc.oneof(
  fc.constantFrom(
    '/pets',
    '/pets?limit=5',
    '/pets?limit=5&status=sold',
    '/pets/1',
    '/pets/99',
    '/pets/x',
    '/pets/7.0',
    '/store/orders',
  ),
  anyText,
  anyText.map((text) => `/pets/${text}`),
  anyText.map((text) => `/pets?${text}`),
  fc.tuple(anyText, anyText).map(([limit, status]) => `/pets?limit=${limit}&status=${status}`),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((id) => `/pets/${id}`),
);

const names = fc.oneof(
  fc.constantFrom(
    'Authorization',
    'Content-Type',
    'Accept',
    'If-None-Match',
    'Prefer',
    'Content-Encoding',
    'X-HTTP-Method-Override',
  ),
  anyText,
);

const values = fc.oneof(
  fc.constantFrom('Bearer {primary}', 'bearer {primary}', 'application/json', 'text/plain', '*/*', 'gzip'),
  anyText,
);

const bytes = fc.oneof(
  fc.constant(utf8(VALID_NEW_PET)),
  fc.json({ maxDepth: 3 }).map(utf8),
  fc
    .record({ name: fc.jsonValue(), categoryId: fc.jsonValue(), status: fc.jsonValue() }, { requiredKeys: [] })
    .map((value) => utf8(JSON.stringify(value))),
  anyText.map(utf8),
  fc.nat({ max: VALID_NEW_PET.length }).map((cut) => utf8(VALID_NEW_PET.slice(0, cut))),
  fc.uint8Array({ maxLength: 60 }),
);

const bodies: fc.Arbitrary<Body> = fc.oneof(
  fc.constant<Body>({ kind: 'none' }),
  bytes.map((some): Body => ({ kind: 'bytes', bytes: some })),
  bytes.map((some): Body => ({ kind: 'truncated', bytes: some, why: 'cut' })),
  fc.constant<Body>({ kind: 'not-recorded' }),
);

const requests: fc.Arbitrary<SentRequest> = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'get', 'DELETE'), anyText),
  target: targets,
  headers: fc.array(
    fc.tuple(names, values).map((pair): HeaderPair => pair),
    { maxLength: 4 },
  ),
  body: bodies,
  credential: fc.constantFrom<CredentialRole>('primary', 'second', 'none', 'wrong', 'unknown'),
});

const knowledge = fc
  .record({ asOf: fc.oneof(fc.constantFrom(...Object.values(DATES)), anyText), writes: fc.boolean() })
  .map(knowing);

/** A creation without key, body and media type. */
const WITHOUT_ALL: SentRequest = {
  method: 'POST',
  target: '/pets',
  headers: [],
  body: { kind: 'none' },
  credential: 'none',
};

const RUNS = { numRuns: 1_000 };

describe('expect, on anything', () => {
  it('is total, and the same for the same', () => {
    fc.assert(
      fc.property(requests, knowledge, (request, known) => {
        expect(specified(structuredClone(request), known)).toEqual(specified(request, known));
      }),
      RUNS,
    );
  });

  it('always allows 429, never 500, and whatever it does not allow violates a rule', () => {
    fc.assert(
      fc.property(
        requests,
        knowledge,
        fc.oneof(fc.integer({ min: 100, max: 999 }), fc.double()),
        (request, known, status) => {
          const expectation = specified(request, known);
          expect(allowedBody(expectation, 429)).toBe('any');
          expect(allowedBody(expectation, 500)).toBeUndefined();
          expect(expectation.answers).not.toEqual([]);
          expect(violatedRules(expectation.rules, status).length > 0).toBe(
            allowedBody(expectation, status) === undefined,
          );
          expect(['Pets', 'Pet', 'Error', 'any', undefined]).toContain(allowedBody(expectation, status));
          expect(describeAllowed(expectation)).toMatch(/\d/);
        },
      ),
      RUNS,
    );
  });

  it('allows no success without a valid key on an operation, and a 401 always', () => {
    const keyless = requests.map((request): SentRequest => ({
      ...request,
      credential: request.credential === 'primary' ? 'none' : 'wrong',
    }));
    fc.assert(
      fc.property(keyless, knowledge, (request, known) => {
        const expectation = specified(request, known);
        expect(allowedBody(expectation, 401)).toBeDefined();
        if (expectation.operation === undefined) return;
        for (const status of [200, 201, 204, 206, 299]) expect(allowedBody(expectation, status)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('calls nothing that it allows doubtful', () => {
    fc.assert(
      fc.property(requests, knowledge, (request, known) => {
        const expectation = specified(request, known);
        for (const { status, because } of expectation.doubtful) {
          expect(allowedBody(expectation, status)).toBeUndefined();
          expect(because).not.toBe('');
        }
      }),
      { ...RUNS, examples: [[WITHOUT_ALL, knowing({ asOf: DATES.deprecated })]] },
    );
  });

  it('gives what belongs to the operation, and an oddity unless all is documented', () => {
    fc.assert(
      fc.property(requests, knowledge, (request, known) => {
        const { operation, page, petId, newPet, oddities, regularity } = specified(request, known);
        expect([page !== undefined, newPet !== undefined, petId !== undefined]).toEqual(
          ['listPets', 'createPet', 'getPet'].map((name) => name === operation),
        );
        expect(oddities.length === 0).toBe(regularity === 'documented');
        expect(oddities.some(({ kind }) => kind === 'hostile')).toBe(regularity === 'hostile');
      }),
      RUNS,
    );
  });
});

describe('documented requests', () => {
  const documented = fc.oneof(
    fc
      .record(
        { limit: fc.integer({ min: 1, max: 100 }), status: fc.constantFrom('available', 'pending', 'sold') },
        { requiredKeys: [] },
      )
      .map(({ limit, status }) => [limit && `limit=${limit}`, status && `status=${status}`].filter(Boolean).join('&'))
      .map((query) => ({
        method: 'GET',
        target: query === '' ? '/pets' : `/pets?${query}`,
        body: { kind: 'none' } as const,
      })),
    fc
      .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
      .map((id) => ({ method: 'GET', target: `/pets/${id}`, body: { kind: 'none' } as const })),
    fc
      .record({
        name: fc.stringMatching(/^[A-Za-z]\w{0,30}$/),
        categoryId: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      })
      .map(({ name, categoryId }) => ({
        method: 'POST',
        target: '/pets',
        body: { kind: 'bytes', bytes: utf8(`{"name":"${name}","categoryId":${categoryId}}`) } as const,
      })),
  );

  it('with the key missing, a success is always a fault of AUTH-1, with a wrong one of AUTH-2', () => {
    fc.assert(
      fc.property(documented, fc.constantFrom<CredentialRole>('none', 'wrong'), (parts, credential) => {
        const expectation = specified(
          { ...parts, credential, headers: [['Content-Type', 'application/json']] },
          knowing(),
        );
        expect(expectation.regularity).toBe('documented');
        const [first, ...others] = violatedRules(expectation.rules, 200);
        expect(first).toBe(credential === 'none' ? 'AUTH-1' : 'AUTH-2');
        expect(others).toEqual(['AUTH-7']);
      }),
      RUNS,
    );
  });
});
