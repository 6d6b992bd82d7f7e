import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { PLANS } from '../../contract/plans.ts';
import { withoutRateLimit, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import type { Turn } from '../limiter.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Defect } from './defect.ts';

const { limit, remaining, reset } = RATE_LIMIT_HEADERS;

/** Leaves the three headers out of some answers. */
function withoutHeaders(isMeant: (answer: Answer, request: PetRequest) => boolean): Hooks {
  return {
    answer: (answer, request) => (isMeant(answer, request) ? withoutRateLimit(answer) : answer),
  };
}

/** Writes one of the headers in another way; without a text it is left out. */
function written(name: string, write: (turn: Turn, now: number) => string | undefined): Hooks {
  return {
    rateHeaders: (core, turn, request, around) =>
      core(turn, request, around).flatMap(([present, value]) => {
        const text = present === name ? write(turn, around.settings.now()) : value;
        return text === undefined ? [] : [[present, text] as const];
      }),
  };
}

/** Announces another limit than the one that is kept. */
function announced(announce: (kept: number) => number): Hooks {
  return {
    rateHeaders: (core, turn, request, around) => {
      const other = announce(turn.limit);
      return core({ ...turn, limit: other, remaining: Math.min(turn.remaining, other) }, request, around);
    },
  };
}

/** The rate limit headers. */
export const rateDefects: Readonly<Record<string, Defect>> = {
  'bare-401': {
    says: 'a 401 comes without the three headers',
    breaks: ['RATE-1'],
    ...withoutHeaders(({ status }) => status === 401),
  },
  'bare-404': {
    says: 'a 404 comes without the three headers',
    breaks: ['RATE-1'],
    ...withoutHeaders(({ status }) => status === 404),
  },
  'bare-400': {
    says: 'a 400 comes without the three headers',
    breaks: ['RATE-1'],
    ...withoutHeaders(({ status }) => status === 400),
  },
  'bare-get': {
    says: 'a fetched pet comes without the three headers',
    breaks: ['RATE-1'],
    ...withoutHeaders(({ status }, request) => status === 200 && addresses(request, 'getPet')),
  },
  'bare-list': {
    says: 'a list comes without the three headers',
    breaks: ['RATE-1'],
    ...withoutHeaders(({ status }, request) => status === 200 && addresses(request, 'listPets')),
  },
  'bare-now-and-then': {
    says: 'every 37th response comes without the three headers',
    breaks: ['RATE-1'],
    remembering: () => {
      let nth = 0;
      return withoutHeaders(() => ++nth % 37 === 0);
    },
  },
  'bare-429': {
    says: 'a 429 comes without the three headers',
    breaks: ['RATE-1'],
    ...withoutHeaders(({ status }) => status === 429),
  },
  'bare-everything': { says: 'no response has the three headers', breaks: ['RATE-1'], ...withoutHeaders(() => true) },
  'no-reset': { says: 'X-RateLimit-Reset is missing', breaks: ['RATE-1'], ...written(reset, () => undefined) },
  'no-remaining': {
    says: 'X-RateLimit-Remaining is missing',
    breaks: ['RATE-1'],
    ...written(remaining, () => undefined),
  },
  'no-limit': { says: 'X-RateLimit-Limit is missing', breaks: ['RATE-1'], ...written(limit, () => undefined) },
  'reset-milliseconds': {
    says: 'Reset is a Unix time in milliseconds',
    breaks: ['RATE-2'],
    ...written(reset, ({ resetAt }) => `${resetAt}`),
  },
  'reset-delta': {
    says: 'Reset is how many seconds remain',
    breaks: ['RATE-2'],
    ...written(reset, ({ resetAt }, now) => `${Math.ceil((resetAt - now) / 1_000)}`),
  },
  'reset-iso': {
    says: 'Reset is an ISO date',
    breaks: ['RATE-2'],
    ...written(reset, ({ resetAt }) => new Date(resetAt).toISOString()),
  },
  'reset-past': {
    says: 'Reset is when the window began, long ago',
    breaks: ['RATE-2'],
    ...written(reset, (_turn, now) => `${Math.floor(now / 1_000) - 3_600}`),
  },
  'reset-far': {
    says: 'Reset is a week ahead',
    breaks: ['RATE-2'],
    ...written(reset, (_turn, now) => `${Math.floor(now / 1_000) + 604_800}`),
  },
  'remaining-negative': {
    says: 'Remaining is negative',
    breaks: ['RATE-2', 'RATE-4'],
    ...written(remaining, () => '-1'),
  },
  'remaining-above-limit': {
    says: 'Remaining is more than Limit',
    breaks: ['RATE-2', 'RATE-4'],
    ...written(remaining, (turn) => `${turn.limit + 1}`),
  },
  'remaining-text': {
    says: 'Remaining is a word',
    breaks: ['RATE-2', 'RATE-4'],
    ...written(remaining, () => 'plenty'),
  },
  'limit-header-zero': {
    says: 'Limit is 0 on responses to admitted requests',
    breaks: ['RATE-2', 'RATE-3', 'RATE-4'],
    ...written(limit, () => '0'),
  },
  'limit-header-text': {
    says: 'Limit is a phrase',
    breaks: ['RATE-2'],
    ...written(limit, (turn) => `${turn.limit} per minute`),
  },
  'limit-header-61': { says: 'Limit is 61', breaks: ['RATE-3', 'RATE-4'], ...announced(() => 61) },
  'limit-header-other-plan': {
    says: 'Limit is that of another plan',
    breaks: ['RATE-3', 'RATE-4'],
    ...announced((kept) => (kept === PLANS.pro.perMinute ? PLANS.free.perMinute : PLANS.pro.perMinute)),
  },
};
