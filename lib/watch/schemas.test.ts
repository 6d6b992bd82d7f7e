import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { resolveAsOf } from '../targets/as-of.ts';
import { foreignKnowledge } from '../targets/foreign.ts';
import { KNOWN_MAPPINGS, LogMapping, logMappingJsonSchema } from './log-mapping.ts';
import { trafficOf } from './traffic.fixture.ts';
import { WatchReport, watchJsonSchema } from './watch-report.ts';
import { Watch } from './watch.ts';

const published = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const ajv = new Ajv2020({ allErrors: true, strict: true });

it('the published schemas are those of the code (npm run schema renews them)', () => {
  expect(published('log-mapping.schema.json')).toEqual(logMappingJsonSchema());
  expect(published('watch.schema.json')).toEqual(watchJsonSchema());
});

it('the schema of a mapping holds for those that petvet knows, and for no other member', () => {
  const validate = ajv.compile(published('log-mapping.schema.json'));
  for (const mapping of KNOWN_MAPPINGS) expect([mapping.name, validate(mapping)]).toEqual([mapping.name, true]);
  expect(validate({ ...KNOWN_MAPPINGS[0], verb: 'method' })).toBe(false);
});

it('a mapping needs two of the times', () => {
  const [{ begins, ends, lasts, ...others } = { lasts: undefined }] = KNOWN_MAPPINGS;
  expect(LogMapping.safeParse({ ...others, lasts }).success).toBe(false);
  expect(LogMapping.safeParse({ ...others, begins, ends }).success).toBe(true);
});

it('the schema of watch.json holds for a report', async () => {
  const asOf = resolveAsOf(undefined, '2026-11-29');
  const knowledge = foreignKnowledge('http://127.0.0.1/v1', 'auto', asOf);
  const watch = new Watch({
    knowledge,
    isComplete: true,
    keep: async () => 'violations/1',
    onViolation: () => undefined,
  });
  for (const observed of trafficOf({ count: 70, units: 2 })) await watch.take(observed);
  await watch.end();
  const written: unknown = JSON.parse(
    JSON.stringify(watch.report({ source: 'pets.log', format: 'petvet', skipped: { elsewhere: 3 } })),
  );
  const validate = ajv.compile(published('watch.schema.json'));
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
  expect(WatchReport.parse(written)).toEqual(written);
});
