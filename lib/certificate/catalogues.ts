import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { CATALOGUE_VERSION } from '../rules/catalogue-version.ts';
import { isRuleId, rules, type RuleId } from '../rules/index.ts';
import { Fingerprints, fingerprintsOf } from './fingerprints.ts';

/** Every version of the catalogue that certificates may name, a file each: what a rule was then, as a hash. */
const FOLDER = join(import.meta.dirname, 'catalogues');

/** The rules that are scored; those that came later are not. */
export interface Catalogue {
  readonly version: string;
  readonly isScored: (id: RuleId) => boolean;
}

/** The versions that this petvet knows, the oldest first. */
export function knownCatalogues(folder = FOLDER): readonly string[] {
  return readdirSync(folder)
    .flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/**
 * A catalogue as it was.
 *
 * @param current - the rules of this petvet
 * @param folder - where the frozen ones lie
 * @throws {UsageError} when this petvet does not know it, or judges one of its rules differently by now
 */
export function catalogueOf(
  version: string,
  current: Fingerprints = fingerprintsOf(rules, CATALOGUE_VERSION),
  folder = FOLDER,
): Catalogue {
  const known = knownCatalogues(folder);
  if (!known.includes(version))
    throw new UsageError(
      `this petvet does not know the catalogue ${JSON.stringify(version.slice(0, 40))}; it knows ${known.join(', ')}`,
      'use the petvet that the certificate names, or a newer one',
    );
  const frozen = Fingerprints.parse(JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')));
  const changed = Object.keys(frozen.rules).filter((id) => current.rules[id] !== frozen.rules[id]);
  if (changed.length > 0)
    throw new UsageError(
      `this petvet judges ${changed.slice(0, 3).join(', ')}${changed.length > 3 ? ` and ${changed.length - 3} more rules` : ''} differently from catalogue ${version}`,
      'use a petvet whose catalogue is that one',
    );
  return { version, isScored: (id) => isRuleId(id) && frozen.rules[id] !== undefined };
}
