import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { InterruptedError, TargetError, UsageError } from '../errors.ts';
import { TOKEN_SETTINGS } from '../keyless/token-settings.ts';
import { waitUntilUp, type UpBounds } from '../run/wait-until-up.ts';
import type { Target } from '../targets/target.ts';

/** How long a service may take to end by itself, in milliseconds. */
const PATIENCE = 5_000;

/** How often it is looked at, in milliseconds. */
const PAUSE = 50;

/** A service that petvet started for a run. */
export interface StartedService {
  /** Whether what was started is still there: another one may respond at its address by now. */
  isAlive(): boolean;
  /** Ends it, and all that it started, and nothing else. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts a service with a command of the user, in a shell, and waits until it responds at the address of the target. It gets none of
 * petvet's own settings, nor of what the pipeline's identity comes from: the keys in them are no business of the code that is judged.
 *
 * @throws {UsageError} when something responds there already, or the command cannot be started
 * @throws {TargetError} when it ends, or is not up in time
 */
export async function startService(
  command: string,
  target: Target,
  environment: Readonly<Record<string, string | undefined>>,
  bounds: UpBounds,
): Promise<StartedService> {
  if (await isUp(target, bounds))
    throw new UsageError(
      `something responds at ${target.baseUrl} already, which petvet could not tell apart from what --start starts`,
      'stop it first, or leave --start out',
    );
  const own = Object.entries(environment).filter(([name]) => !name.startsWith('PETVET_') && !TOKEN_SETTINGS.has(name));
  const child = spawn(command, {
    shell: true,
    // A process group of its own: it is ended as a whole.
    detached: process.platform !== 'win32',
    stdio: 'ignore',
    env: Object.fromEntries(own),
  });
  const ended = new AbortController();
  let failure: string | undefined;
  child.once('error', ({ message }) => {
    failure = message;
    ended.abort();
  });
  child.once('exit', () => ended.abort());
  const killGroup = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killGroup);
  const service: StartedService = {
    isAlive: () => !ended.signal.aborted,
    async stop() {
      process.off('exit', killGroup);
      await endGroup(child);
    },
  };
  try {
    await waitUntilUp(target, { ...bounds, interrupt: AbortSignal.any([bounds.interrupt, ended.signal]) });
    if (!ended.signal.aborted) return service;
  } catch (error) {
    await service.stop();
    if (bounds.interrupt.aborted || !ended.signal.aborted) throw error;
  }
  await service.stop();
  const how =
    failure ?? (child.signalCode === null ? `with status ${child.exitCode ?? '?'}` : `by ${child.signalCode}`);
  throw new TargetError(
    `what --start starts ended ${how} before it responded at ${target.baseUrl}`,
    'run the command by itself to see why; it must stay in the foreground',
  );
}

async function isUp(target: Target, bounds: UpBounds): Promise<boolean> {
  try {
    await waitUntilUp(target, { interrupt: bounds.interrupt, longest: 0 });
    return true;
  } catch (error) {
    if (error instanceof InterruptedError) throw error;
    return false;
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM');
  for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
    if (!signalGroup(child, 0)) return;
    await setTimeout(PAUSE);
  }
  signalGroup(child, 'SIGKILL');
}

/** Whether anything of the group was there to get it. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  const { pid } = child;
  if (pid === undefined) return false;
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}
