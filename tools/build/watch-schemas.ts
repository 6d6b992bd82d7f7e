import { writeFileSync } from 'node:fs';
import { logMappingJsonSchema } from '../../lib/watch/log-mapping.ts';
import { watchJsonSchema } from '../../lib/watch/watch-report.ts';

/** Renews the published JSON Schemas of what a watch reads and writes. */
const ROOM = new URL('../../lib/watch/', import.meta.url);
const SCHEMAS = { 'log-mapping.schema.json': logMappingJsonSchema(), 'watch.schema.json': watchJsonSchema() };
for (const [file, schema] of Object.entries(SCHEMAS))
  writeFileSync(new URL(file, ROOM), `${JSON.stringify(schema, undefined, 2)}\n`);
