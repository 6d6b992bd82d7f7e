import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Runs the tests of petvet, for `npm test`, which puts vitest on the path. Those that wait for windows and processes have a vitest of their
 * own, and so have those that compute, beside it and at low priority: in one vitest, its workers would begin anew each time that one
 * kind follows the other. Its arguments are those of `vitest run`; reporters tell of both kinds at the end. With `--verify`, `npm run
 * verify` runs beside them, and what it finds is told last.
 */
const KINDS = [
  { name: 'waits', flags: ['--project=quiet', '--project=waits', '--reporter=dot'] },
  { name: 'computes', flags: ['--project=computes', `--maxWorkers=${Math.max(3, availableParallelism())}`] },
] as const;

const VERIFY = '--verify';

const typed = process.argv.slice(2);
const { chosen, reporters } = sorted(typed.filter((arg) => arg !== VERIFY));
// Ctrl-C goes to all of them: each ends by itself, and this process when they have.
process.on('SIGINT', () => {});
const folder = await mkdtemp(join(tmpdir(), 'petvet-tests-'));
try {
  const verified = typed.includes(VERIFY) ? verify() : Promise.resolve({ status: 0, said: '' });
  const ends = await Promise.all(
    KINDS.map(({ name, flags }) => {
      const kept = ['--reporter=blob', `--outputFile.blob=${join(folder, `${name}.json`)}`];
      return vitest([...flags, ...kept, '--passWithNoTests', ...chosen]);
    }),
  );
  const told = await vitest([`--mergeReports=${folder}`, ...reporters]);
  const { status, said } = await verified;
  process.stdout.write(said);
  process.exitCode = [told, ...ends, status].find((one) => one !== 0) ?? 0;
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

/** Types, lint, format and unused exports, at the priority of what computes. */
async function verify(): Promise<{ readonly status: number; readonly said: string }> {
  const child = spawn('npm', ['run', '--silent', 'verify'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, said: `${out}${err}` };
}

/** @returns the exit status; 1 where there was none */
function vitest(args: readonly string[]): Promise<number> {
  const child = spawn('vitest', ['run', ...args], { stdio: 'inherit', shell: process.platform === 'win32' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}
