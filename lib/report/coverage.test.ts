import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ConformanceReport } from '../shapes/report.ts';
import { renderConformance } from './conformance.ts';
import { describeCoverage } from './coverage-words.ts';
import { ALL_COVERED, SOME_COVERAGE } from './coverage.fixture.ts';
import { aReport } from './report.fixture.ts';

const schema: unknown = JSON.parse(readFileSync(new URL('../shapes/conformance.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ allErrors: true, strict: true });
addFormats.default(ajv);
const isValid = ajv.compile(typeof schema === 'object' && schema !== null ? schema : false);

const COVERED = { ...aReport(), coverage: SOME_COVERAGE };

describe('coverage in words', () => {
  it.each([
    [139, 457, '30 %'],
    [456, 457, '99 %'],
    [9_999, 10_000, '99 %'],
    [0, 457, '0 %'],
    [457, 457, '100 %'],
    [0, 0, '100 %'],
  ])('of %i of %i pairs is %s: all of it only where all are covered', (covered, total, percentage) => {
    const words = describeCoverage({ ...SOME_COVERAGE, pairs: { covered, total } });
    expect(words).toBe(`142/186 partitions of the input model, ${percentage} of pairs`);
  });
});

describe('coverage in conformance.json', () => {
  it.each([
    ['of some', SOME_COVERAGE],
    ['of all', ALL_COVERED],
  ])('%s is as the schema says, and nothing of it is lost', (_what, coverage) => {
    const json: unknown = JSON.parse(renderConformance({ ...COVERED, coverage }));
    expect([isValid(json), isValid.errors]).toEqual([true, null]);
    expect(ConformanceReport.parse(json).coverage).toEqual(coverage);
  });

  it('is absent where petvet did not choose the requests', () => {
    expect(JSON.parse(renderConformance(aReport()))).not.toHaveProperty('coverage');
  });
});
