import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Rule } from '../rules/rule.ts';

/** A version of the catalogue, and a hash of each rule in it. */
export const Fingerprints = z.strictObject({ version: z.string(), rules: z.record(z.string(), z.string()) });

/** See {@link Fingerprints}. */
export type Fingerprints = z.infer<typeof Fingerprints>;

/** What decides nothing about a verdict: advice, and how findings are counted, explained and sent again. */
const UNDECIDING: readonly string[] = [
  'toFix',
  'ofAnyRequest',
  'ofContent',
  'hiddenBy',
  'again',
  'ofTheMinute',
] satisfies (keyof Rule)[];

/** Those of a catalogue: of everything that decides, the sentences of a rule, its level, who judges it and on what. */
export function fingerprintsOf(catalogue: Readonly<Record<string, Rule>>, version: string): Fingerprints {
  const hashes = Object.entries(catalogue).map(([id, rule]) => {
    const members = Object.entries(rule)
      .filter(([name]) => !UNDECIDING.includes(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [id, createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 16)];
  });
  return { version, rules: Object.fromEntries(hashes) };
}
