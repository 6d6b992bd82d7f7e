import type { Meter } from '../meter.ts';

/**
 * A sliding log: a request is let in when fewer than `limit` were within the `length` before it. Reset is when the next
 * place becomes free.
 *
 * @param refusedToo - a refused request takes a place in the log as well
 */
export function slidingLog(limit: number, length: number, refusedToo = false): Meter {
  let log: number[] = [];
  const recent = (now: number): readonly number[] => {
    if ((log[0] ?? now) <= now - length) log = log.filter((instant) => instant > now - length);
    return log;
  };
  const freeAt = (now: number): number => {
    const places = recent(now);
    return (places[Math.max(0, places.length - limit)] ?? now) + length;
  };
  const note = (now: number): void => {
    log.push(now);
  };
  return {
    limit,
    remaining: (now) => Math.max(0, limit - recent(now).length),
    resetAt: freeAt,
    opensAt: (now) => (recent(now).length < limit ? now : freeAt(now)),
    use: note,
    ...(refusedToo && { refuse: note }),
  };
}
