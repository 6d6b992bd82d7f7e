import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownCatalogues } from '../../lib/certificate/catalogues.ts';
import { fingerprintsOf } from '../../lib/certificate/fingerprints.ts';
import { rules } from '../../lib/rules/index.ts';
import { newRules, withNewRules } from './new-rules.ts';
import { nextVersion, WrittenCatalogue, writtenCatalogueOf } from './written-catalogue.ts';

/**
 * `npm run catalogue` writes down what follows from the rules: their version, their fingerprints, the catalogue that certificates of
 * that version name, and the lines of the changelog about new rules. What it compares with is the last commit, so that a rule may be
 * worded anew, and the command repeated, until it is committed.
 */
const ROOT = join(import.meta.dirname, '..', '..');

/** As it is written down, in the repository. */
const FILE = 'lib/rules/fingerprints.json';

const VERSION_FILE = 'lib/rules/catalogue-version.ts';
const CHANGELOG = 'CHANGELOG.md';

/** The same of one version, for the certificates that name it: it stays when the catalogue goes on. */
function frozenFile(version: string): string {
  return `lib/certificate/catalogues/${version}.json`;
}

/** The catalogue of the last commit; where there is no git, the one that was written last. */
function committed(): WrittenCatalogue {
  const { status, stdout } = spawnSync('git', ['show', `HEAD:./${FILE}`], { cwd: ROOT, encoding: 'utf8' });
  return WrittenCatalogue.parse(JSON.parse(status === 0 ? stdout : read(FILE)));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function write(file: string, text: string): void {
  writeFileSync(join(ROOT, file), text);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Removes the files of versions that were written since the last commit and given up before the next one. */
function removeAbandoned(since: string, version: string): void {
  for (const known of knownCatalogues())
    if (known !== version && known.localeCompare(since, 'en', { numeric: true }) > 0)
      rmSync(join(ROOT, frozenFile(known)));
}

const before = committed();
const version = nextVersion(before, writtenCatalogueOf(rules, before.version));
write(FILE, asJson(writtenCatalogueOf(rules, version)));
write(frozenFile(version), asJson(fingerprintsOf(rules, version)));
write(VERSION_FILE, read(VERSION_FILE).replace(/'[\d.]+'/, `'${version}'`));
removeAbandoned(before.version, version);
write(CHANGELOG, withNewRules(read(CHANGELOG), newRules()));
