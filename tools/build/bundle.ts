import { globSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { isBuiltin, lazyBuiltins } from './lazy-builtins.ts';

/** What is started or found by its file name: it has the same place in the package as in the repository. */
const ENTRIES = [
  'lib/cli/main.ts',
  'lib/cli/selftest/again-exam-process.ts',
  'lib/exam/exam-process.ts',
  'lib/load/watchdog.ts',
  'lib/load/null-server-process.ts',
  'lib/watch/tee-thread.ts',
  'suites/*.ts',
  'lib/api/*.ts',
];

/**
 * Packages that go into the files of the program: to find and load their many files takes time at each start. Their versions are fixed in any
 * case. fast-check stays outside, because who uses petvet as a library gives it generators of their own; yaml and Allure are seldom loaded.
 */
export const BUNDLED_PACKAGES: readonly string[] = [
  '@hono/node-server',
  'commander',
  'dotenv',
  'hono',
  'lossless-json',
  'simple-statistics',
  'undici',
  'zod',
  'zod-openapi',
];

/**
 * What is loaded together is in one file: what every command needs, what lists the rules, and the rest of what a check needs. Whatever a file
 * imports is in it or in one before it, so that no two files wait for each other.
 */
const PARTS = [/lib.cli.main\.ts$/, /lib.cli.rules.rules\.ts$/, /(lib.cli.check.check|suites.[a-z-]+\.suite)\.ts$/];

/**
 * Puts the programs and the suites of a repository into a folder, as JavaScript in few files: a check would have to find and read five
 * hundred otherwise, which takes longer than to run what is in them.
 */
export async function bundlePrograms(root: string, folder: string): Promise<void> {
  const entries = globSync(ENTRIES, { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => file.replaceAll(sep, '/'));
  await using bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ''), join(root, file)])),
    platform: 'node',
    external: (id) =>
      !id.startsWith('.') && !isAbsolute(id) && !isBuiltin(id) && !BUNDLED_PACKAGES.includes(packageOf(id)),
    plugins: [keepPlaces(root), lazyBuiltins()],
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'lib/[name]-[hash].js',
    codeSplitting: {
      groups: PARTS.map((test, place) => ({ name: `part-${place + 1}`, test, priority: PARTS.length - place })),
    },
  });
}

function packageOf(id: string): string {
  return id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Code that looks for files beside its own finds them where it did before it went into another file. */
function keepPlaces(root: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      const place = relative(root, dirname(id)).replaceAll(sep, '/');
      return code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/{from:${place}}')`);
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(/\{from:([^}]*)\}/g, (_, place: string) => posix.relative(posix.dirname(fileName), place));
    },
  };
}
