import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Where defects and variants are declared. */
const DECLARED = ['lib/reference/defects', 'lib/reference/variants'];

/**
 * The defects and variants that the working tree has and the last commit has not: whoever adds one sees it examined, whether
 * or not the sample would take it. None where there is no git, or no commit.
 */
export function addedSubjects(root: string = ROOT): readonly string[] {
  const { status, stdout } = spawnSync('git', ['grep', '-h', '-e', '', 'HEAD', '--', ...DECLARED], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return status === 0 ? missingFrom(stdout, [...Object.keys(defects), ...Object.keys(variants)]) : [];
}

/** The names that are no member of the tables in a text of code. */
export function missingFrom(code: string, names: readonly string[]): readonly string[] {
  const declared = new Set(
    [...code.matchAll(/^ {2}(?:'([^']+)'|(\w+)):/gm)].map(([, quoted, plain]) => quoted ?? plain),
  );
  return names.filter((name) => !declared.has(name));
}
