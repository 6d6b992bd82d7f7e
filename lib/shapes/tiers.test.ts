import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tiersJsonSchema } from './tiers.ts';

it('the published JSON Schema is the one that the shape gives (renew it with: npm run schema)', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('tiers.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(tiersJsonSchema());
});
