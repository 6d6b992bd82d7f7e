import type { Moment } from './alternation.ts';

/** A machine at work takes this long, in milliseconds, to send what it sends next; another client may take no longer to act. */
const NEXT_MS = 250;

/** The most requests between one of several concurrent creations and the look at it. */
const NEXT_REQUESTS = 4;

/** Another client may have met one pet even so; hardly this many. */
export const LEAST_AT_ONCE = 2;

/** Whether something was looked at as soon as it was created, before other clients that look at new pets: with the next requests. */
export function isAtOnce(creation: Moment, look: Moment | undefined): boolean {
  if (look === undefined) return false;
  return look.number - creation.number <= NEXT_REQUESTS && look.from - creation.to <= NEXT_MS;
}
