import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';

/** The interface of the package: each file is one of its `exports`. */
const API = 'lib/api/*.ts';

/** An import of another file within a declaration file, wherever it stands. */
const RELATIVE = /(\bfrom |\bimport\(|\bimport )(['"])(\.[^'"]*)\.ts\2/g;

/**
 * Writes the declarations of the package's interface into its folder: those of `lib/api`, and of what they lead to. The compiler
 * writes many more, and names the sources in them.
 */
export function writeDeclarations(root: string, folder: string): void {
  const place = mkdtempSync(join(tmpdir(), 'petvet-declarations-'));
  try {
    const config = join(root, 'tools', 'build', 'tsconfig.declarations.json');
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    execFileSync(process.execPath, [tsc, '--project', config, '--outDir', place], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const wanted = globSync(API, { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => file.replaceAll('\\', '/'));
    const written = new Set<string>();
    for (const source of wanted) {
      if (written.has(source)) continue;
      written.add(source);
      const declarations = source.replace(/\.ts$/, '.d.ts');
      const text = readFileSync(join(place, declarations), 'utf8');
      // What a file imports is wanted, too; the list grows while it is gone through.
      for (const [, , , specifier = ''] of text.matchAll(RELATIVE))
        wanted.push(`${posix.join(posix.dirname(source), specifier)}.ts`);
      mkdirSync(dirname(join(folder, declarations)), { recursive: true });
      writeFileSync(join(folder, declarations), text.replaceAll(RELATIVE, '$1$2$3.js$2'));
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
