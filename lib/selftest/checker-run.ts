import { spawn, type ChildProcess } from 'node:child_process';
import { UsageError } from '../errors.ts';
import type { CheckerCall } from './checker.ts';

/** How a run of a checker ended. */
export interface CheckerEnd {
  /** Its exit status; null when it took too long, or a signal ended it. */
  readonly status: number | null;
  readonly tookTooLong: boolean;
  readonly seconds: number;
  /** The last line that it printed. */
  readonly said: string;
}

/** The bounds of a run. */
export interface CheckerBounds {
  readonly timeoutSeconds: number;
  /** When it fires, the checker is ended at once. */
  readonly interrupt: AbortSignal;
}

/** So much of its output is kept, in characters, and so much of its last line is told. */
const KEPT = 4_000;
const TOLD = 160;

/**
 * Runs a checker to its end, or to the end of its time: then it is killed, and on systems with process groups what it started
 * as well. Rejects with a UsageError when it cannot be started.
 *
 * @param environment - of the checker, besides this process's own; settings of petvet's in that one do not go along
 */
export async function runChecker(
  { file, args, cwd }: CheckerCall,
  environment: Readonly<Record<string, string>>,
  { timeoutSeconds, interrupt }: CheckerBounds,
): Promise<CheckerEnd> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PETVET_')));
  const from = performance.now();
  const child = spawn(file, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...own, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: HAS_GROUPS,
  });
  let printed = '';
  const keep = (chunk: Buffer): void => {
    printed = `${printed}${chunk.toString()}`.slice(-KEPT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let tookTooLong = false;
  const timer = setTimeout(() => {
    tookTooLong = true;
    end(child);
  }, 1_000 * timeoutSeconds);
  const stop = (): void => end(child);
  if (interrupt.aborted) stop();
  interrupt.addEventListener('abort', stop, { once: true });
  try {
    const status = await new Promise<number | null>((onEnd, onError) => {
      child.on('error', (error) =>
        onError(new UsageError(`the checker cannot be started: ${error.message}`, 'does its command run by itself?')),
      );
      child.on('close', onEnd);
    });
    const seconds = (performance.now() - from) / 1_000;
    return { status: tookTooLong ? null : status, tookTooLong, seconds, said: lastLine(printed) };
  } finally {
    clearTimeout(timer);
    interrupt.removeEventListener('abort', stop);
  }
}

const HAS_GROUPS = process.platform !== 'win32';

/** Ends a checker, and whatever it started: what is left of a shell script would hold its output open. */
function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

function lastLine(printed: string): string {
  const lines = printed.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return (lines.at(-1) ?? '').trim().slice(0, TOLD);
}
