import { describe, expect, it } from 'vitest';
import { SPECIFICATION_VERSION } from '../contract/lifecycle.ts';
import { CATALOGUE_VERSION } from './catalogue-version.ts';
import { AREAS, areaOf, isRuleId, RULE_IDS, rules } from './index.ts';
import type { JudgedBy } from './rule.ts';

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
