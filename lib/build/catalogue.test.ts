import { expect, it } from 'vitest';
import { CATALOGUE_VERSION, rules } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { fingerprintsOf } from '../certificate/fingerprints.ts';
import { changedRules, whyNot, writtenFingerprints } from './catalogue.ts';

const RULE: Rule = { level: 'must', says: 'a list is an array', source: 'section 4', judged: 'by its first byte' };

it('a catalogue that changed has another version: raise CATALOGUE_VERSION, then `npm run catalogue`', () => {
  expect(fingerprintsOf(rules, CATALOGUE_VERSION)).toEqual(writtenFingerprints());
});

it.each<[string, Partial<Rule>]>([
  ['what it says', { says: 'a list is an array of objects' }],
  ['its level', { level: 'should' }],
  ['its source', { source: 'section 5' }],
  ['how it is judged', { judged: 'by its first two bytes' }],
  ['who judges it', { by: 'load' }],
  ['what it needs', { needs: ['writes'] }],
])('a rule is another one by %s', (_what, change) => {
  const before = fingerprintsOf({ 'LIST-1': RULE, 'LIST-2': RULE }, '1.9.0');
  const changed = { 'LIST-1': { ...RULE, ...change }, 'LIST-2': RULE };
  expect(changedRules(before, fingerprintsOf(changed, '1.9.0'))).toEqual(['LIST-1']);
  expect(whyNot(before, fingerprintsOf(changed, '1.9.0'))).toMatch(
    /has other rules \(LIST-1\): raise CATALOGUE_VERSION/,
  );
  expect(whyNot(before, fingerprintsOf(changed, '1.8.9'))).toContain('1.9.0');
  expect(whyNot(before, fingerprintsOf(changed, '1.10.0'))).toBeUndefined();
});

it('the order of what is written down of a rule is no change', () => {
  const reversed: Rule = { judged: RULE.judged, source: RULE.source, says: RULE.says, level: RULE.level };
  const [before, after] = [RULE, reversed].map((rule) => fingerprintsOf({ 'LIST-1': rule }, '1.0.0'));
  expect(after).toEqual(before);
});

it('a rule that comes or goes is a change, and none is none', () => {
  const [one, two] = [{ 'LIST-1': RULE }, { 'LIST-1': RULE, 'LIST-2': RULE }].map((all) =>
    fingerprintsOf(all, '1.0.0'),
  );
  if (one === undefined || two === undefined) throw new TypeError('two catalogues');
  expect([changedRules(one, two), changedRules(two, one), changedRules(one, one)]).toEqual([
    ['LIST-2'],
    ['LIST-2'],
    [],
  ]);
  expect(whyNot(one, one)).toBeUndefined();
});
