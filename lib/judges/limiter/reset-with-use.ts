import { spokenTime } from './durations.ts';
import type { History } from './metered-history.ts';
import type { Contradiction, Quota } from './kinds.ts';
import type { MeteredRequest } from './metered-request.ts';

/** How much clocks and whole seconds may move a Reset. */
const SLACK_SECONDS = 3;

/**
 * What distinguishes a bucket from a weighted counter that restores as much: Reset moved ahead of the clock with what was used, before the instant that it had
 * announced, and by no whole window. The Reset of a weighted counter is an end of a window, a window from now, or, once it has passed, when the next unit
 * is back.
 */
export function findResetMovedByUse(
  { requests, clockOffset }: History,
  { windowMs }: Quota,
): Contradiction | undefined {
  if (clockOffset === undefined) return undefined;
  const seconds = windowMs / 1_000;
  let held: MeteredRequest | undefined;
  for (const request of requests) {
    const { reset, refused, from, to, number } = request;
    if (reset === undefined || refused) continue;
    const hasPassed = held?.reset === undefined || held.reset * 1_000 <= to + clockOffset.most;
    if (hasPassed || held === undefined || reset < (held.reset ?? 0)) {
      held = request;
      continue;
    }
    const moved = reset - (held.reset ?? 0);
    const aheadOfClock = moved - (to - held.from) / 1_000;
    if (aheadOfClock <= SLACK_SECONDS || moved >= seconds - SLACK_SECONDS) continue;
    return {
      rule: 'RATE-13',
      by: 'reset',
      shownBy: [held.number, number],
      says: `Reset moved by ${spokenTime(moved * 1_000)} within ${spokenTime(Math.max(0, from - held.to))}, as the window was used`,
    };
  }
  return undefined;
}
