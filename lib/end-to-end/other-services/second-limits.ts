import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Section 8 gives every figure a minute one of a day. */
const PER_DAY = new Map([
  [60, 1_000],
  [300, 10_000],
  [1_000, 100_000],
]);

/** Strangers share one window per address, with a figure of its own. */
const PER_MINUTE_WITHOUT_KEY = 500;

/** Counts a request, and puts what is left on its answer; says whether the caller may go on. */
export type Meter = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/** Windows of a minute, which has `minuteSeconds` seconds, and of a day per key, each starting at a caller's first request. */
export function createMeter(keys: readonly string[], perMinute: number, minuteSeconds: number): Meter {
  const perDay = PER_DAY.get(perMinute) ?? perMinute * 1_440;
  const known = [
    new RateLimiterMemory({ keyPrefix: 'minute', points: perMinute, duration: minuteSeconds }),
    new RateLimiterMemory({ keyPrefix: 'day', points: perDay, duration: 86_400 }),
  ];
  const unknown = [
    new RateLimiterMemory({ keyPrefix: 'address', points: PER_MINUTE_WITHOUT_KEY, duration: minuteSeconds }),
  ];

  return async (request, reply) => {
    const key = keys.find((one) => request.headers.authorization?.endsWith(` ${one}`) === true);
    const windows = await Promise.all(
      (key === undefined ? unknown : known).map((one) => spend(one, key ?? request.ip)),
    );
    const tightest = windows.toSorted((a, b) => a.left - b.left || b.ends - a.ends)[0];
    if (tightest === undefined) return true;
    void reply.headers({
      'x-ratelimit-limit': tightest.points,
      'x-ratelimit-remaining': tightest.left,
      'x-ratelimit-reset': Math.ceil(tightest.ends / 1_000),
    });
    const waits = windows.filter(({ admitted }) => !admitted).map(({ ends }) => ends - Date.now());
    if (waits.length > 0) void reply.header('retry-after', Math.max(1, Math.ceil(Math.max(...waits) / 1_000)));
    return waits.length === 0;
  };
}

async function spend(limiter: RateLimiterMemory, caller: string) {
  const { admitted, state } = await limiter.consume(caller).then(
    (result) => ({ admitted: true, state: result }),
    (reason: unknown) => {
      if (reason instanceof RateLimiterRes) return { admitted: false, state: reason };
      throw reason;
    },
  );
  return { admitted, points: limiter.points, left: state.remainingPoints, ends: Date.now() + state.msBeforeNext };
}
