import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { compareChecks } from './checks.ts';
import { aCheck } from './diff.fixture.ts';
import { DiffDocument, diffJsonSchema } from './diff-document.ts';
import { EVERYTHING } from './every-part.fixture.ts';
import { renderChecksDiffJson } from './diff-json.ts';

const published = JSON.parse(readFileSync(new URL('diff.schema.json', import.meta.url), 'utf8'));

const ajv = new Ajv2020({ allErrors: true, strict: true });
addFormats.default(ajv);
const validate = ajv.compile(published);

describe('the published schema', () => {
  it('is that of the code (npm run schema renews it)', () => {
    expect(published).toEqual(diffJsonSchema());
  });

  it.each([
    ['something of every part', EVERYTHING],
    ['no difference', compareChecks(aCheck('a'), aCheck('b'))],
    ['a run cut short', compareChecks(aCheck('a', [], { run: { aborted: 'interrupted' } }), aCheck('b'))],
  ])('holds for %s, and no member is told that it lacks', (_what, diff) => {
    const written: unknown = JSON.parse(renderChecksDiffJson(diff));
    expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
    expect(DiffDocument.parse(written)).toEqual(written);
  });

  it('refuses another version, and a weight that is none', () => {
    expect(validate({ ...JSON.parse(renderChecksDiffJson(EVERYTHING)), schema: 'petvet/diff/2' })).toBe(false);
    const [first] = EVERYTHING.differences;
    const wrong = { ...EVERYTHING, schema: 'petvet/diff/1', differences: [{ ...first, weight: 'bad' }] };
    expect(validate(wrong)).toBe(false);
  });
});
