import { parseHttpDate } from './http-date.ts';

/** An HTTP date among other values: names and numbers, a time, GMT. */
const HTTP_DATES = /[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT/g;

/** A number, also with a fraction or a unit of seconds: not what the specification writes, but what is meant is plain. */
const SECONDS = /^(\d+(?:\.\d+)?) ?(?:s|sec|secs|second|seconds)?$/i;

/** A date of ISO 8601, with its time. */
const ISO_DATE = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;

/** From here on a number of seconds may be a Unix time: as a wait it is longer than thirty years. */
const LEAST_UNIX_TIME = 1_000_000_000;

/** An instant farther off than this is none that a wait is for: the number is a number of seconds. In milliseconds. */
const DAY_MS = 86_400_000;

/**
 * How long an answer asks to wait before the next request, by its `Retry-After` headers, whatever its status is: the longest
 * where there are several. This is what a careful client keeps to, so it reads more than the specification permits to write;
 * whether a value is a legal one is asked of `retryAfterSeconds`.
 *
 * @param values - the field values as received; several may also stand in one, with commas between them
 * @param now - the service's clock (its `Date` header), in milliseconds since 1970
 * @returns the wait in milliseconds, infinite where a number has more digits than a number can hold; 0 for an instant that has
 *   passed; undefined where no value asks for a wait that can be told. Never throws.
 */
export function askedWait(values: readonly string[], now: number): number | undefined {
  let longest: number | undefined;
  for (const value of values) {
    const others = value.replace(HTTP_DATES, (date) => {
      const wait = waitUntil(parseHttpDate(date, now), now);
      longest = wait === undefined ? longest : Math.max(longest ?? 0, wait);
      return '';
    });
    for (const part of others.split(/[,;]/)) {
      const wait = waitOf(part.trim(), now);
      longest = wait === undefined ? longest : Math.max(longest ?? 0, wait);
    }
  }
  return longest;
}

/** What a response says of its caller's window; undefined what it does not say, or what makes no sense. */
interface WindowTold {
  readonly remaining: number | undefined;
  /** From the response to X-RateLimit-Reset, in milliseconds. */
  readonly untilReset: number | undefined;
}

/** A wait and a Reset that are told in whole seconds agree within this, in milliseconds. */
const SAME_INSTANT_MS = 2_000;

/** A ban, a refusal, and a service that is down or cannot be reached. */
const MEANT = [403, 429, 502, 503, 504];

/**
 * Whether the `Retry-After` of a response asks everybody to send nothing meanwhile. Some limiters put it on every response, where it
 * tells when the window ends, as Reset does: a response of which the wait ends at the Reset that it tells asks for nothing more,
 * nor does a 2xx, 400 or 404 that tells no Reset and says that requests remain; 429, 403 (a ban), 3xx, 502, 503 and 504 always do. Source:
 * specification, section 7, which speaks of it after a 429; RFC 9110, section 10.2.3, of 3xx and 503.
 *
 * @param wait - in milliseconds
 */
export function isWaitMeant(status: number, wait: number, { remaining, untilReset }: WindowTold): boolean {
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect || MEANT.includes(status) || remaining === undefined) return true;
  if (untilReset !== undefined) return Math.abs(wait - untilReset) > SAME_INSTANT_MS;
  const isUsual = status < 300 || status === 400 || status === 404;
  return !isUsual || remaining === 0;
}

function waitOf(text: string, now: number): number | undefined {
  const [, digits] = SECONDS.exec(text) ?? [];
  if (digits === undefined) {
    const date = ISO_DATE.test(text) ? Date.parse(text) : parseHttpDate(text, now);
    return waitUntil(date, now);
  }
  const seconds = Number(digits);
  if (seconds < LEAST_UNIX_TIME) return seconds * 1_000;
  // As a wait it would be longer than thirty years: an instant, in seconds or milliseconds, where it is one of about now.
  const instant = [seconds * 1_000, seconds].find((each) => Math.abs(each - now) <= DAY_MS);
  return waitUntil(instant, now) ?? seconds * 1_000;
}

/** In whole seconds: neither clock is known any finer. */
function waitUntil(instant: number | undefined, now: number): number | undefined {
  if (instant === undefined || Number.isNaN(instant)) return undefined;
  return Math.max(0, 1_000 * Math.ceil((instant - now) / 1_000));
}
