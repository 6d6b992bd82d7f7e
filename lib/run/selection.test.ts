import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { RULE_IDS } from '../rules/index.ts';
import { readRuleIds, selectRules } from './selection.ts';

describe('selectRules', () => {
  it('chooses every rule when nothing is said', () => {
    expect(selectRules([], [])).toEqual({ chosen: RULE_IDS, leftOut: {} });
  });

  it('reads ids and areas, in any letter case, separated by commas', () => {
    expect(selectRules(['list-2,VER'], []).chosen).toEqual(['LIST-2', 'VER-1']);
  });

  it('says why a rule was left out', () => {
    const { leftOut } = selectRules(['LIST'], ['LIST-4']);
    expect(leftOut).toMatchObject({ 'LIST-4': 'left out with --skip', 'AUTH-1': 'not chosen with --rule' });
    expect(leftOut).not.toHaveProperty('LIST-2');
  });

  it('refuses an id that is none, and names the nearest', () => {
    expect(() => selectRules(['LITS-2'], [])).toThrow(UsageError);
    expect(() => selectRules(['LITS-2'], [])).toThrow('--rule "LITS-2" is not a rule');
  });

  it('reads ids for other flags, too, and names these', () => {
    expect(readRuleIds('AUTH-1, ver', '--fail-on')).toEqual(['AUTH-1', 'VER-1']);
    expect(() => readRuleIds('AUHT-1', '--fail-on')).toThrow('--fail-on "AUHT-1" is not a rule');
  });

  it('refuses a choice that leaves nothing', () => {
    expect(() => selectRules(['LIST-2'], ['LIST'])).toThrow('leave no rule');
  });
});
