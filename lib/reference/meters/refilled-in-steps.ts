import type { Meter } from '../meter.ts';

/**
 * A bucket that is filled at intervals: some units at a time, as many per `length` as the limit. It is full at first; an interval begins
 * with the first request of a full one.
 */
export function refilledInSteps(limit: number, length: number, share: number): Meter {
  const step = (length * share) / limit;
  let used = 0;
  let at = Number.NEGATIVE_INFINITY;
  const roll = (now: number): void => {
    if (used === 0) at = now;
    const passed = Math.floor((now - at) / step);
    if (passed <= 0) return;
    used = Math.max(0, used - passed * share);
    at += passed * step;
  };
  const remaining = (now: number): number => {
    roll(now);
    return limit - used;
  };
  return {
    limit,
    remaining,
    resetAt: (now) => {
      roll(now);
      return used === 0 ? now : at + Math.ceil(used / share) * step;
    },
    opensAt: (now) => (remaining(now) > 0 ? now : at + step),
    use: (now) => {
      roll(now);
      used++;
    },
  };
}
