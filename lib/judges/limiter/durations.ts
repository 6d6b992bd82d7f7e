/** A duration in words: `12 ms`, `1.5 s`, `58 s`, `12 min`, `5.4 h`. It is 0 only for no time at all. */
export function spokenTime(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 95) return `${Math.max(1, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6_000) return `${Math.round(seconds / 60)} min`;
  return `${Number((seconds / 3_600).toFixed(1))} h`;
}

/** A number of seconds in words, to a tenth. */
export function spokenSeconds(seconds: number): string {
  return `${Number(seconds.toFixed(1))} ${seconds === 1 ? 'second' : 'seconds'}`;
}
