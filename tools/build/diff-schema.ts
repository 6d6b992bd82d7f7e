import { writeFileSync } from 'node:fs';
import { diffJsonSchema } from '../../lib/diff/diff-document.ts';

/** Renews the published JSON Schema of comparisons. */
const FILE = new URL('../../lib/diff/diff.schema.json', import.meta.url);
writeFileSync(FILE, `${JSON.stringify(diffJsonSchema(), undefined, 2)}\n`);
