import { writeFileSync } from 'node:fs';
import { baselineJsonSchema } from '../gate/baseline-file.ts';

/** Renews the published JSON Schema of baselines. */
const FILE = new URL('../gate/baseline.schema.json', import.meta.url);
writeFileSync(FILE, `${JSON.stringify(baselineJsonSchema(), undefined, 2)}\n`);
