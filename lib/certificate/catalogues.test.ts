import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CATALOGUE_VERSION } from '../rules/catalogue-version.ts';
import { RULE_IDS, rules } from '../rules/index.ts';
import { catalogueOf, knownCatalogues } from './catalogues.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { certificateJsonSchema } from './predicate.ts';

const place = mkdtempSync(join(tmpdir(), 'petvet-catalogues-'));
afterAll(() => rmSync(place, { recursive: true }));

const CURRENT = fingerprintsOf(rules, CATALOGUE_VERSION);

/** A catalogue of an earlier petvet, without some rules, or with others. */
function frozen(version: string, change: (all: Record<string, string>) => Record<string, string>): void {
  writeFileSync(join(place, `${version}.json`), JSON.stringify({ version, rules: change({ ...CURRENT.rules }) }));
}

it('the catalogue of today is among those that certificates may name, and scores every rule', () => {
  expect(knownCatalogues()).toContain(CATALOGUE_VERSION);
  const { isScored } = catalogueOf(CATALOGUE_VERSION);
  expect(RULE_IDS.filter((id) => !isScored(id))).toEqual([]);
});

it('rules that came after a catalogue are not scored by it', () => {
  frozen('0.9.0', ({ 'LIST-2': _later, ...rest }) => rest);
  const { isScored } = catalogueOf('0.9.0', CURRENT, place);
  expect(RULE_IDS.filter((id) => !isScored(id))).toEqual(['LIST-2']);
});

it('a catalogue whose rules are judged differently by now cannot be used, and says which', () => {
  frozen('0.8.0', (all) => ({ ...all, 'LIST-2': '0000000000000000' }));
  expect(() => catalogueOf('0.8.0', CURRENT, place)).toThrow(
    'this petvet judges LIST-2 differently from catalogue 0.8.0',
  );
  frozen('0.7.0', (all) => ({ ...all, 'LIST-99': '0000000000000000' }));
  expect(() => catalogueOf('0.7.0', CURRENT, place)).toThrow('judges LIST-99 differently');
});

it.each(['2.0.0', '', '../1.0.0', '1.0.0.json'])('%j is no catalogue', (version) => {
  expect(() => catalogueOf(version)).toThrow(/does not know the catalogue/);
});

it('the published schema of the predicate is the one that is read', () => {
  const published = readFileSync(join(import.meta.dirname, 'certificate.schema.json'), 'utf8');
  expect(JSON.parse(published)).toEqual(certificateJsonSchema());
});
