import * as fc from 'fast-check';
import type { Answer, Body, Exchange, HeaderPair, SentRequest } from './exchange.ts';
import type { Knowledge } from './knowledge.ts';
import type { RunFacts } from './run-facts.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 20 });
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.json().map((text) => new Uint8Array(Buffer.from(text))),
  fc
    .constantFrom('', '\uFEFF[]', '\u2028\r\n', '{"id":9007199254740993}')
    .map((text) => new Uint8Array(Buffer.from(text))),
);

/** Any body, of every kind. */
const anyBody: fc.Arbitrary<Body> = fc.oneof(
  fc.constant<Body>({ kind: 'none' }),
  fc.constant<Body>({ kind: 'not-recorded' }),
  bytes.map((content): Body => ({ kind: 'bytes', bytes: content })),
  fc.record({ kind: fc.constant('truncated' as const), bytes, why: anyText }, { noNullPrototype: true }),
);

const anyHeaders: fc.Arbitrary<HeaderPair[]> = fc.array(
  fc.tuple(fc.constantFrom('X-A', 'x-a', 'Content-Type', 'Content-Encoding', 'Cookie', ':odd', ''), anyText),
  { maxLength: 5 },
);

const anyRequest: fc.Arbitrary<SentRequest> = fc.record(
  {
    method: fc.oneof(fc.constantFrom('GET', 'POST', 'OPTIONS'), anyText),
    target: fc.oneof(fc.constantFrom('/pets', '/pets?limit=5&status=sold', '/pets?a=%zz#x'), anyText),
    headers: anyHeaders,
    body: anyBody,
    credential: fc.constantFrom('primary', 'second', 'none', 'wrong', 'unknown'),
  },
  { noNullPrototype: true },
);

const anyAnswer: fc.Arbitrary<Answer> = fc.record(
  { status: fc.integer({ min: 100, max: 999 }), headers: anyHeaders, body: anyBody },
  { noNullPrototype: true },
);

const instant = fc.double({ min: 0, max: 4e12, noNaN: true }).map((value) => value + 0);

/** Any exchange, absurd ones included. */
export const anyExchange: fc.Arbitrary<Exchange> = fc.record(
  {
    id: fc.integer({ min: 1 }),
    request: anyRequest,
    answer: anyAnswer,
    failure: fc.record(
      { kind: fc.constantFrom('dns', 'timeout', 'reset', 'other'), says: anyText },
      { noNullPrototype: true },
    ),
    times: fc.record(
      { startedAt: instant, answeredAt: instant, endedAt: instant },
      { requiredKeys: ['startedAt', 'endedAt'], noNullPrototype: true },
    ),
    probe: anyText,
    retryOf: fc.integer({ min: 1 }),
    retried: fc.boolean(),
  },
  { requiredKeys: ['id', 'request', 'times'], noNullPrototype: true },
);

/** What a run knows; a category that no double holds. */
export const someKnowledge: Required<Knowledge> = {
  target: 'staging',
  baseUrl: 'http://127.0.0.1:4610/v1',
  loopback: true,
  asOf: '2026-11-21',
  plan: { name: 'enterprise', perMinute: 5_000, perDay: 90_000 },
  windows: { minute: 60, day: 86_400, testInstallation: false },
  writes: true,
  secondKey: false,
  categoryId: 9_007_199_254_740_993n,
  knownPets: [
    { id: 9_007_199_254_740_995n, name: 'Rex', categoryId: -9_007_199_254_740_993n, status: 'sold' },
    { id: 7n },
  ],
  leftOut: { 'RATE-5': 'the budget is spent' },
  leftOutInputs: ['query-nul', 'chunked'],
  limitLeft: 'the limit is left alone',
  usesDayUp: true,
  smoke: true,
  populates: true,
  skipped: ['RATE-5'],
  createdBefore: ['9007199254740993'],
};

/** What a run did. */
export const someRun: Required<RunFacts> = {
  runId: 'r1',
  startedAt: 1_795_000_000_000.25,
  endedAt: 1_795_000_004_000,
  seed: -42,
  sent: 3,
  refused: 0,
  waitedSeconds: 0.5,
  interrupted: false,
  aborted: 'the key was refused',
  endedEarly: 'the budget is spent: of ten requests',
  endClause: 'the budget is spent',
  created: ['9223372036854775807'],
  shortfalls: ['3 of 60 requests could not be sent in time'],
  asks: ['RATE-4'],
  isUnstable: true,
  isUnmeasured: true,
  createdWithoutId: 2,
  runsLeft: 12,
  counterexamples: [{ probe: 'LIST-2', rules: ['LIST-2'], seed: 1, path: '0:1', smallest: '1' }],
};

/** An exchange with nothing odd about it. */
export function aPlainExchange(id: number): Exchange {
  return {
    id,
    request: {
      method: 'GET',
      target: '/pets?limit=20',
      headers: [['Authorization', 'Bearer {primary}']],
      body: { kind: 'none' },
      credential: 'primary',
    },
    answer: {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-RateLimit-Limit', '60'],
      ],
      body: { kind: 'bytes', bytes: new Uint8Array(Buffer.from('[{"id":1,"name":"Rex","categoryId":2}]')) },
    },
    times: { startedAt: 1_795_000_000_000 + id, answeredAt: 1_795_000_000_001.5 + id, endedAt: 1_795_000_000_002 + id },
    probe: 'LIST-2',
  };
}
