import { runChild, type ChildEnd } from './child-run.ts';
import type { K6Program } from './k6-program.ts';
import { k6Surroundings } from './k6-surroundings.ts';

/** A run of k6, and its bounds. */
export interface K6Call {
  readonly program: K6Program;
  /** Whoever lists processes sees these: no keys here. */
  readonly args: readonly string[];
  /** For k6, besides what it needs of this process's own environment; the place of the keys. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long until k6 is killed: on some scripts 1.x computes for ever, without a word. */
  readonly timeoutSeconds: number;
  /** When it fires, k6 is asked to end, which it does with its summary and status 105. */
  readonly interrupt: AbortSignal;
  /** How long k6 may take to end when asked to, before it is killed; default 15. */
  readonly graceSeconds?: number;
  /** Told the id of the process whose child k6 is. */
  readonly onStart?: (pid: number) => void;
  /** Takes what k6 prints to stdout and stderr, as it comes. */
  onOutput(text: string): void;
}

/** How a run of k6 ended; `explainK6Exit` has words for its status, which is null when a signal ended it, including one of ours. */
export type K6End = ChildEnd;

const GRACE_SECONDS = 15;

/**
 * Runs k6 to its end; nothing of it is left afterwards. Of this process's environment only what leaves the scenario as it is goes along.
 *
 * @throws UsageError when k6 cannot be started; InterruptedError when the interruption came before
 */
export async function runK6(call: K6Call): Promise<K6End> {
  return runChild({
    file: call.program.path,
    args: call.args,
    environment: { ...k6Surroundings(process.env), ...call.environment },
    timeoutSeconds: call.timeoutSeconds,
    interrupt: call.interrupt,
    graceSeconds: call.graceSeconds ?? GRACE_SECONDS,
    isWatched: true,
    ...(call.onStart !== undefined && { onStart: call.onStart }),
    onOutput: (text) => call.onOutput(text),
  });
}

/** k6's own table, errext/exitcodes of its sources; 255 is what it answers to a flag or an output that it does not know. */
const EXITS: Readonly<Record<number, string>> = {
  0: 'k6 finished, and every objective was met',
  97: 'the cloud run of k6 did not pass',
  98: 'k6 could not follow its run in the cloud',
  99: 'k6 finished, and an objective was missed',
  100: 'the setup of the script took too long',
  101: 'the teardown of the script took too long',
  102: 'a part of the script took too long',
  103: 'k6 was stopped through its own interface',
  104: 'k6 refused an option or its configuration',
  105: 'k6 was interrupted',
  106: 'k6 could not open the port of its own interface',
  107: 'the script threw, or k6 could not read it',
  108: 'the script ended the run',
  109: 'k6 itself failed',
  110: 'the script declared the run failed',
  255: 'k6 refused a flag or an output, or could not start',
};

/**
 * What an exit status of k6 means, in a clause.
 *
 * @param status - null when a signal ended it
 */
export function explainK6Exit(status: number | null): string {
  if (status === null) return 'k6 was killed before its end';
  return EXITS[status] ?? `k6 ended with status ${status}, which it does not document`;
}
