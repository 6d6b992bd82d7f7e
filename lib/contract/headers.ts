import { parseHttpDate } from './http-date.ts';

/** The headers that every response carries, in the specification's spelling. Source: section 8, "Rate limit headers". */
export const RATE_LIMIT_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const;

/**
 * The digits of the limit that a list of limits and policies (`600, 600;w=60`) begins with; `undefined` for any other text. No
 * plain number, of which RATE-2 warns, but what is meant is plain; `1,000` may be a number in groups as well as a list.
 */
export function digitsOfLimit(text: string): string | undefined {
  if (/^\d{1,3}(?:,\d{3})+$/.test(text.trim())) return undefined;
  return /^(\d+)\s*(?:;[^,]*)?(?:,\s*\d+\s*(?:;[^,]*)?)*$/.exec(text.trim())?.[1];
}

/**
 * A gateway may repeat what the service behind it said: the same value twice means the same.
 *
 * @param text - the field value, several fields joined by a comma
 * @returns the value, and how often it stands there; other lists as they are
 */
export function onceOf(text: string): { readonly single: string; readonly times: number } {
  const [first = '', ...others] = text.split(',').map((part) => part.trim());
  const isRepeated = others.length > 0 && others.every((other) => other === first);
  return isRepeated ? { single: first, times: others.length + 1 } : { single: text.trim(), times: 1 };
}

/** Tells how long to wait after a 429. Source: specification, section 7. */
export const RETRY_AFTER = 'Retry-After';

/** A number that names an instant this near is a Unix time, in seconds or milliseconds; no service asks for a wait of decades. */
const NEAR_INSTANT_MS = 10 * 365 * 86_400_000;

/** A number of seconds with more digits says no more than this one. */
const LONGEST_SECONDS = Number.MAX_SAFE_INTEGER;

/**
 * Reads the value of a `Retry-After` header.
 *
 * @param value - the field value as received; blanks around it are no part of it
 * @param now - the service's clock (its `Date` header), in milliseconds since 1970
 * @returns the wait in seconds, 0 for a date that has passed; `undefined` when the value is neither a whole number nor an
 *   HTTP date, or a Unix time: an instant and no wait. Any other number is one, however large. Never throws: a bad value is
 *   evidence for RATE-7, not an error of ours.
 * Source: specification, section 7; RFC 9110, section 10.2.3.
 */
export function retryAfterSeconds(value: string, now: number): number | undefined {
  const text = value.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '');
  if (/^\d+$/.test(text)) {
    const seconds = Math.min(Number(text), LONGEST_SECONDS);
    return isUnixTime(seconds, now) ? undefined : seconds;
  }
  const date = parseHttpDate(text, now);
  return date === undefined ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}

/**
 * Like {@link retryAfterSeconds}, but reads a fraction of a second, too, one number that a gateway repeats, and a date whose zone is GMT by another
 * name: no legal wait, of which RATE-7 warns, but a plain one.
 */
export function plainRetryAfterSeconds(value: string, now: number): number | undefined {
  const [first = '', ...others] = value.split(',').map((part) => part.trim());
  const once = /^\d/.test(first) && others.every((other) => other === first) ? first : value;
  const text = once.trim().replace(GMT_OTHERWISE, ' GMT');
  return retryAfterSeconds(text, now) ?? (/^\d{1,9}\.\d+$/.test(text) ? Number(text) : undefined);
}

/** How libraries write the zone of a date that is GMT. Source: RFC 5322, section 4.3, which RFC 9110 does not follow here. */
const GMT_OTHERWISE = / (?:UTC?|[+-]0000)$/;

function isUnixTime(seconds: number, now: number): boolean {
  return [seconds * 1_000, seconds].some((instant) => Math.abs(instant - now) <= NEAR_INSTANT_MS);
}

/** Whole seconds of Reset, and the way of the answer, in milliseconds. */
const RESET_IS_OFF_MS = 1_500;

/** A Reset that is nearer than this says nothing of how Retry-After is meant. */
const LEAST_UNTIL_RESET_MS = 2_000;

/** How many of each unit a millisecond has. */
const UNITS = { milliseconds: 1, nanoseconds: 1_000_000 } as const;

/**
 * The unit that a `Retry-After` counts in place of seconds: its number is as large as that of the milliseconds or nanoseconds until
 * Reset. Undefined where it is not.
 *
 * @param seconds - the number that the header says
 * @param untilReset - from the answer to Reset, in milliseconds
 */
export function unitOfWait(seconds: number, untilReset: number): keyof typeof UNITS | undefined {
  if (untilReset < LEAST_UNTIL_RESET_MS) return undefined;
  if (Math.abs(seconds / UNITS.milliseconds - untilReset) <= RESET_IS_OFF_MS) return 'milliseconds';
  return Math.abs(seconds / UNITS.nanoseconds - untilReset) <= RESET_IS_OFF_MS ? 'nanoseconds' : undefined;
}
