import { RETRY_AFTER } from '../../contract/headers.ts';
import { headerOf, withHeader } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Defect } from './defect.ts';
import { turned } from './turns.ts';

/** Asks to wait another number of seconds than it takes. */
function waiting(seconds: (needed: number) => number): Hooks {
  return turned((turn) => (turn.admitted ? turn : { ...turn, retryAfter: seconds(turn.retryAfter) }));
}

/** Writes Retry-After in another way; without a text it is left out. */
function written(
  write: (needed: number, now: number) => string | undefined,
  isMeant = (_request: PetRequest): boolean => true,
): Hooks {
  return {
    answer: (answer, request, { settings }) =>
      answer.status === 429 && isMeant(request)
        ? withHeader(answer, RETRY_AFTER, write(Number(headerOf(answer, RETRY_AFTER)), settings.now()))
        : answer,
  };
}

/** Retry-After. */
export const retryAfterDefects: Readonly<Record<string, Defect>> = {
  'retry-after-missing': {
    says: 'a 429 carries no Retry-After',
    breaks: ['RATE-7'],
    ...written(() => undefined),
  },
  'retry-after-missing-on-get': {
    says: 'a 429 of getPet carries no Retry-After',
    breaks: ['RATE-7'],
    ...written(
      () => undefined,
      (request) => addresses(request, 'getPet'),
    ),
  },
  'retry-after-on-200': {
    says: 'a 200 carries Retry-After, and a 429 does not',
    breaks: ['RATE-7'],
    answer: (answer) =>
      answer.status === 429
        ? withHeader(answer, RETRY_AFTER)
        : answer.status === 200
          ? withHeader(answer, RETRY_AFTER, '0')
          : answer,
  },
  'retry-after-negative': {
    says: 'Retry-After is negative',
    breaks: ['RATE-7'],
    ...written((needed) => `-${needed}`),
  },
  'retry-after-with-unit': {
    says: 'Retry-After names its unit',
    breaks: ['RATE-7'],
    ...written((needed) => `${needed}s`),
  },
  'retry-after-iso': {
    says: 'Retry-After is an ISO date',
    breaks: ['RATE-7'],
    ...written((needed, now) => new Date(now + 1_000 * needed).toISOString()),
  },
  'retry-after-unix-time': {
    says: 'Retry-After is the instant of Reset, as a Unix time',
    breaks: ['RATE-7'],
    ...written((needed, now) => `${Math.ceil(now / 1_000) + needed}`),
  },
  'retry-after-1': { says: 'Retry-After is always 1', breaks: ['RATE-8', 'RATE-9'], ...waiting(() => 1) },
  'retry-after-0': { says: 'Retry-After is always 0', breaks: ['RATE-8', 'RATE-9'], ...waiting(() => 0) },
  'retry-after-half': {
    says: 'Retry-After is half of what it takes',
    breaks: ['RATE-8', 'RATE-9'],
    ...waiting((needed) => Math.floor(needed / 2)),
  },
  'retry-after-past': {
    says: 'Retry-After is a date of the past',
    breaks: ['RATE-8', 'RATE-9'],
    ...written((_needed, now) => new Date(now - 60_000).toUTCString()),
  },
  'retry-after-milliseconds': {
    says: 'Retry-After is in milliseconds',
    breaks: ['RATE-7', 'RATE-9'],
    ...waiting((needed) => 1_000 * needed),
  },
  'retry-after-nanoseconds': {
    says: 'Retry-After is in nanoseconds, as a library tells how long to wait',
    breaks: ['RATE-7', 'RATE-9'],
    ...waiting((needed) => 1_000_000_000 * needed),
  },
  'retry-after-later-than-reset': {
    says: 'Retry-After is ten seconds later than Reset',
    breaks: ['RATE-9'],
    ...waiting((needed) => needed + 10),
  },
};
