import { describe, expect, it } from 'vitest';
import { JUDGED_RULES } from '../judges/index.ts';
import { isRuleId, RULE_IDS, rules } from '../rules/index.ts';

const OF_CHECK = RULE_IDS.filter((id) => (rules[id].by ?? 'check') === 'check');
const OF_LOAD = RULE_IDS.filter((id) => rules[id].by === 'load');

describe('the catalogue and the judges', () => {
  it('every must of check has a judge', () => {
    const must = OF_CHECK.filter((id) => rules[id].level === 'must');
    expect(must.filter((id) => !JUDGED_RULES.has(id))).toEqual([]);
  });

  it('every rule of load has one, too', () => {
    expect(OF_LOAD.filter((id) => !JUDGED_RULES.has(id))).toEqual([]);
  });

  it('judges speak of rules of the catalogue only, and of none that another command judges', () => {
    expect([...JUDGED_RULES].filter((id) => !isRuleId(id) || ![...OF_CHECK, ...OF_LOAD].includes(id))).toEqual([]);
  });
});
