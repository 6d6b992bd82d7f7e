import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../../contract/headers.ts';
import { errorAnswer, withBody, withHeader } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { fixedWindow } from '../meters/fixed-window.ts';
import { refilledInSteps } from '../meters/refilled-in-steps.ts';
import { slidingLog } from '../meters/sliding-log.ts';
import { tokenBucket } from '../meters/token-bucket.ts';
import { randomFrom } from '../random.ts';
import type { Variant } from './variant.ts';

/** The reset in another form; an instant in milliseconds in, whole seconds out. */
function resetAs(round: (instant: number, now: number) => number): Hooks {
  return {
    rateHeaders: (core, turn, request, around) =>
      core(turn, request, around).map(([name, value]) =>
        name === RATE_LIMIT_HEADERS.reset ? [name, `${round(turn.resetAt, around.settings.now())}`] : [name, value],
      ),
  };
}

/** The body of a refusal. */
function refusedWith(body: string, mediaType: string): Hooks {
  return { answer: (answer) => (answer.status === 429 ? withBody(answer, body, mediaType) : answer) };
}

/** Refusals of the limiter, and its rounding. */
export const refusalVariants: Readonly<Record<string, Variant>> = {
  'html-429': {
    says: 'a 429 is an HTML page',
    closeTo: ['JSON-1'],
    ...refusedWith('<h1>Slow down</h1>', 'text/html'),
  },
  'text-429': { says: 'a 429 is plain text', ...refusedWith('slow down', 'text/plain; charset=utf-8') },
  'other-json-429': {
    says: 'a 429 has JSON of another form',
    closeTo: ['ERR-6'],
    ...refusedWith('{"errors":[{"title":"slow down","status":"429"}]}', 'application/json'),
  },
  'retry-after-by-chance': {
    says: 'Retry-After is up to two seconds longer than needed, so that not all come back at once',
    closeTo: ['RATE-8'],
    remembering: () => {
      const random = randomFrom(3);
      return {
        takeTurn: async (core, ...given) => {
          const turn = await core(...given);
          return turn.admitted ? turn : { ...turn, retryAfter: turn.retryAfter + random.whole(3) };
        },
      };
    },
  },
  'retry-after-on-all': {
    says: 'responses other than refusals carry a Retry-After of 0',
    answer: (answer) => (answer.status === 429 ? answer : withHeader(answer, RETRY_AFTER, '0')),
  },
  'retry-after-tells-the-window': {
    says: 'every response carries the seconds until Reset as Retry-After, whether it is a refusal or not',
    rateHeaders: (core, turn, request, around) => {
      const seconds = `${Math.max(1, Math.ceil((turn.resetAt - around.settings.now()) / 1_000))}`;
      return [...core(turn, request, around), ...(turn.admitted ? [[RETRY_AFTER, seconds] as const] : [])];
    },
  },
  'reset-rounded-down': {
    says: 'the window opens with the first request to the millisecond, and Reset is rounded down',
    closeTo: ['RATE-13'],
    minuteMeter: (_core, limit, length) => fixedWindow(limit, length, (now) => now),
    ...resetAs((instant) => Math.floor(instant / 1_000)),
  },
  'reset-rounded': {
    says: 'the minute is a sliding log, and Reset is rounded to the nearest second',
    minuteMeter: (_core, limit, length) => slidingLog(limit, length),
    ...resetAs((instant) => Math.round(instant / 1_000)),
  },
  'bucket-reset-now': {
    says: 'the minute is a bucket of tokens, and Reset is when the next request is admitted: now, mostly',
    closeTo: ['RATE-2'],
    minuteMeter: (_core, limit, length) => {
      const bucket = tokenBucket(limit, length);
      return { ...bucket, resetAt: (now) => bucket.opensAt(now) };
    },
  },
  'refill-in-steps': {
    says: 'a sixth of the limit is restored every sixth of the window',
    closeTo: ['RATE-4'],
    minuteMeter: (_core, limit, length) => refilledInSteps(limit, length, limit / 6),
  },
  'refill-five-at-a-time': {
    says: 'the minute is a bucket that is filled at intervals with five tokens at a time',
    minuteMeter: (_core, limit, length) => refilledInSteps(limit, length, 5),
  },
  'refusals-close-connection': {
    says: 'the connection is closed after a 429, whose body is an Error with a code of its own',
    answer: (answer) =>
      answer.status === 429
        ? withHeader(withBody(answer, errorAnswer(429, 'quota', 'slow down').body), 'Connection', 'close')
        : answer,
  },
  'limit-headers-in-small-letters': {
    says: 'the three headers are written in small letters, with blanks around their values',
    rateHeaders: (core, ...given) => core(...given).map(([name, value]) => [name.toLowerCase(), ` ${value} `]),
  },
};
