import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, type ExchangeParts } from './judges.fixture.ts';

/** Texts that stand for what a service may send to whoever reads it: each is JSON, or nearly. */
const BODIES: Readonly<Record<string, string>> = {
  'an array 100,000 deep': '['.repeat(100_000) + ']'.repeat(100_000),
  'an object 100,000 deep': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'an array that is never closed': '['.repeat(100_000),
  'an array 499 deep': '['.repeat(499) + ']'.repeat(499),
  'an Error with a deep detail': `{"code":"a","message":"b","status":404,"more":${'['.repeat(499)}${']'.repeat(499)}}`,
  '300,000 members': `{${Array.from({ length: 300_000 }, (_, index) => `"m${index}":${index}`).join()}}`,
  '300,000 pets': `[${Array.from({ length: 300_000 }, (_, id) => `{"id":${id},"name":"a","categoryId":1}`).join()}]`,
  '20,000 broken pets': `[${Array.from({ length: 20_000 }, (_, id) => `{"id":"${id}"}`).join()}]`,
  'a string of a million characters': JSON.stringify('x'.repeat(1_000_000)),
  'a name of a million characters': `[{"id":1,"name":"${'x'.repeat(1_000_000)}","categoryId":1}]`,
  'an id of 100,000 digits': `[{"id":${'9'.repeat(100_000)},"name":"a","categoryId":-${'9'.repeat(100_000)}}]`,
  'numbers beyond a double':
    '[{"id":1e400,"name":"a","categoryId":-1e400},{"id":1e-400,"name":"a","categoryId":0.1e309}]',
  'duplicate keys': '[{"id":1,"id":2,"name":"a","name":3,"categoryId":1,"categoryId":"2"}]',
  'lone surrogates': String.raw`[{"id":1,"name":"\ud800","categoryId":1,"status":"\udfff"},{"\ud800":1}]`,
  'members of Object':
    '[{"__proto__":{"id":1},"constructor":{"name":"a"},"toString":1,"id":1,"name":"a","categoryId":1}]',
  NULs: String.raw`{"code":"\u0000","message":"\u0000","status":0}`,
  'text that is nearly a stack trace': JSON.stringify({ code: 'a', message: 'at x (/'.repeat(20_000), status: 404 }),
};

const HEADERS: readonly (readonly [string, string])[] = [
  ['Date', 'Sat, 13 Sep 275760 00:00:00 GMT'],
  ['Date', 'Sun, 14 Sep 275760 00:00:00 GMT'],
  ['Retry-After', '9'.repeat(400)],
  ['Retry-After', 'Sat, 13 Sep 275760 00:00:00 GMT'],
  ['X-RateLimit-Reset', '8640000000001'],
  ['X-RateLimit-Reset', '9'.repeat(400)],
  ['X-RateLimit-Remaining', '-9223372036854775809'],
  ['X-RateLimit-Limit', '1e400'],
  ['Age', '1e400'],
  ['Content-Type', 'application/json; charset=utf-99'],
  ['Content-Encoding', 'gzip, br, zstd, petvet'],
  ['Sunset', '+275760-09-13'],
];

/** The ends of what an instant can be, and what lies beyond. */
const INSTANTS = [0, -1, 8.64e15, -8.64e15, 8.64e15 + 1, 1e300, -1e300, 5e-324, Number.MAX_SAFE_INTEGER];

const REQUESTS: readonly ExchangeParts[] = [
  {},
  { target: '/pets?limit=100' },
  { target: '/pets?status=sold&limit=5' },
  { target: '/pets/7' },
  { target: '/pets/7', status: 404 },
  { method: 'POST', sends: { name: 'petvettest01', categoryId: 1n }, status: 201 },
  { method: 'POST', sends: { name: 'petvettest02', categoryId: '1' }, status: 201 },
  { method: 'POST', sends: { name: 'petvettest03', categoryId: '1' }, status: 400 },
  { credential: 'none', status: 401 },
  { status: 429 },
  { status: 500 },
];

function seen(exchanges: readonly Exchange[]): string[] {
  const bench = new Bench(aKnowledge());
  const findings = exchanges.flatMap((exchange, index) => bench.see({ ...exchange, id: index + 1 }));
  return [...findings, ...bench.conclude()].flatMap(({ says, expected = '', actual = '' }) => [says, expected, actual]);
}

describe('the bench', () => {
  it.each(Object.entries(BODIES))('judges %s wherever it stands, and says it in few words', (_what, text) => {
    const requests = text.length > 2_000_000 ? REQUESTS.filter((_parts, index) => index % 4 === 1) : REQUESTS;
    const sentences = seen(requests.map((parts) => anExchange({ ...parts, text })));
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter((says) => says.length > 1_000)).toEqual([]);
    expect(sentences.filter((says) => /call stack|RangeError|Invalid (time|string)|Infinity|NaN/.test(says))).toEqual(
      [],
    );
  });

  it('never calls deep or large JSON no JSON', () => {
    for (const what of ['an array 100,000 deep', 'an object 100,000 deep', '300,000 members', '300,000 pets']) {
      const bench = new Bench(aKnowledge());
      const findings = bench.see(anExchange({ text: BODIES[what] ?? '' }));
      expect(findings.filter(({ rule }) => rule === 'JSON-1')).toMatchObject([{ verdict: 'pass' }]);
    }
    const bench = new Bench(aKnowledge());
    const broken = bench.see(anExchange({ text: BODIES['an array that is never closed'] ?? '' }));
    expect(broken.filter(({ rule }) => rule === 'JSON-1')).toMatchObject([{ verdict: 'fail' }]);
  });

  it('still counts the items of a page that it does not evaluate', () => {
    const findings = new Bench(aKnowledge()).see(
      anExchange({ target: '/pets?limit=5', text: BODIES['300,000 pets'] ?? '' }),
    );
    expect(findings.filter(({ rule }) => rule === 'LIST-2')).toMatchObject([
      { verdict: 'fail', expected: 'at most 5 items', actual: '300000 items' },
    ]);
  });

  it('throws at no date, number or header at the end of its range', () => {
    const instant = fc.constantFrom(...INSTANTS);
    const header = fc.constantFrom(...HEADERS);
    const one = fc
      .record({
        parts: fc.constantFrom(...REQUESTS),
        headers: fc.array(header, { maxLength: 4 }),
        from: instant,
        to: instant,
      })
      .map(({ parts, headers, from, to }) => ({
        ...anExchange({ ...parts, headers }),
        times: { startedAt: from, answeredAt: to, endedAt: to },
      }));
    const json = fc.array(one, { maxLength: 8 });
    fc.assert(
      fc.property(json, (exchanges) => {
        for (const says of seen(exchanges)) expect(says.length).toBeLessThan(2_000);
      }),
      { numRuns: 200 },
    );
  });
});
