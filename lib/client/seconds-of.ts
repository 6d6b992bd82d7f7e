/** A time in milliseconds as seconds: to a tenth of a second; to a hundredth where it is less than one. */
export function secondsOf(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1_000).toFixed(milliseconds < 950 ? 2 : 1)} s`;
}
