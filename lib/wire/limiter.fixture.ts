/** How a simulated limiter counts. */
type Kind = 'fixed' | 'aligned' | 'sliding-log' | 'weighted' | 'token-bucket';

export const KINDS: readonly Kind[] = ['fixed', 'aligned', 'sliding-log', 'weighted', 'token-bucket'];

/** What a simulated limiter is made of; lengths and instants in milliseconds of its own clock. */
export interface LimiterOptions {
  readonly kind: Kind;
  readonly limit: number;
  readonly window: number;
  /** Whether a refused request uses a unit of a sliding log. */
  readonly countsRefused: boolean;
  /** Whether Reset is when everything is free again, not when the next unit is. For the kinds that refill. */
  readonly resetsFully: boolean;
}

/** One caller's limiter. */
export interface Limiter {
  take(now: number): boolean;
  remaining(now: number): number;
  resetAt(now: number): number;
  /** From when on a silent caller is admitted. */
  opensAt(now: number): number;
}

export function simulatedLimiter(options: LimiterOptions): Limiter {
  return MADE[options.kind](options);
}

const MADE: Readonly<Record<Kind, (options: LimiterOptions) => Limiter>> = {
  fixed: (options) => fixed(options, (now) => now),
  aligned: (options) => fixed(options, (now) => now - (now % options.window)),
  'sliding-log': slidingLog,
  weighted,
  'token-bucket': tokenBucket,
};

function fixed({ limit, window }: LimiterOptions, startOf: (now: number) => number): Limiter {
  let end = -Infinity;
  let used = 0;
  const turn = (now: number) => {
    if (now >= end) [end, used] = [startOf(now) + window, 0];
  };
  return {
    take(now) {
      turn(now);
      if (used >= limit) return false;
      used += 1;
      return true;
    },
    remaining(now) {
      turn(now);
      return limit - used;
    },
    resetAt(now) {
      turn(now);
      return end;
    },
    opensAt: (now) => (used < limit ? now : end),
  };
}

function slidingLog({ limit, window, countsRefused, resetsFully }: LimiterOptions): Limiter {
  const log: number[] = [];
  const recent = (now: number) => {
    while ((log[0] ?? now) <= now - window) log.shift();
    return log;
  };
  const opensAt = (now: number) => {
    const all = recent(now);
    return all.length < limit ? now : (all[all.length - limit] ?? now) + window;
  };
  return {
    take(now) {
      const fits = recent(now).length < limit;
      if (fits || countsRefused) log.push(now);
      return fits;
    },
    remaining: (now) => Math.max(0, limit - recent(now).length),
    resetAt: (now) => (resetsFully ? now : (recent(now)[0] ?? now)) + window,
    opensAt,
  };
}

function weighted({ limit, window }: LimiterOptions): Limiter {
  const counts = new Map<number, number>();
  const estimate = (now: number) => {
    const index = Math.floor(now / window);
    const elapsed = (now - index * window) / window;
    return (counts.get(index) ?? 0) + (counts.get(index - 1) ?? 0) * (1 - elapsed);
  };
  const fits = (now: number) => estimate(now) + 1 <= limit + 1e-9;
  return {
    take(now) {
      if (!fits(now)) return false;
      const index = Math.floor(now / window);
      counts.set(index, (counts.get(index) ?? 0) + 1);
      return true;
    },
    remaining: (now) => Math.max(0, Math.floor(limit - estimate(now) + 1e-9)),
    resetAt: (now) => (Math.floor(now / window) + 1) * window,
    opensAt(now) {
      for (let at = now; ; at += window / 1_000) if (fits(at)) return at;
    },
  };
}

function tokenBucket({ limit, window, resetsFully }: LimiterOptions): Limiter {
  let tokens = limit;
  let filledAt = -Infinity;
  const pace = limit / window;
  const fill = (now: number) => {
    tokens = filledAt === -Infinity ? limit : Math.min(limit, tokens + (now - filledAt) * pace);
    filledAt = now;
    return tokens;
  };
  return {
    take(now) {
      if (fill(now) < 1) return false;
      tokens -= 1;
      return true;
    },
    remaining: (now) => Math.floor(fill(now)),
    resetAt: (now) => now + (resetsFully ? limit - fill(now) : Math.max(0, 1 - fill(now))) / pace,
    opensAt: (now) => now + Math.max(0, 1 - fill(now)) / pace,
  };
}
