import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTextIfThere } from '../../files/given-file.ts';

/** Whether git keeps a file out of commits: `outside` where there is no repository. */
export type Ignoring = 'ignored' | 'not ignored' | 'tracked' | 'outside';

/** How long git may take, in milliseconds: it waits for a pipe for ever. */
const GIT_TAKES = 3_000;

/** Asks git about a file; where there is no git, the patterns beside the file tell. */
export function ignoringOf(folder: string, file: string, environment: NodeJS.ProcessEnv): Ignoring {
  if (!isInRepository(folder)) return 'outside';
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: folder, env: environment, stdio: 'ignore', timeout: GIT_TAKES }).status;
  if (git('ls-files', '--error-unmatch', file) === 0) return 'tracked';
  const answer = git('check-ignore', '--quiet', file);
  if (answer === 0 || answer === 1) return answer === 0 ? 'ignored' : 'not ignored';
  const lines = readOwnText(join(folder, '.gitignore'))?.split(/\r?\n/) ?? [];
  return lines.some((line) => [file, `/${file}`].includes(line.trim())) ? 'ignored' : 'not ignored';
}

/**
 * The text of a file that `init` adds to; undefined where there is none.
 *
 * @throws {UsageError} when it cannot be read
 */
export function readOwnText(file: string): string | undefined {
  return readTextIfThere(file, { bytes: 1_048_576, patience: 0 });
}

/** The text of a `.gitignore` with one more line. */
export function withIgnored(before: string | undefined, file: string): string {
  const separator = before === undefined || before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before ?? ''}${separator}${file}\n`;
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
