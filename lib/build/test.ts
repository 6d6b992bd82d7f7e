import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs the tests of petvet, for `npm test`, which puts vitest on the path. Those that wait for windows and processes have a vitest of their
 * own, and so have those that compute, beside it and at low priority: in one vitest, its workers would begin anew each time that one
 * kind follows the other. Its arguments are those of `vitest run`; reporters tell of both kinds at the end.
 */
const KINDS = [
  { name: 'waits', flags: ['--project=quiet', '--project=waits', '--reporter=dot'] },
  { name: 'computes', flags: ['--project=computes', `--maxWorkers=${Math.max(3, availableParallelism())}`] },
] as const;

const { chosen, reporters } = sorted(process.argv.slice(2));
// Ctrl-C goes to all of them: each ends by itself, and this process when they have.
process.on('SIGINT', () => {});
const folder = await mkdtemp(join(tmpdir(), 'petvet-tests-'));
try {
  const ends = await Promise.all(
    KINDS.map(({ name, flags }) => {
      const kept = ['--reporter=blob', `--outputFile.blob=${join(folder, `${name}.json`)}`];
      return vitest([...flags, ...kept, '--passWithNoTests', ...chosen]);
    }),
  );
  const told = await vitest([`--mergeReports=${folder}`, ...reporters]);
  process.exitCode = [told, ...ends].find((status) => status !== 0) ?? 0;
} finally {
  await rm(folder, { recursive: true });
}

/** Reporters are for the end of a run, all else for its beginning. */
function sorted(args: readonly string[]): {
  readonly chosen: readonly string[];
  readonly reporters: readonly string[];
} {
  return { chosen: args.filter((arg) => !isOfReport(arg)), reporters: args.filter(isOfReport) };
}

function isOfReport(arg: string): boolean {
  return /^--(?:reporter|outputFile)\b/.test(arg);
}

/** @returns the exit status; 1 where there was none */
function vitest(args: readonly string[]): Promise<number> {
  const child = spawn('vitest', ['run', ...args], { stdio: 'inherit', shell: process.platform === 'win32' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}
