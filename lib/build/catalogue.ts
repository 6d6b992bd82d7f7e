import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { CATALOGUE_VERSION, rules } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';

/** Where the catalogue of the last version lies, as far as hashes tell of it. */
const FILE = new URL('../rules/fingerprints.json', import.meta.url);

const Fingerprints = z.object({ version: z.string(), rules: z.record(z.string(), z.string()) });

/** A version of the catalogue, and a hash of each rule in it. */
export type Fingerprints = z.infer<typeof Fingerprints>;

/** Those that were written last. */
export function writtenFingerprints(): Fingerprints {
  return Fingerprints.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Those of a catalogue: of everything that a rule holds, its sentences, its level, who judges it and on what. */
export function fingerprintsOf(catalogue: Readonly<Record<string, Rule>>, version: string): Fingerprints {
  const hashes = Object.entries(catalogue).map(([id, rule]) => {
    const members = Object.entries(rule).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [id, createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 16)];
  });
  return { version, rules: Object.fromEntries(hashes) };
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
  if (refusal === undefined) writeFileSync(FILE, `${JSON.stringify(now, undefined, 2)}\n`);
  else {
    process.stderr.write(`${refusal}\n`);
    process.exitCode = 2;
  }
}
