import type { MeteredRequest } from './metered-request.ts';

/** Whether two answers announce the same window: whole seconds may be rounded either way. */
export function isSameWindow(a: MeteredRequest, b: MeteredRequest): boolean {
  if (a.period !== b.period || a.limit !== b.limit) return false;
  return a.reset !== undefined && b.reset !== undefined && Math.abs(a.reset - b.reset) <= RESET_JITTER_SECONDS;
}

/** One window may be announced with ends this far apart: the time until its end is rounded, and so is the clock. */
export const RESET_JITTER_SECONDS = 1;

/** How far apart the clocks of `Date` and Reset may be, in milliseconds: a gateway may write one and the service behind it the other. */
export const SKEW_MS = 5_000;
