import type { Meter } from '../meter.ts';

/**
 * A weighted counter: windows of the clock, of which the former one still counts for the share that a window ending now
 * would cover of it. A request is let in when this estimate leaves a whole place. Reset is when the clock's window is over,
 * or, when what was used in it still weighs too much by then, when a request is let in.
 *
 * @param refusedToo - a refused request counts as well
 */
export function weightedCounter(limit: number, length: number, refusedToo = false): Meter {
  let start = Number.NEGATIVE_INFINITY;
  let used = 0;
  let before = 0;
  const roll = (now: number): void => {
    const current = now - (now % length);
    if (current <= start) return;
    before = current === start + length ? used : 0;
    start = current;
    used = 0;
  };
  const remaining = (now: number): number => {
    roll(now);
    const estimate = before * (start + length - now) + used * length;
    return Math.max(0, Math.floor((limit * length - estimate) / length));
  };
  const opensAt = (now: number): number => {
    if (remaining(now) > 0) return now;
    const end = start + length;
    const room = (limit - 1 - used) * length;
    if (room >= 0) return end - Math.floor(room / before);
    return end + length - Math.floor(((limit - 1) * length) / used);
  };
  const note = (now: number): void => {
    roll(now);
    used++;
  };
  return {
    limit,
    remaining,
    opensAt,
    resetAt: (now) => Math.max(opensAt(now), start + length),
    use: note,
    ...(refusedToo && { refuse: note }),
  };
}
