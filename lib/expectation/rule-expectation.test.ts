import { describe, expect, it } from 'vitest';
import { expect as specified } from './expect.ts';
import { aCreation, aGet, aList, DATES, knowing, type RequestParts } from './request.fixture.ts';
import { requiredHeaders, ruleByRule, ruleOfBody, satisfiedRules, violatedRules } from './rule-expectation.ts';

const KNOWN = knowing({ pets: new Map([[7n, { id: 7n, status: undefined, seenIn: 1 }]]) });
const rulesOf = (request: Parameters<typeof specified>[0], knowledge = knowing()) =>
  specified(request, knowledge).rules;
const LIMITED = rulesOf(aList('limit=5'));

describe('an expectation rule by rule', () => {
  it('says what each rule allows of the statuses that it restricts', () => {
    expect(LIMITED.find(({ rule }) => rule === 'LIST-2')).toEqual({
      rule: 'LIST-2',
      restricts: ['4xx'],
      allows: [429],
      satisfiedBy: [],
    });
    expect(LIMITED.find(({ rule }) => rule === 'ERR-3')).toEqual({
      rule: 'ERR-3',
      restricts: ['2xx', 'other'],
      allows: [200],
      satisfiedBy: 'allowed',
    });
  });

  it('has one entry for each rule', () => {
    for (const request of [aList(''), aCreation(), aGet('7'), aGet('x'), aList('', { credential: 'none' })]) {
      const ids = rulesOf(request).map(({ rule }) => rule);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it.each([
    [200, []],
    [400, ['LIST-2']],
    [401, ['AUTH-3']],
    [204, ['ERR-3']],
    [302, ['ERR-3']],
    [500, ['ERR-3']],
    [Number.NaN, ['ERR-3']],
  ])('a page that is asked for, answered %d, violates %j', (status, rules) => {
    expect(violatedRules(LIMITED, status)).toEqual(rules);
  });

  it('has a class go before nothing: an exact 401 is judged by the rule that names it', () => {
    const demand = {
      answers: [],
      doubtful: [],
      violates: { '2xx': 'LIST-1', '4xx': 'LIST-2', other: 'ERR-3' },
    } as const;
    const usual = { regularity: 'open' } as const;
    expect(violatedRules(ruleByRule(demand, { ...usual, caller: 'valid' }), 401)).toEqual(['AUTH-3']);
    expect(violatedRules(ruleByRule(demand, { ...usual, caller: 'unknown' }), 401)).toEqual(['LIST-2']);
  });

  it.each<[string, RequestParts, readonly string[]]>([
    ['without a key', { credential: 'none' }, ['AUTH-1', 'AUTH-7']],
    ['with a wrong key', { credential: 'wrong' }, ['AUTH-2', 'AUTH-7']],
  ])('%s a success violates two rules, and a 401 satisfies both', (_who, parts, rules) => {
    const all = rulesOf(aList('', parts));
    expect(violatedRules(all, 200)).toEqual(rules);
    expect(satisfiedRules(all, 401)).toEqual(expect.arrayContaining([...rules]));
  });

  it.each([
    ['a missing name', aCreation('{"categoryId":1}'), 400, 'CREATE-5'],
    ['an unknown id', aGet('8'), 404, 'GET-2'],
    ['text for an id', aGet('7.5'), 404, 'GET-3'],
  ])('%s: the refusal shows the rule satisfied', (_what, request, status, rule) => {
    expect(satisfiedRules(rulesOf(request), status)).toContain(rule);
    expect(satisfiedRules(rulesOf(request), 302)).not.toContain('CREATE-5');
  });

  it('says which rule asks for a body, and for which headers', () => {
    expect(ruleOfBody(rulesOf(aList('')), 200)).toBe('LIST-1');
    expect(ruleOfBody(rulesOf(aCreation()), 201)).toBe('CREATE-1');
    expect(ruleOfBody(rulesOf(aGet('7')), 200)).toBe('GET-2');
    expect(ruleOfBody(rulesOf(aGet('7'), KNOWN), 200)).toBe('GET-1');
    expect(ruleOfBody(rulesOf(aGet('7')), 404)).toBe('ERR-1');
    expect(ruleOfBody(rulesOf(aList('')), 429)).toBeUndefined();
    expect(requiredHeaders(rulesOf(aGet('7')), 'GET-5')).toEqual(['Deprecation', 'Sunset']);
    expect(requiredHeaders(rulesOf(aGet('7'), knowing({ asOf: DATES.removed })), 'GET-5')).toEqual([]);
    expect(requiredHeaders(rulesOf(aList('')), 'RATE-1')).toHaveLength(3);
  });

  it('has getPet gone after its removal: who knew the pet sees that', () => {
    const after = { ...KNOWN, asOf: DATES.removed };
    expect(violatedRules(rulesOf(aGet('7'), after), 200)).toEqual(['GET-4']);
    expect(satisfiedRules(rulesOf(aGet('7'), after), 404)).toContain('GET-4');
    expect(satisfiedRules(rulesOf(aGet('8'), after), 404)).not.toContain('GET-4');
  });
});
