/** Counts the requests of one caller against one figure. Instants are milliseconds since 1970. */
export interface Meter {
  readonly limit: number;
  /** How many requests are left at an instant. */
  remaining(now: number): number;
  /** When the window that an instant falls into is over. */
  resetAt(now: number): number;
  /** From when on a request is let in again, at the earliest `now`. */
  opensAt(now: number): number;
  /** Takes one request from what is left. */
  use(now: number): void;
}

/** Makes the meter of one caller: `limit` requests per `length` milliseconds. */
export type MakeMeter = (limit: number, length: number) => Meter;

/**
 * A fixed window. It opens with the first request, at the whole second that this falls into, so that Reset, in whole
 * seconds, is exact; `startOf` may say otherwise.
 */
export function fixedWindow(
  limit: number,
  length: number,
  startOf = (now: number): number => Math.floor(now / 1_000) * 1_000,
): Meter {
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
  };
}

/** A sliding log: every request is let in when fewer than `limit` were let in within the `length` before it. */
export function slidingLog(limit: number, length: number): Meter {
  let log: number[] = [];
  const recent = (now: number): readonly number[] => {
    if ((log[0] ?? now) <= now - length) log = log.filter((instant) => instant > now - length);
    return log;
  };
  const resetAt = (now: number): number => (recent(now)[0] ?? now) + length;
  return {
    limit,
    remaining: (now) => Math.max(0, limit - recent(now).length),
    resetAt,
    opensAt: (now) => (recent(now).length < limit ? now : resetAt(now)),
    use: (now) => {
      log.push(now);
    },
  };
}
