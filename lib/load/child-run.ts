import { spawn, type ChildProcess } from 'node:child_process';
import { extname, join } from 'node:path';
import { InterruptedError, UsageError } from '../errors.ts';
import { CANNOT_START } from './watchdog-exit.ts';

/** A program to run, and its bounds. */
export interface ChildCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** All that it gets; nothing of this process's own is added. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly interrupt?: AbortSignal;
  /** How long it may go on after an interruption, which it learns of by SIGINT; 0: it is killed at once. */
  readonly graceSeconds: number;
  /** It must never outlive this process, whatever ends that, SIGKILL included: a watchdog between them sees to it. */
  readonly isWatched?: boolean;
  /** Told the id of the process that was started: of the watchdog, where there is one. */
  readonly onStart?: (pid: number) => void;
  /** Takes what it prints, as it comes: both streams, in text. */
  readonly onOutput?: (text: string) => void;
}

/** How a program ended. */
export interface ChildEnd {
  /** Its exit status; null when a signal ended it, including one of ours. */
  readonly status: number | null;
  readonly tookTooLong: boolean;
  readonly seconds: number;
  /** Its last lines. */
  readonly said: string;
}

/** How much of the output is kept, in characters, and how many of its lines are told. */
const KEPT = 4_000;
const TOLD_LINES = 12;

/** How long after its end the rest of what a program printed may take to come. */
const LAST_OUTPUT_MS = 2_000;

const HAS_GROUPS = process.platform !== 'win32';

/**
 * Runs a program to its end, or to the end of its time: then it is killed. Whatever it started ends with it on systems with
 * process groups, and so do both when this process exits.
 *
 * @throws UsageError when it cannot be started; InterruptedError when the interruption came before
 */
export async function runChild(call: ChildCall): Promise<ChildEnd> {
  if (call.interrupt?.aborted === true) throw new InterruptedError();
  const from = performance.now();
  const [file, args] =
    call.isWatched === true ? [process.execPath, [WATCHDOG, call.file, ...call.args]] : [call.file, call.args];
  const child = spawn(file, args, {
    ...(call.cwd !== undefined && { cwd: call.cwd }),
    env: call.environment,
    stdio: [call.isWatched === true ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in a terminal does not reach it twice.
    detached: HAS_GROUPS,
    windowsHide: true,
  });
  if (child.pid !== undefined) call.onStart?.(child.pid);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      printed = `${printed}${text}`.slice(-KEPT);
      call.onOutput?.(text);
    });
  }
  let tookTooLong = false;
  const watchdog = setTimeout(() => {
    tookTooLong = true;
    signal(child, 'SIGKILL');
  }, 1_000 * call.timeoutSeconds);
  let patience: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (call.graceSeconds === 0) return signal(child, 'SIGKILL');
    signal(child, 'SIGINT');
    patience = setTimeout(() => signal(child, 'SIGKILL'), 1_000 * call.graceSeconds);
  };
  const kill = (): void => signal(child, 'SIGKILL');
  call.interrupt?.addEventListener('abort', stop, { once: true });
  process.once('exit', kill);
  try {
    const status = await endOf(child, call.file);
    if (call.isWatched === true && status === CANNOT_START) throw cannotStart(call.file, lastLines(printed));
    return {
      status: tookTooLong ? null : status,
      tookTooLong,
      seconds: (performance.now() - from) / 1_000,
      said: lastLines(printed),
    };
  } finally {
    clearTimeout(watchdog);
    clearTimeout(patience);
    call.interrupt?.removeEventListener('abort', stop);
    process.removeListener('exit', kill);
  }
}

/** Where the program that kills another one when this process is gone lies, in the repository and in the package alike. */
const WATCHDOG = join(import.meta.dirname, `watchdog${extname(import.meta.filename)}`);

function cannotStart(file: string, why: string): UsageError {
  return new UsageError(`${file} cannot be started: ${why}`, 'can you run it by hand?');
}

function endOf(child: ChildProcess, file: string): Promise<number | null> {
  return new Promise((onEnd, onError) => {
    child.on('error', (error) => onError(cannotStart(file, error.message)));
    child.on('exit', () => {
      // What it left running would hold its output open, and outlive the run.
      signal(child, 'SIGKILL');
      // What left its group is out of reach: its output is waited for no longer.
      setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream?.destroy()), LAST_OUTPUT_MS).unref();
    });
    child.on('close', (status) => onEnd(status));
  });
}

function signal(child: ChildProcess, name: 'SIGINT' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // It ended by itself meanwhile.
  }
}

function lastLines(printed: string): string {
  const lines = printed.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.slice(-TOLD_LINES).join('\n');
}
