import { describe, expect, it } from 'vitest';
import type { RuleId } from '../rules/index.ts';
import type { Finding } from './finding.ts';
import { WriteSimulation } from './write-simulation.fixture.ts';
import { drawWriteTraits, QUIET_WRITES, type WriteDefect } from './write-traits.fixture.ts';
import { vetWrites } from './writes-vetting.fixture.ts';

/** The defects that are simulated, and the rules of which one at least is blamed for each. */
const BROKEN: readonly (readonly [WriteDefect, RuleId])[] = [
  ['one-id-for-all', 'CREATE-4'],
  ['id-by-second', 'CREATE-4'],
  ['one-id-at-once', 'CREATE-4'],
  ['takes-listed-ids', 'CREATE-4'],
  ['stores-refused', 'CREATE-8'],
  ['stores-before-validating-status', 'CREATE-8'],
  ['stores-without-key', 'AUTH-4'],
  ['stores-with-wrong-key', 'AUTH-4'],
  ['loses-all', 'CREATE-10'],
  ['loses-some', 'CREATE-10'],
  ['stores-available', 'CREATE-10'],
  ['stores-other-category', 'CREATE-10'],
  ['stores-short-names', 'CREATE-10'],
  ['stores-latin', 'CREATE-10'],
  ['lists-are-frozen', 'CREATE-10'],
  ['lists-say-available', 'CREATE-10'],
  ['stores-under-next-id', 'CREATE-10'],
  ['rounds-ids-in-lists', 'JSON-3'],
  ['rounds-ids-when-created', 'JSON-3'],
  ['rounds-stored-category', 'JSON-3'],
  ['rounds-category-in-lists', 'JSON-3'],
];

function failed(findings: readonly Finding[]): RuleId[] {
  return [...new Set(findings.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule))];
}

function seeds(count: number): number[] {
  return Array.from({ length: count }, (_none, index) => index + 1);
}

describe('a conforming service that takes writes, whatever its ids, lag and other clients', () => {
  it.each([0, 50, 100, 150])('is never called wrong in 50 runs, from seed %i on', (first) => {
    const alarms = seeds(50).flatMap((number) => {
      const seed = first + number;
      const traits = drawWriteTraits(seed);
      const findings = vetWrites(new WriteSimulation(seed, traits)).filter(({ verdict }) => verdict === 'fail');
      return findings.map((finding) => ({ seed, finding, traits }));
    });
    expect(alarms).toEqual([]);
  });

  it.each([0, 3, 37, 80, 150])('keeps every rule when it is quiet and has %i animals', (animals) => {
    for (const ids of ['counted', 'sparse', 'random'] as const) {
      const findings = vetWrites(new WriteSimulation(animals, { ...QUIET_WRITES, animals, ids }));
      expect(findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      expect(findings.map(({ rule }) => rule)).toEqual(['CREATE-4', 'CREATE-8', 'AUTH-4', 'CREATE-10', 'JSON-3']);
    }
  });
});

describe.each(BROKEN)('a service that %s', (defect, rule) => {
  it(`breaks ${rule} when it is quiet`, () => {
    for (const seed of seeds(3)) {
      for (const animals of [8, 37, 120]) {
        const rules = failed(vetWrites(new WriteSimulation(seed, { ...QUIET_WRITES, animals }, defect)));
        expect({ seed, animals, rules }).toEqual({ seed, animals, rules: [rule] });
      }
    }
  });

  it('breaks no other rule while others write', () => {
    for (const seed of seeds(12)) {
      const traits = { ...drawWriteTraits(seed), neighbour: 3 };
      const rules = failed(vetWrites(new WriteSimulation(seed, traits, defect)));
      expect({ seed, rules: rules.filter((one) => one !== rule) }).toEqual({ seed, rules: [] });
    }
  });
});
