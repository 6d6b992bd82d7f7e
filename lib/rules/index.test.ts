import { describe, expect, it } from 'vitest';
import { SPECIFICATION_VERSION } from '../contract/lifecycle.ts';
import { AREAS, areaOf, CATALOGUE_VERSION, isRuleId, RULE_IDS, rules } from './index.ts';
import type { JudgedBy, Level } from './rule.ts';

/** The ids are part of petvet's interface: this list may grow, and a level may move with a word in the changelog. */
const CATALOGUE: readonly (readonly [id: string, level: Level])[] = [
  ['JSON-1', 'must'],
  ['JSON-2', 'must'],
  ['JSON-3', 'must'],
  ['AUTH-1', 'must'],
  ['AUTH-2', 'must'],
  ['AUTH-3', 'must'],
  ['AUTH-4', 'must'],
  ['AUTH-5', 'should'],
  ['AUTH-6', 'should'],
  ['AUTH-7', 'must'],
  ['AUTH-8', 'should'],
  ['LIST-1', 'must'],
  ['LIST-2', 'must'],
  ['LIST-3', 'must'],
  ['LIST-4', 'must'],
  ['LIST-5', 'observed'],
  ['LIST-6', 'must'],
  ['LIST-7', 'must'],
  ['LIST-8', 'observed'],
  ['LIST-9', 'must'],
  ['LIST-10', 'must'],
  ['LIST-11', 'should'],
  ['LIST-12', 'should'],
  ['LIST-13', 'observed'],
  ['CREATE-1', 'must'],
  ['CREATE-2', 'must'],
  ['CREATE-3', 'must'],
  ['CREATE-4', 'must'],
  ['CREATE-5', 'must'],
  ['CREATE-6', 'must'],
  ['CREATE-7', 'must'],
  ['CREATE-8', 'must'],
  ['CREATE-9', 'observed'],
  ['CREATE-10', 'must'],
  ['CREATE-11', 'observed'],
  ['GET-1', 'must'],
  ['GET-2', 'must'],
  ['GET-3', 'must'],
  ['GET-4', 'must'],
  ['GET-5', 'should'],
  ['GET-6', 'must'],
  ['ERR-1', 'must'],
  ['ERR-2', 'must'],
  ['ERR-3', 'must'],
  ['ERR-4', 'should'],
  ['ERR-5', 'should'],
  ['ERR-6', 'observed'],
  ['ERR-7', 'must'],
  ['RATE-1', 'must'],
  ['RATE-2', 'must'],
  ['RATE-3', 'must'],
  ['RATE-4', 'must'],
  ['RATE-5', 'must'],
  ['RATE-6', 'must'],
  ['RATE-7', 'must'],
  ['RATE-8', 'must'],
  ['RATE-9', 'should'],
  ['RATE-10', 'must'],
  ['RATE-11', 'must'],
  ['RATE-12', 'observed'],
  ['RATE-13', 'must'],
  ['VER-1', 'must'],
  ['CLIENT-1', 'must'],
  ['CLIENT-2', 'must'],
  ['CLIENT-3', 'must'],
  ['CLIENT-4', 'must'],
  ['CLIENT-5', 'must'],
  ['CLIENT-6', 'should'],
];

/** Rules that a run of `check` does not judge. */
const JUDGED_ELSEWHERE: Readonly<Record<string, JudgedBy>> = {
  'RATE-11': 'load',
  'VER-1': 'configuration',
  'CLIENT-1': 'client',
  'CLIENT-2': 'client',
  'CLIENT-3': 'client',
  'CLIENT-4': 'client',
  'CLIENT-5': 'client',
  'CLIENT-6': 'client',
};

describe('the catalogue', () => {
  it('has every rule with its level', () => {
    expect(RULE_IDS.map((id) => [id, rules[id].level])).toEqual(CATALOGUE);
  });

  it('says who judges a rule', () => {
    const elsewhere = RULE_IDS.filter((id) => (rules[id].by ?? 'check') !== 'check');
    expect(Object.fromEntries(elsewhere.map((id) => [id, rules[id].by]))).toEqual(JUDGED_ELSEWHERE);
  });

  it('has a version', () => {
    expect(CATALOGUE_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
    expect(SPECIFICATION_VERSION).toBe('1.0.0');
  });

  it.each(RULE_IDS)('%s is said in words', (id) => {
    const { says, source, judged } = rules[id];
    for (const sentence of [says, source, judged]) expect(sentence.trim()).toMatch(/^[^.].{4,}[^.]$/s);
  });

  it('says how to satisfy every rule that can be violated, and no other', () => {
    const advised = RULE_IDS.filter((id) => rules[id].toFix !== undefined);
    expect(advised).toEqual(RULE_IDS.filter((id) => rules[id].level !== 'observed'));
  });

  it('says nothing twice', () => {
    const sentences = RULE_IDS.map((id) => rules[id].says.toLowerCase());
    expect(sentences.filter((says, at) => sentences.indexOf(says) !== at)).toEqual([]);
  });
});

describe('areas', () => {
  it('are known for every rule, and none is empty', () => {
    expect([...new Set(RULE_IDS.map(areaOf))].toSorted()).toEqual(Object.keys(AREAS).toSorted());
    for (const id of RULE_IDS) expect(id).toMatch(new RegExp(`^${areaOf(id)}-\\d+$`));
  });

  it('keep the rules together', () => {
    const areas = RULE_IDS.map(areaOf);
    expect(areas.filter((area, at) => area !== areas[at - 1])).toEqual([...new Set(areas)]);
  });
});

describe('isRuleId', () => {
  it.each(['LIST-2', 'CLIENT-6'])('knows %s', (id) => {
    expect(isRuleId(id)).toBe(true);
  });

  it.each(['LIST-99', 'list-2', '', 'toString', '__proto__', 'constructor'])('does not know %j', (id) => {
    expect(isRuleId(id)).toBe(false);
  });
});
