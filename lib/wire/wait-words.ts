/** Why a request waits, each in a clause that follows from what the run saw. */
export const WAITS = {
  remaining: 'the rate limit has 0 remaining',
  ownCount: 'this run has used up the rate limit of this window',
  reserve: 'a quarter of the rate limit is left to other clients',
  day: "the day's limit has 0 remaining",
  backoff: 'backing off after a 429',
} as const;

/**
 * The wait that an answer asked for.
 *
 * @param wait - in milliseconds; infinite where the number was too large for one
 */
export function retryAfterWait(status: number, wait: number): string {
  return `the service said to wait ${secondsOf(wait)} (Retry-After on a ${status})`;
}

/**
 * Why a wait ends the run instead.
 *
 * @param until - in milliseconds since 1970; infinite where that is never; an instant beyond the year 9999 is not shown
 * @param longestWait - in milliseconds
 */
export function longWait(why: string, until: number, longestWait: number): string {
  const instant = until >= YEAR_10000 ? '' : `, until ${new Date(until).toISOString().replace(/\.\d+Z$/, 'Z')}`;
  return `${why}${instant}; a run waits ${secondsOf(longestWait)} at most: the run ends here`;
}

function secondsOf(milliseconds: number): string {
  return milliseconds > LATEST_INSTANT ? 'longer than a date can express' : `${Math.ceil(milliseconds / 1_000)} s`;
}

/** The latest instant that Date can hold. */
const LATEST_INSTANT = 8.64e15;

/** From here on ISO 8601 needs a sign and six digits for a year. */
const YEAR_10000 = Date.UTC(10_000, 0);
