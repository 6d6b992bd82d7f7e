import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadHistoryJsonSchema } from './load-history.ts';

it('the published JSON Schema is the one that the shape gives (renew it with: npm run schema)', () => {
  const published: unknown = JSON.parse(readFileSync(new URL('load-history.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(loadHistoryJsonSchema());
});
