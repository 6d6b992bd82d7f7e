import { expect, it } from 'vitest';
import { variants } from '../reference/variants/index.ts';
import { RULE_IDS, rules } from '../rules/index.ts';
import { ALLOWANCES } from './rule-allowances.ts';

it('what a rule allows is a variant that the reference server has, named once', () => {
  const named = Object.entries(ALLOWANCES).flatMap(([id, names]) => names.map((name) => ({ id, name })));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !Object.hasOwn(variants, name))).toEqual([]);
  expect(Object.entries(ALLOWANCES).filter(([, names]) => new Set(names).size < names.length)).toEqual([]);
});

it('every must rule that a check judges lists what it allows', () => {
  const must = RULE_IDS.filter((id) => rules[id].level === 'must' && (rules[id].by ?? 'check') === 'check');
  expect(must.filter((id) => ALLOWANCES[id] === undefined)).toEqual([]);
});
