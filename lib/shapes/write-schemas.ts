import { writeFileSync } from 'node:fs';
import { loadHistoryJsonSchema } from './load-history.ts';
import { loadJsonSchema } from './load.ts';
import { conformanceJsonSchema } from './report.ts';
import { tiersJsonSchema } from './tiers.ts';

/** Renews the published JSON Schemas of the reports: run by hand when the shape of one changes. */
const schemas = {
  'conformance.schema.json': conformanceJsonSchema(),
  'load.schema.json': loadJsonSchema(),
  'load-history.schema.json': loadHistoryJsonSchema(),
  'tiers.schema.json': tiersJsonSchema(),
};

for (const [name, schema] of Object.entries(schemas))
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(schema, undefined, 2)}\n`);
