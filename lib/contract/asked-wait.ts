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
 * How the `Retry-After` of a response is to be taken. Some limiters put it on every response, where it tells when the window ends, as
 * Reset does. `meant`: nobody sends anything meanwhile. `window`: on a 2xx it tells of the window alone, as nothing was refused: the wait ends at the
 * Reset that the response tells, or it tells no Reset and requests remain. `refusal`: the same on a response that refused something: it is meant unless the
 * 2xx of this service carry one, too. 3xx, 403 (a ban), 429, 502, 503 and 504 always mean it. Source: specification, section 7, which
 * speaks of it after a 429; RFC 9110, section 10.2.3.
 *
 * @param wait - in milliseconds
 */
function meaningOfWait(
  status: number,
  wait: number,
  { remaining, untilReset }: WindowTold,
): 'meant' | 'window' | 'refusal' {
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect || MEANT.includes(status) || remaining === undefined) return 'meant';
  const isOfWindow = untilReset === undefined ? remaining > 0 : Math.abs(wait - untilReset) <= SAME_INSTANT_MS;
  if (!isOfWindow) return 'meant';
  return status < 300 ? 'window' : 'refusal';
}

/** Whether a `Retry-After`, in milliseconds, is to be kept. */
export type WaitReader = (status: number, wait: number, told: WindowTold) => boolean;

/**
 * Takes the `Retry-After` of one response after the other, and says of each whether everybody sends nothing meanwhile; see
 * {@link meaningOfWait}.
 */
export function createWaitReader(): WaitReader {
  let isOnEveryResponse = false;
  return (status, wait, told) => {
    const meaning = meaningOfWait(status, wait, told);
    isOnEveryResponse ||= meaning === 'window';
    return meaning === 'meant' || (meaning === 'refusal' && !isOnEveryResponse);
  };
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
