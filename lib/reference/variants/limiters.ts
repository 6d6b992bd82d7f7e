import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import type { Hooks, Surroundings } from '../hooks.ts';
import type { Meter } from '../meter.ts';
import { fixedWindow, wholeSecond } from '../meters/fixed-window.ts';
import { slidingLog } from '../meters/sliding-log.ts';
import { tokenBucket } from '../meters/token-bucket.ts';
import { weightedCounter } from '../meters/weighted-counter.ts';
import { windowInParts } from '../meters/window-in-parts.ts';
import { late } from './late.ts';
import type { Variant } from './variant.ts';

/** The meter of the minute with another reset announced; what is admitted stays the same. */
function resettingAt(resetAt: (now: number, length: number) => number): Hooks {
  return {
    minuteMeter: (core, limit, length) => {
      const meter = core(limit, length);
      return { ...meter, resetAt: (now) => resetAt(now, length) };
    },
  };
}

/** A weighted counter whose Reset is the next instant at which it counts one request less of the window before, where that one had any. */
function announcingNextUnit(meter: Meter, length: number): Meter {
  const used = new Map<number, number>();
  return {
    ...meter,
    use: (now) => {
      const window = Math.floor(now / length);
      used.set(window, (used.get(window) ?? 0) + 1);
      meter.use(now);
    },
    resetAt: (now) => {
      const window = Math.floor(now / length);
      const left = (window + 1) * length - now;
      const before = used.get(window - 1) ?? 0;
      return now + (before === 0 ? left : left % (length / before));
    },
  };
}

/** In how many milliseconds that many tokens come back to the bucket of the first caller. */
function timeOf(tokens: number, { settings: { windows, callers } }: Surroundings): number {
  return (tokens * windows.minute) / (callers[0]?.figures.perMinute ?? 1);
}

/** Half of that many milliseconds, less what a request and its answer take besides; a tenth of a second at most. */
function halfOf(milliseconds: number): number {
  return Math.min(100, milliseconds / 2) - 3;
}

/** Kinds of limiter, and how they announce their resets. */
export const limiterVariants: Readonly<Record<string, Variant>> = {
  'sliding-log': { says: 'the minute is a sliding log', closeTo: ['RATE-12'], options: { limiter: 'sliding-log' } },
  'clock-aligned': {
    says: 'windows begin with the minutes and the days of the clock',
    closeTo: ['RATE-5'],
    options: { limiter: 'aligned' },
  },
  'weighted-counter': {
    says: 'the minute is a counter of which the former window still weighs',
    closeTo: ['RATE-5', 'RATE-12'],
    options: { limiter: 'weighted' },
  },
  'token-bucket': {
    says: 'the minute is a bucket of tokens',
    closeTo: ['RATE-5'],
    options: { limiter: 'token-bucket' },
  },
  'sliding-log-window-ahead': {
    says: 'the minute is a sliding log, and Reset is a whole window from now',
    closeTo: ['RATE-9'],
    options: { limiter: 'sliding-log' },
    ...resettingAt((now, length) => now + length),
  },
  'sliding-log-of-seconds': {
    says: 'the minute is a sliding log of whole seconds: Reset is rounded down, and kept',
    closeTo: ['RATE-13'],
    minuteMeter: (_core, limit, length) => {
      const log = slidingLog(limit, length);
      return { ...log, use: (now) => log.use(wholeSecond(now)) };
    },
  },
  'sliding-log-of-refusals': {
    says: 'the minute is a sliding log, in which refused requests take a place too',
    minuteMeter: (_core, limit, length) => slidingLog(limit, length, true),
  },
  'weighted-counter-of-refusals': {
    says: 'the minute is a counter of which the former window still weighs, and refused requests count too',
    minuteMeter: (_core, limit, length) => weightedCounter(limit, length, true),
  },
  'weighted-clock-reset': {
    says: 'the minute is a weighted counter, and Reset is always the end of the minute of the clock',
    options: { limiter: 'weighted' },
    ...resettingAt((now, length) => now - (now % length) + length),
  },
  'weighted-window-ahead': {
    says: 'the minute is a weighted counter, and Reset is a whole window from now',
    options: { limiter: 'weighted' },
    ...resettingAt((now, length) => now + length),
  },
  'weighted-next-unit': {
    says: 'the minute is a weighted counter, and Reset is when the next request of the minute before stops weighing, or when that of the clock ends',
    closeTo: ['RATE-4'],
    minuteMeter: (_core, limit, length) => announcingNextUnit(weightedCounter(limit, length), length),
  },
  'weighted-next-when-used-up': {
    says: 'the minute is a weighted counter, and Reset is the end of that of the clock, or, where nothing remains when the next request is admitted',
    closeTo: ['RATE-4', 'RATE-13'],
    minuteMeter: (_core, limit, length) => {
      const meter = weightedCounter(limit, length);
      const endAt = (now: number) => now - (now % length) + length;
      return { ...meter, resetAt: (now) => (meter.remaining(now) > 0 ? endAt(now) : meter.opensAt(now)) };
    },
  },
  'bucket-of-slow-service': {
    says: 'the minute is a bucket of tokens, and every response takes 90 milliseconds',
    options: { limiter: 'token-bucket' },
    ...late(() => 90),
  },
  'bucket-of-far-service': {
    says: 'the minute is a bucket of tokens, of which four come back during every response: more than a burst is over it',
    options: { limiter: 'token-bucket' },
    ...late((around) => Math.min(1_000, timeOf(4.2, around))),
  },
  'bucket-in-step': {
    says: 'the minute is a bucket of tokens, and two responses take as long as one token: Remaining falls with every other request',
    closeTo: ['RATE-4', 'RATE-5'],
    options: { limiter: 'token-bucket' },
    ...late((around) => halfOf(timeOf(1, around))),
  },
  'bucket-next-token': {
    says: 'the minute is a bucket of tokens, and Reset is when the next one comes',
    minuteMeter: (_core, limit, length) => tokenBucket(limit, length, { announces: 'next-token' }),
  },
  'bucket-small': {
    says: 'the minute is a bucket that holds half of the limit, and Remaining says so',
    closeTo: ['RATE-3'],
    minuteMeter: (_core, limit, length) => tokenBucket(limit, length, { burst: Math.ceil(limit / 2) }),
  },
  'window-in-halves': {
    says: 'the minute is a sliding window kept in two halves: what was used in one is restored together',
    minuteMeter: (_core, limit, length) => windowInParts(limit, length, 2),
  },
  'window-in-eighths': {
    says: 'the minute is a sliding window kept in eight parts: what was used in one is restored together',
    minuteMeter: (_core, limit, length) => windowInParts(limit, length, 8),
  },
  'window-to-the-millisecond': {
    says: 'the window opens with the first request to the millisecond, and Reset is rounded up',
    closeTo: ['RATE-13'],
    minuteMeter: (_core, limit, length) => fixedWindow(limit, length, (now) => now),
  },
  'reset-from-ttl': {
    says: 'Reset is reckoned from the seconds left, rounded up, so that it is off by up to a second',
    closeTo: ['RATE-2'],
    minuteMeter: (_core, limit, length) => fixedWindow(limit, length, (now) => now),
    rateHeaders: (core, turn, request, around) => {
      const now = around.settings.now();
      const reset = Math.floor(now / 1_000) + Math.ceil((turn.resetAt - now) / 1_000);
      return core(turn, request, around).map(([name, value]) =>
        name === RATE_LIMIT_HEADERS.reset ? [name, `${reset}`] : [name, value],
      );
    },
  },
};
