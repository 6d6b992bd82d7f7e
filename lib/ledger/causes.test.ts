import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../judges/finding.ts';
import { causeOf } from './causes.ts';
import { aFinding, ledgerOf, rowOf } from './ledger.fixture.ts';

const aFault = (input: string, size: number, shownBy: number, parts: Partial<Finding> = {}) =>
  aFinding('CREATE-6', 'fail', {
    says: `${input} in #${shownBy}`,
    fault: 'answered 201',
    operation: 'createPet',
    input,
    size,
    shownBy: [shownBy],
    ...parts,
  });

describe('findings of one cause', () => {
  const { findings, says, evidenceCount } = rowOf(
    'CREATE-6',
    ledgerOf([aFault('a long one', 90, 1), aFault('name', 50, 2), aFault('name', 40, 3), aFault('name', 60, 4)]),
  );

  it('are one entry with the smallest request, and the exchanges of all', () => {
    expect(findings).toMatchObject([
      { input: 'name', size: 40, shownBy: [3], alsoShownBy: [2, 4], times: 3 },
      { input: 'a long one', shownBy: [1], times: 1 },
    ]);
    expect(evidenceCount).toBe(4);
  });

  it('are counted once in the sentence of the row', () => {
    expect(says).toBe('name in #3, and 1 more finding');
  });
});

it.each([
  ['another kind of fault', { fault: 'answered 500' }],
  ['another operation', { operation: 'listPets' }],
  ['another place', { place: 'categoryId' }],
  ['another input', { input: 'status' }],
  ['the blame of another rule', { see: 'CREATE-5' }],
] satisfies [string, Partial<Finding>][])('%s is another cause', (_what, parts) => {
  expect(causeOf(aFault('name', 1, 1, parts))).not.toBe(causeOf(aFault('name', 1, 1)));
});

/** What is observed of a limiter. */
function seen(parts: Partial<Finding>): string {
  return causeOf(aFinding('RATE-12', 'observed', { topic: 'kind', actual: 'a', ...parts }));
}

it('sentences make no cause; of what is observed, the topic and what the service does there do', () => {
  expect(causeOf(aFault('name', 1, 1))).toBe(causeOf(aFault('name', 2, 2)));
  expect(seen({ says: 'one' })).toBe(seen({ says: 'other' }));
  expect(seen({ actual: 'b' })).not.toBe(seen({}));
  expect(seen({ topic: 'window' })).not.toBe(seen({}));
});

const finding = fc.record(
  {
    rule: fc.constant('CREATE-6' as const),
    verdict: fc.constant('fail' as const),
    shownBy: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
    says: fc.constantFrom('a', 'b', 'c'),
    fault: fc.constantFrom('answered 201', 'answered 500'),
    operation: fc.constantFrom('listPets', 'createPet'),
    input: fc.constantFrom('x', 'y', 'z'),
    size: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: ['rule', 'verdict', 'shownBy', 'says'], noNullPrototype: true },
) satisfies fc.Arbitrary<Finding>;

it('no finding is lost, the smallest comes first, and the order of findings does not matter to what is told', () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 1, maxLength: 40 }), (given) => {
      const { findings } = rowOf('CREATE-6', ledgerOf(given));
      expect(findings.reduce((sum, { times }) => sum + times, 0)).toBe(given.length);
      const told = new Set(findings.flatMap(({ shownBy, alsoShownBy = [] }) => [...shownBy, ...alsoShownBy]));
      expect(told).toEqual(new Set(given.flatMap(({ shownBy }) => shownBy)));
      expect(findings.map(causeOf).toSorted()).toEqual([...new Set(given.map(causeOf))].toSorted());
      const sizes = findings.map(({ size }) => size ?? Infinity);
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
      for (const one of findings) {
        const alike = given.filter((other) => causeOf(other) === causeOf(one));
        expect(one.size ?? Infinity).toBe(Math.min(...alike.map(({ size }) => size ?? Infinity)));
      }
      const again = rowOf('CREATE-6', ledgerOf(given)).findings;
      expect(again).toEqual(findings);
      const backwards = rowOf('CREATE-6', ledgerOf(given.toReversed())).findings;
      expect(backwards.map(({ size }) => size ?? Infinity)).toEqual(sizes);
    }),
    { numRuns: 300 },
  );
});
