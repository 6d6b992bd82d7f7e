import type { Meter } from '../meter.ts';

/**
 * A sliding window kept in equal parts of the clock: what was used in a part comes back together, a window after that part began. Reset is
 * when the next units come back.
 */
export function windowInParts(limit: number, length: number, parts: number): Meter {
  const part = length / parts;
  let used = new Map<number, number>();
  const partOf = (now: number): number => Math.floor(now / part);
  const usedBy = (now: number): number => {
    const oldest = partOf(now) - parts + 1;
    used = new Map([...used].filter(([one]) => one >= oldest));
    return [...used.values()].reduce((sum, one) => sum + one, 0);
  };
  const remaining = (now: number): number => Math.max(0, limit - usedBy(now));
  const resetAt = (now: number): number => {
    usedBy(now);
    const [first = partOf(now)] = used.keys();
    return Math.ceil((first + parts) * part);
  };
  return {
    limit,
    remaining,
    resetAt,
    opensAt: (now) => (remaining(now) > 0 ? now : resetAt(now)),
    use: (now) => {
      usedBy(now);
      used.set(partOf(now), (used.get(partOf(now)) ?? 0) + 1);
    },
    forget: (at) => {
      const count = used.get(partOf(at)) ?? 0;
      if (count > 1) used.set(partOf(at), count - 1);
      else used.delete(partOf(at));
    },
  };
}
