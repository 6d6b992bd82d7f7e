import { writeFileSync } from 'node:fs';
import { programmeJsonSchemas } from '../../lib/register/programme.ts';

/** Renews the published JSON Schemas of what the owner of a register writes. */
const ROOM = new URL('../../lib/register/', import.meta.url);
for (const [file, schema] of Object.entries(programmeJsonSchemas()))
  writeFileSync(new URL(file, ROOM), `${JSON.stringify(schema, undefined, 2)}\n`);
