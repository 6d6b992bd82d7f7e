import { readFileSync, writeFileSync } from 'node:fs';
import { Fingerprints, fingerprintsOf } from '../certificate/fingerprints.ts';
import { CATALOGUE_VERSION, rules } from '../rules/index.ts';

/** Where the catalogue of the last version lies, as far as hashes tell of it. */
const FILE = new URL('../rules/fingerprints.json', import.meta.url);

/** The same of one version, for the certificates that name it: it stays when the catalogue goes on. */
function frozenFile(version: string): URL {
  return new URL(`../certificate/catalogues/${version}.json`, import.meta.url);
}

/** Those that were written last. */
export function writtenFingerprints(): Fingerprints {
  return Fingerprints.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** The rules that were added, taken away or changed. */
export function changedRules(before: Fingerprints, now: Fingerprints): readonly string[] {
  const ids = new Set([...Object.keys(before.rules), ...Object.keys(now.rules)]);
  return [...ids].filter((id) => before.rules[id] !== now.rules[id]);
}

/** Why fingerprints may not take the place of those before: undefined where they may. */
export function whyNot(before: Fingerprints, now: Fingerprints): string | undefined {
  const changed = changedRules(before, now);
  if (changed.length === 0 || isLater(now.version, before.version)) return undefined;
  return `the catalogue of ${before.version} has other rules (${changed.join(', ')}): raise CATALOGUE_VERSION in lib/rules/index.ts first`;
}

function isLater(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}

if (import.meta.main) {
  const now = fingerprintsOf(rules, CATALOGUE_VERSION);
  const refusal = whyNot(writtenFingerprints(), now);
  if (refusal === undefined)
    for (const file of [FILE, frozenFile(CATALOGUE_VERSION)])
      writeFileSync(file, `${JSON.stringify(now, undefined, 2)}\n`);
  else {
    process.stderr.write(`${refusal}\n`);
    process.exitCode = 2;
  }
}
