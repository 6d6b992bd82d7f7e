import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { BUNDLED_PACKAGES, bundlePrograms } from './bundle.ts';
import { writeDeclarations } from './declarations.ts';
import { packageExports } from './package-exports.ts';

/**
 * Makes the package: the JavaScript of the scripts for k6, and of what the command and the suites reach, what goes with it as it is, and a
 * package.json without anything that only the repository needs. `npm pack ./dist` then packs it.
 *
 * Argument: an empty or new folder; without one it is `dist`, which is made anew.
 */
const ROOT = resolve(import.meta.dirname, '..', '..');

/** Goes into the package unchanged, besides the style and the script of the report page. */
const AS_IT_IS = [
  'lib/cli/petvet.cjs',
  'lib/certificate/certificate.schema.json',
  'lib/report/catches.txt',
  'action.yml',
  'load/k6-config.json',
  'lib/gate/baseline.schema.json',
  'lib/shapes/conformance.schema.json',
  'lib/shapes/load.schema.json',
  'lib/shapes/load-history.schema.json',
  'lib/shapes/tiers.schema.json',
  'lib/diff/diff.schema.json',
  'lib/register/errata.schema.json',
  'lib/register/register.schema.json',
  'lib/watch/log-mapping.schema.json',
  'lib/watch/watch.schema.json',
  '.env.example',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** What package.json has for the users of the package; the rest is for the repository. */
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  license: z.string(),
  /** Provenance needs it. */
  repository: z.object({ type: z.string(), url: z.string() }).optional(),
  bin: z.record(z.string(), z.string()),
  type: z.literal('module'),
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.literal(true) })),
  engines: z.object({ node: z.string() }),
});

const [given] = process.argv.slice(2);
const directory = resolve(given ?? join(ROOT, 'dist'));
if (given === undefined) rmSync(directory, { recursive: true, force: true });
if (existsSync(directory) && readdirSync(directory).length > 0) throw new TypeError(`${directory} is not empty`);

await bundlePrograms(ROOT, directory);
const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '--project', join(ROOT, 'load', 'tsconfig.build.json'), '--outDir', directory], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
const inFolders = globSync(
  ['lib/report/html/assets/*.{css,js}', 'lib/certificate/catalogues/*.json', 'docs/ci/*.yml'],
  { cwd: ROOT },
);
writeDeclarations(ROOT, directory);
for (const file of [...AS_IT_IS, ...inFolders]) {
  mkdirSync(dirname(join(directory, file)), { recursive: true });
  cpSync(join(ROOT, file), join(directory, file));
}
// Their licenses ask for it.
for (const name of BUNDLED_PACKAGES)
  for (const file of globSync('LICENSE*', { cwd: join(ROOT, 'node_modules', name) }))
    cpSync(join(ROOT, 'node_modules', name, file), join(directory, 'licenses', name), { recursive: true });
const manifest = Manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
const dependencies = Object.fromEntries(
  Object.entries(manifest.dependencies).filter(([name]) => !BUNDLED_PACKAGES.includes(name)),
);
const files = ['lib', 'load', 'suites', 'docs', 'licenses', 'action.yml', '.env.example', 'CHANGELOG.md'];
const exports = packageExports(ROOT);
writeFileSync(
  join(directory, 'package.json'),
  `${JSON.stringify({ ...manifest, dependencies, exports, files }, null, 2)}\n`,
);
