import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether git keeps a file out of commits: `outside` where there is no repository. */
export type Ignoring = 'ignored' | 'not ignored' | 'tracked' | 'outside';

/** Asks git about a file; where there is no git, the patterns beside the file tell. */
export function ignoringOf(folder: string, file: string, environment: NodeJS.ProcessEnv): Ignoring {
  if (!isInRepository(folder)) return 'outside';
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: folder, env: environment, stdio: 'ignore' }).status;
  if (git('ls-files', '--error-unmatch', file) === 0) return 'tracked';
  const answer = git('check-ignore', '--quiet', file);
  if (answer === 0 || answer === 1) return answer === 0 ? 'ignored' : 'not ignored';
  const patterns = join(folder, '.gitignore');
  const lines = existsSync(patterns) ? readFileSync(patterns, 'utf8').split(/\r?\n/) : [];
  return lines.some((line) => [file, `/${file}`].includes(line.trim())) ? 'ignored' : 'not ignored';
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
