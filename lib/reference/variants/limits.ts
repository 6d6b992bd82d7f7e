import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { headerOf, withHeader } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { withPolicies } from '../limit-policies.ts';
import type { Turn, WindowReading } from '../limiter.ts';
import type { Variant } from './variant.ts';

/** The headers speak of another window than the tighter one. */
function speakingOf(choose: (turn: Turn) => WindowReading): Hooks {
  return { rateHeaders: (core, turn, ...around) => core({ ...turn, ...choose(turn) }, ...around) };
}

/** Date is that of another clock. @param ahead - in seconds */
function dated(ahead: number): Hooks {
  return { answer: (answer) => withHeader(answer, 'Date', new Date(Date.now() + 1_000 * ahead).toUTCString()) };
}

/**
 * Each response is of the next instance: its Date and its Reset are by the clock of that one.
 *
 * @param clocks - by how many seconds each is ahead
 */
function byClocksInTurn(clocks: readonly number[]): Pick<Variant, 'remembering'> {
  return {
    remembering: () => {
      let responses = 0;
      return {
        answer: (answer) => {
          const ahead = clocks[responses++ % clocks.length] ?? 0;
          const reset = Number(headerOf(answer, RATE_LIMIT_HEADERS.reset) ?? 0) + ahead;
          const byClock = withHeader(answer, 'Date', new Date(Date.now() + 1_000 * ahead).toUTCString());
          return withHeader(byClock, RATE_LIMIT_HEADERS.reset, `${reset}`);
        },
      };
    },
  };
}

/** Who calls without a valid key. */
const NOBODY = { key: '', account: 'nobody', figures: { perMinute: 5, perDay: 100_000 } };

/** Limits, their headers, and clocks. */
export const limitVariants: Readonly<Record<string, Variant>> = {
  'headers-of-the-day': {
    says: 'the headers speak of the day always, also while the minute refuses',
    closeTo: ['RATE-3', 'RATE-9'],
    ...speakingOf(({ day }) => day),
  },
  'headers-of-the-day-of-a-bucket': {
    says: 'the headers speak of the day always, and a bucket refills while it is used up',
    closeTo: ['RATE-5'],
    options: { limiter: 'token-bucket' },
    ...speakingOf(({ day }) => day),
  },
  'headers-of-the-day-but-429': {
    says: 'the headers speak of the day, and those of a 429 of the window that refuses',
    ...speakingOf((turn) => (turn.admitted ? turn.day : turn)),
  },
  'anonymous-other-limit': {
    says: 'callers without a key are told another limit',
    closeTo: ['RATE-3'],
    rateHeaders: (core, turn, request, around) =>
      core(request.authorization.length === 0 ? { ...turn, limit: 9_999_999 } : turn, request, around),
  },
  'anonymous-few': {
    says: 'callers without a valid key may send five requests a minute together',
    closeTo: ['AUTH-1'],
    takeTurn: (core, caller = NOBODY, ...around) => core(caller, ...around),
  },
  'limit-with-policies': {
    says: 'a policy follows the number of the limit, as several gateways have it',
    warns: ['RATE-2'],
    answer: withPolicies,
  },
  'retry-after-date': { says: 'Retry-After is a date', closeTo: ['RATE-7'], options: { retryAfter: 'date' } },
  'retry-after-of-a-window': {
    says: 'windows begin with the minutes of the clock, and Retry-After is a whole window, whenever the request came',
    closeTo: ['RATE-13'],
    warns: ['RATE-9'],
    options: { limiter: 'aligned' },
    takeTurn: async (core, caller, request, around) => {
      const turn = await core(caller, request, around);
      return turn.admitted ? turn : { ...turn, retryAfter: around.settings.windows.minute / 1_000 };
    },
  },
  'retry-after-longer': {
    says: 'Retry-After is a second longer than needed',
    closeTo: ['RATE-7'],
    takeTurn: async (core, ...given) => {
      const turn = await core(...given);
      return turn.admitted ? turn : { ...turn, retryAfter: turn.retryAfter + 1 };
    },
  },
  'bare-429-body': {
    says: 'a 429 has no body',
    closeTo: ['RATE-7'],
    answer: (answer) =>
      answer.status === 429 ? { ...withHeader(answer, 'Content-Type'), body: new Uint8Array() } : answer,
  },
  'more-limit-headers': {
    says: 'responses carry the headers of a newer draft too',
    answer: (answer) => {
      const limit = headerOf(answer, RATE_LIMIT_HEADERS.limit) ?? '';
      return withHeader(
        withHeader(answer, 'RateLimit-Policy', `"minute";q=${limit};w=60`),
        'RateLimit',
        `"minute";r=1;t=60`,
      );
    },
  },
  'no-date': { says: 'responses carry no Date', answer: (answer) => withHeader(answer, 'Date') },
  'date-of-two-seconds': {
    says: 'one Date is written into the responses of two seconds',
    remembering: () => {
      let kept: string | undefined;
      let until = 0;
      return {
        answer: (answer) => {
          const now = performance.now();
          if (kept === undefined || now >= until) {
            kept = headerOf(answer, 'Date');
            until = now + 1_900;
          }
          return withHeader(answer, 'Date', kept);
        },
      };
    },
  },
  'date-of-a-gateway-ahead': {
    says: 'a gateway writes Date, and its clock is an hour ahead of that of the service, which is right',
    closeTo: ['RATE-2', 'RATE-13'],
    ...dated(3_600),
  },
  'date-of-a-gateway-behind': {
    says: 'a gateway writes Date, and its clock is two minutes behind that of the service, which is right',
    closeTo: ['RATE-9', 'RATE-13'],
    ...dated(-120),
  },
  'date-of-a-gateway-nearly-right': {
    says: 'a gateway writes Date, and its clock is eight seconds ahead of that of the service, which is right',
    closeTo: ['RATE-9', 'RATE-13'],
    ...dated(8),
  },
  'retry-date-of-a-gateway-ahead': {
    says: 'Retry-After is a date by the clock of the service, which is right, and a gateway writes Date, whose clock is eight seconds ahead',
    closeTo: ['RATE-8'],
    options: { retryAfter: 'date' },
    ...dated(8),
  },
  'clock-ahead': {
    says: 'the clock of the service is 90 seconds ahead',
    closeTo: ['RATE-2'],
    options: { clockAhead: 90 },
  },
  'clock-behind': { says: 'the clock of the service is 90 seconds behind', options: { clockAhead: -90 } },
  'clock-just-behind-dates': {
    says: 'the clock of the service is 2.5 seconds behind, and Retry-After is a date by it',
    closeTo: ['RATE-8'],
    options: { clockAhead: -2.5, retryAfter: 'date' },
  },
  'clocks-of-instances': {
    says: 'three instances respond in turn, of which the clocks are up to six seconds apart',
    closeTo: ['RATE-4', 'RATE-5'],
    ...byClocksInTurn([0, 4, -2]),
  },
  'clocks-of-instances-sliding': {
    says: 'the minute is a sliding log, and two instances respond in turn, of which the clocks are 40 seconds apart',
    closeTo: ['RATE-13'],
    options: { limiter: 'sliding-log' },
    ...byClocksInTurn([0, 40]),
  },
  'clock-ahead-sliding': {
    says: 'the minute is a sliding log, and the clock of the service is 90 seconds ahead',
    options: { clockAhead: 90, limiter: 'sliding-log' },
  },
  'clock-behind-sliding': {
    says: 'the minute is a sliding log, and the clock of the service is 90 seconds behind',
    options: { clockAhead: -90, limiter: 'sliding-log' },
  },
};
