import { writeFileSync } from 'node:fs';
import { certificateJsonSchema } from '../certificate/predicate.ts';

/** Renews the published JSON Schema of petvet's own predicate. */
const FILE = new URL('../certificate/certificate.schema.json', import.meta.url);
writeFileSync(FILE, `${JSON.stringify(certificateJsonSchema(), undefined, 2)}\n`);
