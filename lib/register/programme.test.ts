import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../end-to-end/petvet-process.fixture.ts';
import { DEFAULT_PROGRAMME, programmeJsonSchemas, readProgramme } from './programme.ts';

const ERRATUM =
  'id: E1\n    rule: LIST-2\n    catalogues: [1.0.0]\n    from: 2026-11-20\n    does: excludes\n    says: x';

async function read(files: Readonly<Record<string, string>>) {
  await using place = await folder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place.path, name), text);
  return readProgramme(place.path);
}

describe('what the owner of a register writes', () => {
  it('is not needed', async () => {
    expect(await read({})).toEqual({ programme: DEFAULT_PROGRAMME, errata: [] });
  });

  it('is read, with defaults for what it leaves out', async () => {
    const { programme, errata } = await read({
      'register.yaml': 'schema: petvet/register-rules/1\ncontact: a@b.example\ncatalogues:\n  - version: 1.0.0\n',
      'errata.yaml': `schema: petvet/errata/1\nerrata:\n  - ${ERRATUM}\n`,
    });
    expect(programme).toMatchObject({
      contact: 'a@b.example',
      catalogues: [{ version: '1.0.0' }],
      freshDays: 90,
      noticeDays: 14,
    });
    expect(errata).toMatchObject([{ id: 'E1', rule: 'LIST-2', does: 'excludes' }]);
  });

  it.each([
    ['more days than a certificate has', 'register.yaml', 'contact: a\nfreshDays: 91', 'freshDays'],
    ['a member that is none', 'register.yaml', 'contact: a\ngrace: 3', 'grace'],
    ['a rule that is none', 'errata.yaml', `errata:\n  - ${ERRATUM.replace('LIST-2', 'LIST-999')}`, 'errata.0.rule'],
  ])('is not guessed at: %s', async (_what, name, text, says) => {
    const schema = name === 'errata.yaml' ? 'petvet/errata/1' : 'petvet/register-rules/1';
    await expect(read({ [name]: `schema: ${schema}\n${text}\n` })).rejects.toThrow(says);
  });

  it('has published JSON Schemas', () => {
    for (const [file, schema] of Object.entries(programmeJsonSchemas()))
      expect(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')), file).toEqual(schema);
  });
});
