import { describe, expect, it } from 'vitest';
import type { RuleId } from '../rules/index.ts';
import type { Finding } from './finding.ts';
import { WriteSimulation } from './write-simulation.fixture.ts';
import { drawWriteTraits, QUIET_WRITES, type WriteDefect } from './write-traits.fixture.ts';
import { vetWrites } from './writes-vetting.fixture.ts';

/** A simulated defect, the rule that it breaks, and what else it may break among other clients; `most` pets show it. */
interface Broken {
  readonly defect: WriteDefect;
  readonly rule: RuleId;
  readonly also?: RuleId;
  readonly most?: number;
}

const BROKEN: readonly Broken[] = [
  { defect: 'one-id-for-all', rule: 'CREATE-4' },
  { defect: 'id-by-second', rule: 'CREATE-4' },
  { defect: 'one-id-at-once', rule: 'CREATE-4' },
  { defect: 'takes-listed-ids', rule: 'CREATE-4' },
  { defect: 'stores-refused', rule: 'CREATE-8' },
  { defect: 'stores-before-validating-status', rule: 'CREATE-8' },
  { defect: 'stores-without-key', rule: 'AUTH-4' },
  { defect: 'stores-with-wrong-key', rule: 'AUTH-4' },
  // Where ids are given again, those of lost pets are given twice.
  { defect: 'loses-all', rule: 'CREATE-10', also: 'CREATE-4' },
  { defect: 'loses-some', rule: 'CREATE-10', also: 'CREATE-4' },
  { defect: 'stores-available', rule: 'CREATE-10' },
  { defect: 'stores-other-category', rule: 'CREATE-10' },
  { defect: 'stores-short-names', rule: 'CREATE-10' },
  { defect: 'stores-latin', rule: 'CREATE-10' },
  // Pages that are full cannot tell.
  { defect: 'lists-are-frozen', rule: 'CREATE-10', most: 37 },
  { defect: 'lists-say-available', rule: 'CREATE-10', most: 37 },
  { defect: 'stores-under-next-id', rule: 'CREATE-10' },
  { defect: 'rounds-ids-in-lists', rule: 'JSON-3' },
  { defect: 'rounds-ids-when-created', rule: 'JSON-3', also: 'CREATE-4' },
  { defect: 'rounds-stored-category', rule: 'JSON-3' },
  { defect: 'rounds-category-in-lists', rule: 'JSON-3' },
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

  it.each([0, 3, 37, 80, 150])('keeps every rule when it is quiet and has %i pets', (pets) => {
    for (const ids of ['counted', 'sparse', 'random'] as const) {
      const findings = vetWrites(new WriteSimulation(pets, { ...QUIET_WRITES, pets, ids }));
      expect(findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      expect(findings.map(({ rule }) => rule)).toEqual(['CREATE-4', 'CREATE-8', 'AUTH-4', 'CREATE-10', 'JSON-3']);
    }
  });
});

describe.each(BROKEN)('a service with the defect $defect', ({ defect, rule, also, most = 120 }) => {
  it(`breaks ${rule}, and nothing else, when it is quiet`, () => {
    for (const seed of seeds(3)) {
      for (const pets of [8, 37, 120].filter((count) => count <= most)) {
        const rules = failed(vetWrites(new WriteSimulation(seed, { ...QUIET_WRITES, pets }, defect)));
        expect({ seed, pets, rules }).toEqual({ seed, pets, rules: [rule] });
      }
    }
  });

  it('breaks no other rule while others write', () => {
    for (const seed of seeds(12)) {
      const traits = { ...drawWriteTraits(seed), neighbour: 3 };
      const rules = failed(vetWrites(new WriteSimulation(seed, traits, defect)));
      expect({ seed, rules: rules.filter((one) => one !== rule && one !== also) }).toEqual({ seed, rules: [] });
    }
  });
});
