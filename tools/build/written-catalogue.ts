import * as z from 'zod';
import { Fingerprints, fingerprintsOf } from '../../lib/certificate/fingerprints.ts';
import type { Rule } from '../../lib/rules/rule.ts';

/** A catalogue as it is written down: its version, and of each rule a hash and the level. */
export const WrittenCatalogue = Fingerprints.extend({
  levels: z.record(z.string(), z.enum(['must', 'should', 'observed'])),
});

/** See {@link WrittenCatalogue}. */
export type WrittenCatalogue = z.infer<typeof WrittenCatalogue>;

/** A catalogue as it is to be written down. */
export function writtenCatalogueOf(catalogue: Readonly<Record<string, Rule>>, version: string): WrittenCatalogue {
  const levels = Object.entries(catalogue).map(([id, { level }]) => [id, level] as const);
  return { ...fingerprintsOf(catalogue, version), levels: Object.fromEntries(levels) };
}

/**
 * The version of a catalogue that takes the place of another one: the first figure rises when a rule is gone or its level moves,
 * the second with a new rule, the third with anything else that a rule holds.
 */
export function nextVersion(before: WrittenCatalogue, now: Omit<WrittenCatalogue, 'version'>): string {
  const [first = 0, second = 0, third = 0] = before.version.split('.').map(Number);
  const ids = Object.keys(before.rules);
  if (ids.some((id) => now.levels[id] !== before.levels[id])) return `${first + 1}.0.0`;
  if (Object.keys(now.rules).length > ids.length) return `${first}.${second + 1}.0`;
  if (ids.some((id) => now.rules[id] !== before.rules[id])) return `${first}.${second}.${third + 1}`;
  return before.version;
}
