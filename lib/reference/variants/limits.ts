import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../../contract/headers.ts';
import { headerOf, withHeader } from '../answer.ts';
import { fixedWindow, slidingLog } from '../meter.ts';
import type { Variant } from './variant.ts';

/** A figure that nobody reaches, so that only the day speaks. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Limits, their headers, and clocks. */
export const limitVariants: Readonly<Record<string, Variant>> = {
  'sliding-log': {
    says: 'the minute is a sliding log',
    minuteMeter: (_core, limit, length) => slidingLog(limit, length),
  },
  'clock-aligned': {
    says: 'windows begin with the minutes and the days of the clock',
    minuteMeter: (_core, limit, length) => fixedWindow(limit, length, (now) => now - (now % length)),
    dayMeter: (_core, limit, length) => fixedWindow(limit, length, (now) => now - (now % length)),
  },
  'day-only': {
    says: 'only the figure per day is kept, and the headers speak of it',
    minuteMeter: (core, _limit, length) => core(UNLIMITED, length),
  },
  'anonymous-other-limit': {
    says: 'callers without a key are told another limit',
    rateHeaders: (core, turn, request, around) =>
      core(request.authorization.length === 0 ? { ...turn, limit: 9_999_999 } : turn, request, around),
  },
  'retry-after-date': {
    says: 'Retry-After is a date',
    answer: (answer, _request, { settings }) => {
      const seconds = headerOf(answer, RETRY_AFTER);
      if (seconds === undefined) return answer;
      return withHeader(answer, RETRY_AFTER, new Date(settings.now() + 1_000 * Number(seconds) + 999).toUTCString());
    },
  },
  'bare-429-body': {
    says: 'a 429 has no body',
    answer: (answer) =>
      answer.status === 429 ? { ...withHeader(answer, 'Content-Type'), body: new Uint8Array() } : answer,
  },
  'more-limit-headers': {
    says: 'answers carry the headers of a newer draft too',
    answer: (answer) => {
      const limit = headerOf(answer, RATE_LIMIT_HEADERS.limit) ?? '';
      return withHeader(
        withHeader(answer, 'RateLimit-Policy', `"minute";q=${limit};w=60`),
        'RateLimit',
        `"minute";r=1;t=60`,
      );
    },
  },
  'no-date': { says: 'answers carry no Date', answer: (answer) => withHeader(answer, 'Date') },
  'clock-ahead': { says: 'the clock of the service is 90 seconds ahead', options: { clockAhead: 90 } },
  'clock-behind': { says: 'the clock of the service is 90 seconds behind', options: { clockAhead: -90 } },
};
