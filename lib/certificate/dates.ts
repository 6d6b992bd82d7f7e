import type { Check } from './check.ts';
import { freshUntil } from './claims.ts';
import type { AnyPredicate } from './client-predicate.ts';
import type { Claims } from './predicate.ts';

/** By how much the clocks of two machines may differ, in milliseconds. */
export const CLOCKS_DIFFER = 5 * 60_000;

/** When a certificate is looked at. */
export interface Moment {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Somebody named the date: it is not what the clock of this machine says. */
  readonly isGiven?: boolean | undefined;
}

function dates(state: Check['state'], says: string): Check {
  return { what: 'dates', state, says };
}

/** Whether a certificate counts as fresh. */
export function checkDates({ claims, freshUntil: until }: AnyPredicate, moment: Moment): Check {
  const { startedAt, endedAt } = claims;
  if (until !== freshUntil(claims))
    return dates(
      'fails',
      `it says that it is fresh until ${until}; by the end of its run that is ${freshUntil(claims)}`,
    );
  const why = whyNotNow(claims, moment);
  if (why !== undefined) return dates(why.is === 'future' ? 'unchecked' : 'fails', why.says);
  return dates('holds', `the run lasted from ${startedAt} to ${endedAt}, and counts as fresh until ${until}`);
}

/** Why a certificate of a run does not count at a moment, as a clause: the run is too old, or not yet over. */
export function whyNotNow(
  claims: Pick<Claims, 'endedAt'>,
  { now, isGiven = false }: Moment,
): { readonly is: 'future' | 'over'; readonly says: string } | undefined {
  const { endedAt } = claims;
  const at = new Date(now).toISOString();
  if (Date.parse(endedAt) > now + CLOCKS_DIFFER)
    return {
      is: 'future',
      says: isGiven
        ? `its run ended at ${endedAt}, after ${at.slice(0, 10)}`
        : `it is from the future: its run ended at ${endedAt}, and here it is ${at}; one of the two clocks is wrong`,
    };
  const until = freshUntil(claims);
  return now > Date.parse(until)
    ? { is: 'over', says: `it counted as fresh until ${until}, which has passed` }
    : undefined;
}
