import type { Meter } from '../meter.ts';

/** How a bucket may differ. */
interface BucketOptions {
  /** How many tokens it holds, `limit` by default. */
  readonly burst?: number;
  /** What Reset announces: when the bucket is full again, which is the default, or when the next token comes. */
  readonly announces?: 'full' | 'next-token';
}

/** A token bucket: it starts full, every request takes a token, and `limit` tokens come back per `length`, evenly. */
export function tokenBucket(limit: number, length: number, options: BucketOptions = {}): Meter {
  const { burst = limit, announces = 'full' } = options;
  // Counted in parts of a token, `length` to one, of which `limit` come back per millisecond: all whole numbers.
  const full = burst * length;
  let level = full;
  let at = Number.NEGATIVE_INFINITY;
  const levelAt = (now: number): number => (now > at ? Math.min(full, level + (now - at) * limit) : level);
  const reaches = (wanted: number, now: number): number => now + Math.ceil(Math.max(0, wanted - levelAt(now)) / limit);
  const remaining = (now: number): number => Math.floor(levelAt(now) / length);
  return {
    limit,
    remaining,
    resetAt: (now) => reaches(announces === 'full' ? full : Math.min(full, (remaining(now) + 1) * length), now),
    opensAt: (now) => reaches(length, now),
    use: (now) => {
      level = levelAt(now) - length;
      at = Math.max(at, now);
    },
  };
}
