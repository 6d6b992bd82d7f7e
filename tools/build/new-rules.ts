import { readFileSync } from 'node:fs';
import { Fingerprints } from '../../lib/certificate/fingerprints.ts';
import { rules } from '../../lib/rules/index.ts';
import type { Rule } from '../../lib/rules/rule.ts';

/** The first catalogue that there was: its rules are not called new. */
const FIRST = new URL('../../lib/certificate/catalogues/1.0.0.json', import.meta.url);

/** Where lines of the changelog go. */
const ADDED = '\n### Added\n\n';

/** The rules that came after the first catalogue, by id. */
export function newRules(): Readonly<Record<string, Rule>> {
  const first = Fingerprints.parse(JSON.parse(readFileSync(FIRST, 'utf8')));
  return Object.fromEntries(Object.entries(rules).filter(([id]) => first.rules[id] === undefined));
}

/**
 * A changelog with a line for each new rule that it does not name as new yet, first among what the next version adds. The line may
 * be written better afterwards, as long as it begins as it did.
 *
 * @param added - the rules that are new, by id
 * @throws {TypeError} when the changelog has no part for what is added
 */
export function withNewRules(changelog: string, added: Readonly<Record<string, Rule>>): string {
  const lines = Object.entries(added)
    .filter(([id]) => !new RegExp(`^${beginningOf(id)}\\b`, 'm').test(changelog))
    .map(([id, { level, says, source }]) => `${beginningOf(id)} (${level}): ${says} (${source}).\n`);
  const place = changelog.indexOf(ADDED);
  if (place < 0) throw new TypeError('CHANGELOG.md has no heading "### Added"');
  const from = place + ADDED.length;
  return `${changelog.slice(0, from)}${lines.join('')}${changelog.slice(from)}`;
}

function beginningOf(id: string): string {
  return `- New rule ${id}`;
}
