import type { Hooks } from '../hooks.ts';
import type { Turn, WindowReading } from '../limiter.ts';
import { ANONYMOUS } from '../rate-limit.ts';
import type { Variant } from './variant.ts';

/** Opens every day with that many requests left; those without a key have a day of their own. */
function dayWith(left: number): Hooks {
  return {
    dayMeter: (core, limit, length) => {
      const meter = core(limit, length);
      let isSpent = limit === ANONYMOUS.perDay;
      const spent = (now: number) => {
        if (isSpent) return;
        for (let used = left; used < limit; used++) meter.use(now);
        isSpent = true;
      };
      return {
        limit,
        remaining: (now) => (spent(now), meter.remaining(now)),
        resetAt: (now) => (spent(now), meter.resetAt(now)),
        opensAt: (now) => (spent(now), meter.opensAt(now)),
        use: (now) => (spent(now), meter.use(now)),
      };
    },
  };
}

/** The headers speak of a window that may not be the tighter one. */
function speakingOf(choose: (turn: Turn) => WindowReading): Hooks {
  return { rateHeaders: (core, turn, ...around) => core({ ...turn, ...choose(turn) }, ...around) };
}

/** A day of which much is used up already. */
export const dayVariants: Readonly<Record<string, Variant>> = {
  'day-nearly-spent': { says: '60 requests of the daily quota remain', closeTo: ['RATE-6'], ...dayWith(60) },
  'day-nearly-spent-silently': {
    says: '60 requests of the daily quota remain, and the headers speak of the minute',
    ...dayWith(60),
    ...speakingOf(({ minute }) => minute),
  },
  'day-nearly-spent-told-late': {
    says: '60 requests of the daily quota remain, and only the 429 speaks of it',
    ...dayWith(60),
    ...speakingOf((turn) => (turn.admitted ? turn.minute : turn.day)),
  },
  'day-spent': { says: 'the daily quota is spent', ...dayWith(0) },
  'day-all-but-spent': { says: '5 requests of the daily quota remain', ...dayWith(5) },
};
