/** The course of the load scenarios: what the scripts send, and what is said of them before they do. No library, so that k6 can read it. */

/** Statuses that the requests of a scenario may get; a pet may be unknown to another caller. */
export const DOCUMENTED_STATUSES: readonly number[] = [200, 201, 404];

/** The same for a caller: without a key nothing else than 401 is documented. */
export function documentedFor(caller: 'primary' | 'second' | 'none'): readonly number[] {
  return caller === 'none' ? WITHOUT_KEY : DOCUMENTED_STATUSES;
}

const WITHOUT_KEY: readonly number[] = [401];

/** Requests beyond a figure, one after the other: enough to see that refusals stay, too few for a ban. */
export const MOST_REFUSED = 3;

/** Refusals before a load has begun: after the second, whose wait before was kept, it does not begin. */
export const MOST_REFUSED_LOOKS = 2;

/** Steps of a breakpoint that may end with a refusal: then it ends. */
export const MOST_REFUSED_STEPS = 5;

/** Steps of a breakpoint that may end with a Retry-After of a service that has too much to do, and how long each may be, in seconds. */
export const MOST_SHED_STEPS = 15;
export const LONGEST_SHED_SECONDS = 60;

/** Connections of the second key's requests. */
export const SECOND_CONNECTIONS = 4;

/** Requests beyond a figure that is sent at once. */
export const BEYOND_AT_ONCE = 2;

/** How often a scenario looks at the limit before it begins: a window that others keep using never gets whole. */
export const MOST_LOOKS = 3;

/** Waits that are kept: a first refusal afterwards may be bad luck, a second one is not. */
export const MOST_WAITS = 2;

/** How long after the end of Retry-After a request is sent, in seconds: clocks and whole seconds get as much. */
export const AFTER_WAIT_SECONDS = 1.1;

/**
 * From one filled window to the next, in seconds: a little more than the window, so that a log which slides with the requests
 * never holds more than the figure. Requests that repeat in this period are never more than the figure in any window's length.
 */
export function periodSeconds(windowSeconds: number): number {
  return windowSeconds + Math.max(windowSeconds / 60, 1);
}

/** How many requests a caller sends in half a window that is to be left alone: a third of the smallest plan's figure. */
export function gentleCount(perMinute: number): number {
  return Math.max(4, Math.floor(Math.min(perMinute, 60) / 3));
}

/** How many requests a share of the figure is; one at least. */
export function sharedCount(perMinute: number, share: number): number {
  return Math.max(1, Math.floor(perMinute * share));
}

/**
 * How many requests use a day's figure up for certain. A day may begin anew amid them, at an hour that nobody announces: twice
 * the figure within less than a day is more than any limiter of it admits.
 */
export function mostOfDay(perDay: number): number {
  return 2 * perDay + MOST_REFUSED;
}
