import type { MeteredRequest } from './metered-request.ts';
import { TOLERANCES } from './prices.ts';

/** Whether two answers announce the same window: whole seconds may be rounded either way. */
export function isSameWindow(a: MeteredRequest, b: MeteredRequest): boolean {
  if (a.period !== b.period || a.limit !== b.limit) return false;
  return a.reset !== undefined && b.reset !== undefined && Math.abs(a.reset - b.reset) <= TOLERANCES.resetSeconds;
}
