import type { Meter } from '../meter.ts';

/** The whole second that an instant falls into. */
export function wholeSecond(now: number): number {
  return now - (now % 1_000);
}

/**
 * A fixed window: the figure, and then nothing until it is over. It opens with the first request, at the whole second that
 * this falls into, so that Reset, in whole seconds, is exact.
 *
 * @param startOf - says otherwise when the window of an instant begins: at that instant or before it
 */
export function fixedWindow(limit: number, length: number, startOf = wholeSecond): Meter {
  let start = Number.NEGATIVE_INFINITY;
  let used = 0;
  const roll = (now: number): void => {
    if (now < start + length) return;
    start = startOf(now);
    used = 0;
  };
  const remaining = (now: number): number => {
    roll(now);
    return Math.max(0, limit - used);
  };
  const resetAt = (now: number): number => {
    roll(now);
    return start + length;
  };
  return {
    limit,
    remaining,
    resetAt,
    opensAt: (now) => (remaining(now) > 0 ? now : resetAt(now)),
    use: (now) => {
      roll(now);
      used++;
    },
    forget: (at) => {
      if (at >= start) used = Math.max(0, used - 1);
    },
  };
}

/** A fixed window that begins with the clock's own minutes or days. */
export function alignedWindow(limit: number, length: number): Meter {
  return fixedWindow(limit, length, (now) => now - (now % length));
}
