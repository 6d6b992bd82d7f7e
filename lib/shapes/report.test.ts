import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ConformanceReport, conformanceJsonSchema } from './report.ts';

it('the published JSON Schema is the one that the shape gives (renew it with: npm run schema)', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('conformance.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(conformanceJsonSchema());
});

it.each(['9223372036854775808', '1.5', '', '0x10'])('created ids are int64 in decimal, not %j', (id) => {
  const created = ConformanceReport.shape.created;
  expect(created.safeParse(['-9223372036854775808', '9007199254740993']).success).toBe(true);
  expect(created.safeParse([id]).success).toBe(false);
});
