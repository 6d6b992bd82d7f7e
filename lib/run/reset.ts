import { spawn } from 'node:child_process';
import { InterruptedError, UsageError } from '../errors.ts';
import { TOKEN_SETTINGS } from '../keyless/token-settings.ts';

/** A command that takes longer is stuck. */
const LONGEST_MS = 120_000;

/** The settings that hold keys, or may hold other secrets. */
const MAY_BE_SECRET = /^PETVET_.*(KEY|HEADERS|PROXY)/;

/** Groups of processes are Unix's: there whatever the command has started ends with it. */
const HAS_GROUPS = process.platform !== 'win32';

/** Bounds of a reset command. */
export interface ResetBounds {
  /** In milliseconds. */
  readonly longest?: number;
  /** When it fires, the command is ended. */
  readonly interrupt?: AbortSignal;
}

/**
 * Runs the command that puts a test installation back to its first state, before a run. It gets no secret: its environment is
 * the user's own without petvet's keys, headers and proxies, and without the pipeline's identity. What it prints is dropped. What it leaves running after its end goes on, as a server
 * that it starts should; when it takes too long everything that it started is ended.
 *
 * @throws {UsageError} when it fails or does not end in time
 * @throws {InterruptedError} when it was interrupted
 */
export async function resetTarget(
  command: string,
  { longest = LONGEST_MS, interrupt }: ResetBounds = {},
): Promise<void> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !MAY_BE_SECRET.test(name) && !TOKEN_SETTINGS.has(name)),
  );
  const child = spawn(command, { shell: true, stdio: 'ignore', env: environment, detached: HAS_GROUPS });
  const end = () => endGroup(child.pid, () => child.kill('SIGKILL'));
  let tookTooLong = false;
  const watchdog = setTimeout(() => {
    tookTooLong = true;
    end();
  }, longest);
  interrupt?.addEventListener('abort', end);
  process.once('exit', end);
  if (interrupt?.aborted === true) end();
  const ended = await new Promise<number | string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (status, signal) => resolve(status ?? signal ?? 'no exit status'));
  });
  clearTimeout(watchdog);
  interrupt?.removeEventListener('abort', end);
  process.off('exit', end);
  if (interrupt?.aborted === true) throw new InterruptedError();
  const hint = 'run it by hand, or leave its variable out';
  if (tookTooLong) throw new UsageError(`the reset command did not end within ${longest / 1_000} s`, hint);
  if (ended !== 0) throw new UsageError(`the reset command failed (${ended})`, hint);
}

function endGroup(pid: number | undefined, endOne: () => void): void {
  if (pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-pid, 'SIGKILL');
    else endOne();
  } catch {
    // It ended by itself meanwhile.
  }
}
