import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import {
  BASELINE_SCHEMA,
  baselineJsonSchema,
  emptyBaseline,
  readBaseline,
  writtenBaseline,
  type BaselineEntry,
} from './baseline-file.ts';

const ENTRY = {
  rule: 'LIST-2',
  operation: 'listPets',
  fault: 'too many items',
  reason: 'known',
  owner: 'team',
} as const;

function documentOf(...entries: readonly object[]): string {
  return JSON.stringify({ schema: BASELINE_SCHEMA, findings: entries });
}

describe('the published schema', () => {
  it('is that of the code (npm run catalogue renews it after a change of rules, npm run schema after any)', () => {
    const published: unknown = JSON.parse(readFileSync(new URL('baseline.schema.json', import.meta.url), 'utf8'));
    expect(published).toEqual(baselineJsonSchema());
  });
});

describe('readBaseline', () => {
  it('reads YAML, and JSON as a part of it', () => {
    const yaml = `schema: ${BASELINE_SCHEMA}\nfindings:\n  - rule: LIST-2\n    operation: listPets\n    fault: too many items\n    reason: known\n    owner: team\n`;
    expect(readBaseline(yaml, 'b.yaml').entries).toEqual([ENTRY]);
    expect(readBaseline(documentOf(ENTRY), 'b.json').entries).toEqual([ENTRY]);
  });

  it.each([
    ['an empty file', '', 'holds no baseline'],
    ['a truncated one', documentOf(ENTRY).slice(0, 40), 'is neither YAML nor JSON'],
    ['a list', '[]', 'that is a mapping'],
    ['no schema', '{"findings":[]}', `is not a baseline: it lacks schema: ${BASELINE_SCHEMA}`],
    ['a later schema', '{"schema":"petvet/baseline/2","findings":[]}', 'has the schema "petvet/baseline/2"'],
    ['no entries', `{"schema":"${BASELINE_SCHEMA}"}`, 'it lacks a list of `findings`'],
    [
      'a rule that is none',
      documentOf({ ...ENTRY, rule: 'LITS-2' }),
      'entry 1 has a wrong rule: it is not the id of a rule',
    ],
    ['an operation that is none', documentOf(ENTRY, { ...ENTRY, operation: 'x' }), 'entry 2 has a wrong operation'],
    ['no reason', documentOf({ rule: 'LIST-2', owner: 'team' }), 'entry 1 lacks reason'],
    ['an empty owner', documentOf({ ...ENTRY, owner: ' ' }), 'entry 1 has a wrong owner'],
    ['a date that is none', documentOf({ ...ENTRY, expires: '2027-02-30' }), 'entry 1 has a wrong expires'],
    ['a member that is none', documentOf({ ...ENTRY, resaon: 'x' }), 'resaon'],
    ['one finding twice', documentOf(ENTRY, { ...ENTRY, reason: 'other' }), 'in entry 1 and in entry 2'],
    ['an alias', `schema: &a ${BASELINE_SCHEMA}\nfindings: [{rule: LIST-2, reason: *a, owner: x}]`, 'uses an alias'],
  ])('refuses %s in one sentence that names the file', (_, text, says) => {
    const reading = () => readBaseline(text, 'b.yaml');
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(says);
    expect(reading).toThrow(/^b\.yaml [^\n]+$/);
  });
});

describe('writtenBaseline', () => {
  const other: BaselineEntry = {
    rule: 'AUTH-1',
    fault: 'answered 200',
    reason: 'r',
    owner: 'o',
    expires: '2027-01-31',
  };

  it('adds to what is there, and leaves comments and order as they are', () => {
    const text = `# ours\nschema: ${BASELINE_SCHEMA}\nfindings:\n  # the oldest\n  - { rule: LIST-2, operation: listPets, fault: too many items, reason: known, owner: team }\n`;
    const written = writtenBaseline(readBaseline(text, 'b'), { removed: [], added: [other] });
    expect(written).toContain('# ours');
    expect(written).toContain('# the oldest');
    expect(readBaseline(written, 'b').entries).toEqual([ENTRY, other]);
  });

  it('removes some, and reads the same again', () => {
    const before = readBaseline(documentOf(ENTRY, other), 'b');
    const written = writtenBaseline(before, { removed: before.entries.slice(0, 1), added: [] });
    expect(readBaseline(written, 'b').entries).toEqual([other]);
    const emptied = writtenBaseline(before, { removed: before.entries, added: [] });
    expect(readBaseline(emptied, 'b').entries).toEqual([]);
  });

  it('makes a file that is not there yet', () => {
    const written = writtenBaseline(emptyBaseline('b'), { removed: [], added: [other] });
    expect(readBaseline(written, 'b').entries).toEqual([other]);
    expect(written).toMatch(/^# .*\nschema: .*\nfindings:\n {2}- rule: AUTH-1\n/);
  });
});
