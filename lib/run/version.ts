import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** petvet's version, from the package that this file belongs to. */
export const PETVET_VERSION: string = versionIn(
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')),
);

/** Without a schema: `petvet --help` is not to load what reads them. */
function versionIn(manifest: unknown): string {
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  )
    return manifest.version;
  throw new TypeError('package.json of petvet has no version');
}
