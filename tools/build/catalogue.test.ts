import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CATALOGUE_VERSION } from '../../lib/rules/catalogue-version.ts';
import { rules } from '../../lib/rules/index.ts';
import type { Rule } from '../../lib/rules/rule.ts';
import { newRules, withNewRules } from './new-rules.ts';
import { nextVersion, WrittenCatalogue, writtenCatalogueOf } from './written-catalogue.ts';

const RULE: Rule = { level: 'must', says: 'a list is an array', source: 'section 4', judged: 'by its first byte' };
const BEFORE = { 'LIST-1': RULE, 'LIST-2': { ...RULE, says: 'a list has an end' } };

function after(version: string, catalogue: Readonly<Record<string, Rule>>): string {
  return nextVersion(writtenCatalogueOf(BEFORE, version), writtenCatalogueOf(catalogue, version));
}

it('the catalogue is written down as it is', () => {
  const written: unknown = JSON.parse(
    readFileSync(new URL('../../lib/rules/fingerprints.json', import.meta.url), 'utf8'),
  );
  expect(WrittenCatalogue.parse(written), 'rules were added or changed: `npm run catalogue` writes them down').toEqual(
    writtenCatalogueOf(rules, CATALOGUE_VERSION),
  );
});

it.each<[string, Partial<Rule>]>([
  ['what it says', { says: 'a list is an array of objects' }],
  ['its source', { source: 'section 5' }],
  ['how it is judged', { judged: 'by its first two bytes' }],
  ['who judges it', { by: 'load' }],
  ['what it needs', { needs: ['writes'] }],
])('the third figure of the version rises with %s', (_what, change) => {
  expect(after('1.9.9', { ...BEFORE, 'LIST-1': { ...RULE, ...change } })).toBe('1.9.10');
});

it('the second one rises with a rule that comes, and the first one with a level that moves or a rule that goes', () => {
  const more = { ...BEFORE, 'LIST-3': { ...RULE, says: 'a list has a beginning' } };
  expect(after('1.9.9', more)).toBe('1.10.0');
  expect(after('1.9.9', { ...more, 'LIST-1': { ...RULE, level: 'should' } })).toBe('2.0.0');
  expect(after('1.9.9', { 'LIST-1': RULE })).toBe('2.0.0');
  expect(after('1.9.9', { 'LIST-1': RULE, 'LIST-3': RULE })).toBe('2.0.0');
});

it('the same rules keep the version, in whatever order their members are written, whatever is advised, and however it is counted', () => {
  const reversed: Rule = { judged: RULE.judged, source: RULE.source, says: RULE.says, level: RULE.level };
  expect(after('1.9.9', { ...BEFORE, 'LIST-1': reversed })).toBe('1.9.9');
  expect(
    after('1.9.9', { ...BEFORE, 'LIST-1': { ...RULE, toFix: 'Write brackets around it.', ofContent: true } }),
  ).toBe('1.9.9');
});

const CHANGELOG = '# Changelog\n\n## 0.2.0, unreleased\n\n### Added\n\n- A flag.\n\n## 0.1.0\n\n### Added\n\n- All.\n';

it('the changelog has a line for each new rule, once, and what was made of the line stays', () => {
  const added = withNewRules(CHANGELOG, { 'LIST-1': RULE });
  expect(added).toContain('### Added\n\n- New rule LIST-1 (must): a list is an array (section 4).\n- A flag.\n');
  const better = added.replace('(must): a list is an array', ', of lists');
  expect(withNewRules(better, { 'LIST-1': RULE })).toBe(better);
  const longer = withNewRules(CHANGELOG, { 'LIST-11': RULE });
  expect(withNewRules(longer, { 'LIST-1': RULE })).toContain('\n\n- New rule LIST-1 (must)');
  expect(() => withNewRules('# Changelog\n', { 'LIST-1': RULE })).toThrow('"### Added"');
});

it('new rules are in the changelog', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  expect(withNewRules(changelog, newRules()) === changelog, '`npm run catalogue` adds a line for each').toBe(true);
});
