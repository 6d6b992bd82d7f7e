import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** What an import of the package may name: an entry for each file of `lib/api`, the JSON Schemas, and the manifest. */
export function packageExports(root: string): Readonly<Record<string, unknown>> {
  const entries = globSync('lib/api/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .map((file) => basename(file, '.ts'))
    .filter((name) => !INNER.has(name))
    .toSorted();
  const schemas = globSync('lib/*/*.schema.json', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  return {
    ...Object.fromEntries(
      entries.map((name) => [`./${name}`, { types: `./lib/api/${name}.d.ts`, default: `./lib/api/${name}.js` }]),
    ),
    ...Object.fromEntries(schemas.map((file) => [`./schemas/${basename(file, '.schema.json')}.json`, `./${file}`])),
    './package.json': './package.json',
  };
}

/** What the entries share, and is none itself. */
const INNER: ReadonlySet<string> = new Set(['knowledge']);
