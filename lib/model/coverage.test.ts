import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange, SentRequest } from '../evidence/exchange.ts';
import { aCreation, aGet, aList, aRequest } from '../expectation/request.fixture.ts';
import { Coverage } from './coverage.ts';
import { exchangesOfARun, knownPets } from './exchanges.fixture.ts';

const NONE = knownPets();
const AT_THE_SAME_TIME = 'at the same time as another';

function coverageOf(...log: readonly Exchange[]): Coverage {
  const coverage = new Coverage();
  for (const one of log) coverage.take(one, NONE);
  return coverage;
}

function both(): readonly Exchange[] {
  const next = exchangesOfARun();
  return [
    next({ request: aList('limit=1&status=sold'), from: 10, to: 30 }),
    next({ request: aList('status=pending'), from: 12, to: 20 }),
  ];
}

describe('two requests at the same time', () => {
  it.each([
    ['the first that was sent', (log: readonly Exchange[]) => log],
    ['the other one', (log: readonly Exchange[]) => log.toReversed()],
  ])('are covered as such when %s is recorded first', (_which, ordered) => {
    const { pairs } = coverageOf(...ordered(both()));
    for (const value of ['limit: 1, the smallest', 'status: sold', 'status: pending'])
      expect([...pairs]).toContain(`listPets ${value} + listPets moment: ${AT_THE_SAME_TIME}`);
  });
});

const plainGets: fc.Arbitrary<SentRequest> = fc.oneof(
  fc
    .constantFrom('', 'limit=20', 'status=sold', 'limit=1&status=sold', 'limit=abc', 'limit=0')
    .map((query) => aList(query)),
  fc.constantFrom('1', '2', '7', '9', '0', '-4', 'abc', '7.5', `${2n ** 62n}`).map((id) => aGet(id)),
);

const exchanges = fc.record({
  request: fc.oneof(plainGets, fc.constantFrom(aCreation(), aRequest({ credential: 'none' }))),
  status: fc.constantFrom(200, 201, 404, 429, undefined),
  remaining: fc.constantFrom(500, 3),
});

describe('what a request would add', () => {
  it('is what it adds when it is sent, one after the other in one window', () => {
    fc.assert(
      fc.property(fc.array(exchanges, { maxLength: 12 }), plainGets, (before, request) => {
        const next = exchangesOfARun();
        const known = knownPets(1n, 2n, 7n);
        const coverage = new Coverage();
        for (const parts of before) coverage.take(next(parts), known);
        // Looked at before: what is kept of that look is not out of date.
        coverage.adds(request, known);
        known.set(9n, { id: 9n, status: 'sold', seenIn: 1 });
        const adds = coverage.adds(request, known);
        const [partitions, pairs] = [new Set(coverage.partitions), new Set(coverage.pairs)];
        coverage.take(next({ request, remaining: 1 }), known);
        expect(adds.partitions).toEqual([...coverage.partitions].filter((one) => !partitions.has(one)));
        expect(adds.pairs).toEqual([...coverage.pairs].filter((one) => !pairs.has(one)));
      }),
      { numRuns: 300 },
    );
  });

  it('is asked for at another moment, too', () => {
    const coverage = new Coverage();
    const { partitions } = coverage.adds(aList(), NONE, ['first of a new window']);
    expect(partitions).toContain('listPets moment: first of a new window');
    expect(partitions).not.toContain('listPets moment: after a success');
  });

  it('is nothing when it was sent at that moment', () => {
    const next = exchangesOfARun();
    const coverage = coverageOf(next({ request: aList('limit=1') }));
    expect(coverage.moment).toBe('');
    expect(coverage.adds(aList('limit=1'), NONE)).toEqual({ partitions: [], pairs: [] });
    coverage.take(next({ request: aGet('9'), status: 404 }), NONE);
    expect(coverage.moment).toBe('after an error');
    expect(coverage.adds(aList('limit=1'), NONE).pairs).toHaveLength(2);
  });
});
