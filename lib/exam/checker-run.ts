import { runChild, type ChildEnd } from '../load/child-run.ts';
import { withoutOwnSettings } from '../load/own-settings.ts';
import type { CheckerCall } from './checker.ts';

/** How a run of a checker ended: its exit status, null when it took too long, and the last line that it printed. */
export type CheckerEnd = ChildEnd;

/** The bounds of a run. */
export interface CheckerBounds {
  readonly timeoutSeconds: number;
  /** When it fires, the checker is ended at once. */
  readonly interrupt: AbortSignal;
}

/** How much of its last line is told, in characters. */
const TOLD = 160;

/**
 * Runs a checker to its end, or to the end of its time: then it is killed, and on systems with process groups what it started
 * as well. Rejects with a UsageError when it cannot be started, and with an InterruptedError when it is not to be any more.
 *
 * @param environment - of the checker, besides this process's own; settings of petvet's in that one do not go along
 */
export async function runChecker(
  call: CheckerCall,
  environment: Readonly<Record<string, string>>,
  bounds: CheckerBounds,
): Promise<CheckerEnd> {
  const own = withoutOwnSettings(process.env);
  const end = await runChild({ ...call, ...bounds, environment: { ...own, ...environment }, graceSeconds: 0 });
  return { ...end, said: (end.said.split('\n').at(-1) ?? '').trim().slice(0, TOLD) };
}
