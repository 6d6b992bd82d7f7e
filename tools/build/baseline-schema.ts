import { writeFileSync } from 'node:fs';
import { baselineJsonSchema } from '../../lib/gate/baseline-file.ts';

/** Renews the published JSON Schema of baselines. */
const FILE = new URL('../../lib/gate/baseline.schema.json', import.meta.url);
writeFileSync(FILE, `${JSON.stringify(baselineJsonSchema(), undefined, 2)}\n`);
