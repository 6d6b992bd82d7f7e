import { describe, expect, it } from 'vitest';
import { EXCHANGE_JUDGES, RELATION_JUDGES } from '../judges/index.ts';
import { isRuleId, RULE_IDS, rules } from '../rules/index.ts';

const JUDGED = new Set<string>([...EXCHANGE_JUDGES, ...RELATION_JUDGES].flatMap((judge) => judge.rules));

const OF_CHECK = RULE_IDS.filter((id) => (rules[id].by ?? 'check') === 'check');

describe('the catalogue and the judges', () => {
  it('every must of check has a judge, or says why it has none', () => {
    const must = OF_CHECK.filter((id) => rules[id].level === 'must');
    expect(must.filter((id) => !JUDGED.has(id) && rules[id].notYet === undefined)).toEqual([]);
  });

  it('no rule has both', () => {
    expect(RULE_IDS.filter((id) => JUDGED.has(id) && rules[id].notYet !== undefined)).toEqual([]);
  });

  it('judges speak of rules of the catalogue only, and of none that another command judges', () => {
    expect([...JUDGED].filter((id) => !isRuleId(id) || !OF_CHECK.includes(id))).toEqual([]);
  });
});
