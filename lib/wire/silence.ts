import { LimitSpentError } from '../errors.ts';
import type { Permission } from './lane.ts';
import type { LimitReading } from './limit-reading.ts';
import { longWait, retryAfterWait } from './wait-words.ts';

/** The silence that a service asks of everybody: Retry-After on an answer other than a 429. */
export interface Silence {
  /** Tells of an answer. */
  hear(reading: LimitReading): void;
  /** Whether a request may leave at an instant; undefined when no silence forbids it. */
  ask(now: number): Permission | undefined;
}

/** How many milliseconds of silence are kept in total; a service that asks for it with each answer would hold up a run for hours. */
const MOST_SILENCE_MS = 300_000;

/**
 * Keeps the silence that any answer but a 429 asks for with Retry-After: a 503 above all. It concerns the service as a whole, and so
 * every caller; a 429 is about its caller's limit, and is the lane's. Source: RFC 9110, section 10.2.3.
 *
 * @param longestWait - a longer silence ends the run, in milliseconds
 */
export function createSilence(longestWait: number): Silence {
  let until = 0;
  let status = 0;
  let asked = 0;
  let total = 0;
  return {
    hear({ at, refused, status: answered = 0, retryAfter = 0 }) {
      if (refused || retryAfter <= 0) return;
      total += Math.max(0, at + retryAfter - Math.max(until, at));
      if (at + retryAfter <= until) return;
      until = at + retryAfter;
      status = answered;
      asked = retryAfter;
    },
    ask(now) {
      if (now >= until) return undefined;
      if (until - now > longestWait)
        return { kind: 'stop', why: new LimitSpentError(longWait(retryAfterWait(status, asked), until, longestWait)) };
      if (total > Math.max(MOST_SILENCE_MS, 2 * longestWait)) {
        const says = `the service said to wait (Retry-After) again and again, for ${Math.round(total / 1_000)} s in all: the run ends here`;
        return { kind: 'stop', why: new LimitSpentError(says) };
      }
      return { kind: 'wait', until, why: retryAfterWait(status, asked) };
    },
  };
}
