import { writeFileSync } from 'node:fs';
import { conformanceJsonSchema } from './report.ts';

/** Renews the published JSON Schema of conformance.json: run by hand when the report's shape changes. */
writeFileSync(
  new URL('conformance.schema.json', import.meta.url),
  `${JSON.stringify(conformanceJsonSchema(), undefined, 2)}\n`,
);
