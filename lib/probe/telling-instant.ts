import { SHOWN_AGAIN } from '../judges/limiter/refilling.ts';
import { LARGEST_REFILL } from '../judges/limiter/stepwise.ts';

/** By the rules, a limiter that gives back one place at a time may need as long as one takes, and a second's grace. */
export const GRACE_MS = 1_100;

/** Behind the instants that tell something, in milliseconds, or a sixtieth of a short window. */
const MARGIN_MS = 1_000;

/** What the last requests of the window may take, and the longest wait: as shares of the window. */
const ROOM = 1 / 12;
const LONGEST = 1 / 2;

/** A window as the service announces it. Instants and lengths in milliseconds. */
interface AnnouncedWindow {
  readonly reset: number;
  readonly window: number;
  /** Requests in a window. */
  readonly figure: number;
}

/** When a limit is looked at again after its Reset. */
export function looksAfter({ reset, window, figure }: AnnouncedWindow): number {
  return reset + GRACE_MS + Math.min(GRACE_MS, window / figure);
}

/**
 * When the last places of a window are best used, so that the first look after its Reset tells a fixed window from a sliding log,
 * which still counts them then: a judge grants that it shows a place again early. By that instant a limit that refills in steps
 * has shown one, too. The run waits for the Reset anyway, so that it takes no longer for this.
 *
 * @returns undefined where a sliding log could have given back the first places of the window by then, so that those over the
 *   limit could not be told from others
 */
export function tellingInstant(now: number, announced: AnnouncedWindow): number | undefined {
  const { reset, window, figure } = announced;
  const stillCounted = looksAfter(announced) - SHOWN_AGAIN * window;
  const steppedOnce = now + (LARGEST_REFILL + 1 / figure) * window;
  const instant = Math.max(stillCounted, steppedOnce) + Math.min(MARGIN_MS, window / 60);
  const firstIsBack = reset - window + SHOWN_AGAIN * window;
  const isInTime = instant - now <= LONGEST * window && instant <= firstIsBack - ROOM * window;
  return isInTime ? instant : undefined;
}
