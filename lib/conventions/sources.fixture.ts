import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** One import of a source file, or an export from another one. */
export interface Import {
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly specifier: string;
  /** Erased before the code runs. */
  readonly typesOnly: boolean;
}

/** The TypeScript sources below lib/, tools/, suites/, load/, golden/ and lab/harness/, relative to the root, with slashes. */
export function sourceFiles(): string[] {
  return globSync(
    ['lib/**/*.ts', 'tools/**/*.ts', 'suites/**/*.ts', 'load/**/*.ts', 'golden/*.ts', 'lab/harness/*.ts'],
    {
      cwd: ROOT,
    },
  ).map((file) => file.split(sep).join('/'));
}

/** The text of a file of the repository. */
export function textOf(file: string): string {
  return readFileSync(posix.join(ROOT.split(sep).join('/'), file), 'utf8');
}

/** What a source text imports, statically or not. */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  for (const [, clause = '', specifier = ''] of text.matchAll(
    /^[ \t]*(?:import|export)\b([^;'"`=(]*?)\bfrom\s*['"]([^'"\n]+)['"]/gm,
  )) {
    found.push({ file, specifier, typesOnly: /^\s*type\b(?!\s*$)/.test(clause) });
  }
  for (const [, specifier = ''] of text.matchAll(/^[ \t]*import\s*['"]([^'"\n]+)['"]/gm)) {
    found.push({ file, specifier, typesOnly: false });
  }
  for (const [, specifier = ''] of text.matchAll(/\b(?:import|require|getBuiltinModule)\s*\(\s*['"`]([^'"`]+)['"`]/g)) {
    found.push({ file, specifier, typesOnly: false });
  }
  return found;
}

/**
 * The room of a file: the folder under lib/, `errors.ts`, or the folder at the top. What is not below one of them has
 * its own name. The scripts in load/ are `load scripts`: lib/load, which starts k6, is another room.
 */
export function roomOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  if (top === 'load') return 'load scripts';
  return top === 'lib' ? folder : top;
}

/** The file that a relative specifier names, relative to the root. */
export function resolved({ file, specifier }: Import): string {
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}

/** Tests, what only tests use, and what only runs under vitest. */
export function isTest(file: string): boolean {
  return /\.(test|fixture)\.ts$/.test(file);
}

/** Every file that a commit of everything would hold: tracked, or neither tracked nor ignored. */
export function filesOfTheRepository(): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return [...new Set(list.split('\0'))].filter((file) => file !== '');
}
