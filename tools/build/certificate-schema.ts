import { writeFileSync } from 'node:fs';
import { certificateJsonSchema } from '../../lib/certificate/predicate.ts';

/** Renews the published JSON Schema of petvet's own predicate. */
const FILE = new URL('../../lib/certificate/certificate.schema.json', import.meta.url);
writeFileSync(FILE, `${JSON.stringify(certificateJsonSchema(), undefined, 2)}\n`);
