/** How a run of a client ended, in one clause. */
export function tellEnd(run: {
  /** Null where a signal ended it. */
  readonly exitStatus: number | null;
  readonly tookTooLong: boolean;
  readonly seconds: number;
}): string {
  const { exitStatus, tookTooLong, seconds } = run;
  if (tookTooLong) return `ended by petvet after ${seconds.toFixed(0)} s (--timeout)`;
  const ended = exitStatus === null ? 'ended by a signal' : `exit status ${exitStatus}`;
  return `${ended} after ${seconds.toFixed(1)} s`;
}
