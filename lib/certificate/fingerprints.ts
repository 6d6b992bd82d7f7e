import { createHash } from 'node:crypto';
import type { Rule } from '../rules/rule.ts';

/** A version of the catalogue, and a hash of each rule in it. */
export interface Fingerprints {
  readonly version: string;
  readonly rules: Readonly<Record<string, string>>;
}

/** Those of a catalogue: of everything that a rule holds, its sentences, its level, who judges it and on what. */
export function fingerprintsOf(catalogue: Readonly<Record<string, Rule>>, version: string): Fingerprints {
  const hashes = Object.entries(catalogue).map(([id, rule]) => {
    const members = Object.entries(rule).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [id, createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 16)];
  });
  return { version, rules: Object.fromEntries(hashes) };
}
