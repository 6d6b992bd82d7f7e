import { spawn } from 'node:child_process';
import { UsageError } from '../errors.ts';

/** A command that takes longer is stuck. */
const LONGEST_MS = 120_000;

/**
 * Runs the command that puts a test installation back to its first state, before a run. It gets no key: its environment is
 * the user's own without petvet's keys.
 *
 * @throws {UsageError} when it fails or does not end
 */
export async function resetTarget(command: string): Promise<void> {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^PETVET_.*KEY/.test(name)));
  const child = spawn(command, { shell: true, stdio: 'ignore', env: environment, timeout: LONGEST_MS });
  const ended = await new Promise<number | string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (status, signal) => resolve(status ?? signal ?? 'no exit status'));
  });
  if (ended !== 0)
    throw new UsageError(`the reset command failed (${ended})`, 'run it by hand, or leave its variable out');
}
