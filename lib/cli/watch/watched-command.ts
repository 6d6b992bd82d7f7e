import { runChild } from '../../load/child-run.ts';
import type { Terminal } from '../shared/terminal.ts';

/** How long a command may go on after the watch has ended, in seconds. */
const GRACE_SECONDS = 5;

/** No test suite takes longer, in seconds. */
const LONGEST_SECONDS = 86_400;

/** A command to run while its traffic is watched. */
export interface WatchedCommand {
  readonly command: readonly string[];
  /** The base address that it is to use: it reads it from the variable, and `{baseUrl}` in its arguments stands for it. */
  readonly baseUrl: string;
  readonly variable: string;
  /** Ends it. */
  readonly interrupt: AbortSignal;
}

/**
 * Runs a command, say the tests of a service, with the base address of the proxy in place of its own; everything else of the environment,
 * its key among it, goes along.
 *
 * @returns its exit status; null where a signal ended it
 * @throws {UsageError} when it cannot be started
 */
export async function runWatched(
  { command, baseUrl, variable, interrupt }: WatchedCommand,
  { cwd, environment, pass }: Pick<Terminal, 'cwd' | 'environment' | 'pass'>,
): Promise<number | null> {
  const [file = '', ...args] = command;
  const own = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { status } = await runChild({
    file,
    args: args.map((arg) => arg.replaceAll('{baseUrl}', baseUrl)),
    cwd,
    environment: { ...Object.fromEntries(own), [variable]: baseUrl },
    timeoutSeconds: LONGEST_SECONDS,
    interrupt,
    graceSeconds: GRACE_SECONDS,
    onOutput: pass,
  });
  return status;
}
