import type { LimitReading } from './limit-reading.ts';

/** How long a caller keeps silent after refusals. */
export interface Backoff {
  /** Tells of a refusal; several at one moment count once. @returns until when nothing may start, ms since 1970 */
  refuse(reading: LimitReading): number;
  /** Tells of another refusal of the same moment. @returns until when nothing may start because of it */
  again(reading: LimitReading): number;
  /** Tells that a request was admitted after the last refusal. */
  admit(): void;
  /**
   * The waits after which the caller was refused again, and how many of them a Retry-After asked for; undefined while there are not too
   * many for the run to go on: a service may ban the key next.
   */
  over(): { readonly waits: number; readonly asked: number } | undefined;
}

/** With this many refusals in a row, each after the full wait, the run stops. */
const MOST_REFUSALS = 4;

/** Waited after Retry-After, a little more than the service's second of grace: a refusal then is beyond dispute. */
export const RETRY_GUARD_MS = 1_100;

/** The first wait of our own; doubled with each further refusal in a row. */
const BACKOFF_MS = 1_000;

/** No backoff of our own is longer: beyond this only the service's own wait counts. */
const LONGEST_BACKOFF_MS = 60_000;

/** Jitter lengthens a backoff by up to this share, so that several clients do not return at the same moment. */
const JITTER = 0.25;

/** How often a Retry-After that ends before the Reset is tried. */
const BELIEVED_SHORT = 2;

/**
 * Waits as Retry-After asks, else for the Reset; repeated refusals double a wait of our own, which never shortens the
 * service's. A Retry-After that ends before the Reset and was too short twice is not trusted again. The last attempt comes a
 * whole window later: where another client takes each unit as it becomes free, ours are free by then.
 *
 * @param window - the minute window in milliseconds
 * @param random - from 0 to 1, for the jitter
 */
export function createBackoff(window: number, random: () => number): Backoff {
  /** Of each refusal since a request was admitted, whether it said how long to wait. */
  let told: boolean[] = [];
  /** Waits in a row for a Retry-After that ended before the Reset. */
  let short = 0;
  return {
    refuse({ at, retryAfter, resetAt }) {
      const refusals = told.push(retryAfter !== undefined);
      const asked = retryAfter === undefined ? undefined : at + retryAfter;
      const reset = resetAt === undefined || resetAt < at ? undefined : resetAt;
      const fellShort = short >= BELIEVED_SHORT;
      if (asked !== undefined && reset !== undefined && asked < reset) short += 1;
      const service = asked === undefined || fellShort ? Math.max(asked ?? 0, reset ?? 0) : asked;
      const isOurs = refusals > 1 || service === 0;
      const backoff = Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** (refusals - 1) * (1 + JITTER * random()));
      const lastTry = refusals === MOST_REFUSALS - 1 ? at + window + RETRY_GUARD_MS : 0;
      return Math.max(service === 0 ? 0 : service + RETRY_GUARD_MS, isOurs ? at + backoff : 0, lastTry);
    },
    again: ({ at, retryAfter }) => (retryAfter === undefined ? 0 : at + retryAfter + RETRY_GUARD_MS),
    admit() {
      told = [];
      short = 0;
    },
    over() {
      const waits = told.slice(0, -1);
      return told.length < MOST_REFUSALS ? undefined : { waits: waits.length, asked: waits.filter(Boolean).length };
    },
  };
}
