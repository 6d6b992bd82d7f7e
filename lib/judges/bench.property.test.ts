import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printExactJson } from '../evidence/exact-json.ts';
import type { Body, Exchange, HeaderPair } from '../evidence/exchange.ts';
import { Bench, EXCHANGE_JUDGES } from './index.ts';
import { aKnowledge, FIRST_INSTANT } from './judges.fixture.ts';
import { readExchange, withoutRawBodies } from './reading.ts';

const int64 = fc.oneof(fc.bigInt(-(2n ** 65n), 2n ** 65n), fc.bigInt(0n, 20n));
const pet = fc.record(
  {
    id: fc.oneof(int64, fc.jsonValue()),
    name: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
    categoryId: fc.oneof(int64, fc.jsonValue()),
    status: fc.constantFrom('available', 'pending', 'sold', 'gone', null, 7n),
  },
  { requiredKeys: [] },
);
const error = fc.record({ code: fc.jsonValue(), message: fc.jsonValue(), status: fc.nat(600) }, { requiredKeys: [] });
const json = fc
  .oneof(fc.array(pet, { maxLength: 110 }), pet, error, fc.jsonValue())
  .map((value) => new TextEncoder().encode(printExactJson(value) ?? ''));
const content: fc.Arbitrary<Body> = fc.oneof(
  fc.constantFrom<Body>({ kind: 'none' }, { kind: 'not-recorded' }),
  json.map((bytes): Body => ({ kind: 'bytes', bytes })),
  json.map((bytes): Body => ({ kind: 'bytes', bytes: gzipSync(bytes) })),
  fc.uint8Array({ maxLength: 300 }).map((bytes): Body => ({ kind: 'bytes', bytes })),
  fc.uint8Array({ maxLength: 30 }).map((bytes): Body => ({ kind: 'truncated', bytes, why: 'too long' })),
);
const headerName = fc.oneof(
  fc.constantFrom(
    'Content-Type',
    'content-encoding',
    'Date',
    'X-RateLimit-Limit',
    'x-ratelimit-remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'WWW-Authenticate',
    'Link',
    'Sunset',
  ),
  fc.string({ maxLength: 8 }),
);
const headerText = fc.oneof(
  fc.constantFrom('application/json', 'text/html; charset=x', 'gzip', 'br', 'identity', '60', '-1', '1e9', '{primary}'),
  fc.constantFrom('Sat, 21 Nov 2026 12:00:30 GMT', '2026-11-21', '9'.repeat(400), '', ',', '60;w=60, 60', 'NaN'),
  fc.nat().map(String),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const headers = fc.array(
  fc.tuple(headerName, headerText).map(([name, value]): HeaderPair => [name, value]),
  { maxLength: 8 },
);
const target = fc.oneof(
  fc.constantFrom('/pets', '/pets?limit=5', '/pets?limit=101', '/pets?status=sold&limit=3', '/pets/7', '/pets/x', '/'),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `/pets/${text}`),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `/pets?${text}`),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const exchange: fc.Arbitrary<Exchange> = fc.record(
  {
    id: fc.integer({ min: 1, max: 1_000 }),
    request: fc.record({
      method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'odd'),
      target,
      headers,
      body: content,
      credential: fc.constantFrom('primary', 'second', 'none', 'wrong', 'unknown'),
    }),
    answer: fc.record({
      status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(200, 201, 400, 401, 404, 429)),
      headers,
      body: content,
    }),
    failure: fc.constant({ kind: 'reset', says: 'closed' } as const),
    times: fc.nat(100_000).map((late) => ({ startedAt: FIRST_INSTANT + late, endedAt: FIRST_INSTANT + late })),
    retryOf: fc.constant(1),
    retried: fc.constant(true),
  },
  { requiredKeys: ['id', 'request', 'times'], noNullPrototype: true },
);

const knowledge = fc
  .constantFrom('2026-11-21', '2030-12-05', '2031-01-01', 'never')
  .map((asOf) => aKnowledge({ asOf, pets: new Map([[7n, { id: 7n, status: undefined, seenIn: 1 }]]) }));

const RUNS = { numRuns: 300 };

describe('the judges', () => {
  it('throw on nothing, fail only their own rules, and name the exchange', () => {
    fc.assert(
      fc.property(exchange, knowledge, (one, known) => {
        const reading = readExchange(one, known);
        if (reading === undefined) return;
        for (const judge of EXCHANGE_JUDGES) {
          for (const finding of judge.judge(reading, known)) {
            expect(judge.rules).toContain(finding.rule);
            expect(finding.shownBy).toEqual([one.id]);
            expect(finding.says.length).toBeLessThan(1_000);
            if (finding.verdict !== 'fail') continue;
            expect(finding.see).toBeUndefined();
            expect([typeof finding.expected, typeof finding.actual]).toEqual(['string', 'string']);
          }
        }
      }),
      RUNS,
    );
  });

  it('blame no rule twice for one exchange', () => {
    fc.assert(
      fc.property(exchange, knowledge, (one, known) => {
        const reading = readExchange(one, known);
        if (reading === undefined) return;
        const failed = EXCHANGE_JUDGES.flatMap((judge) => judge.judge(reading, known))
          .filter(({ verdict }) => verdict === 'fail')
          .map(({ rule }) => rule);
        expect(failed).toEqual([...new Set(failed)]);
      }),
      RUNS,
    );
  });

  it('see whole logs without throwing, and without keeping a raw body', () => {
    fc.assert(
      fc.property(fc.array(exchange, { maxLength: 12 }), knowledge, (log, known) => {
        const bench = new Bench(known);
        for (const one of log) bench.see(one);
        for (const { rule, shownBy } of bench.conclude()) expect([rule, shownBy.length > 0]).toEqual([rule, true]);
        const kept = log.flatMap((one) => readExchange(one, known) ?? []).map(withoutRawBodies);
        expect(kept.filter(({ exchange: { answer } }) => answer.body.kind !== 'not-recorded')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
