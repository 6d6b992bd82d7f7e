import type { Check } from './check.ts';
import { freshUntil } from './claims.ts';
import type { CertificatePredicate } from './predicate.ts';

/** Clocks of two machines may differ by so much, in milliseconds. */
const CLOCKS_DIFFER = 5 * 60_000;

function dates(state: Check['state'], says: string): Check {
  return { what: 'dates', state, says };
}

/** Whether a certificate counts as fresh. @param now - in milliseconds since 1970 */
export function checkDates({ claims, freshUntil: until }: CertificatePredicate, now: number): Check {
  const { startedAt, endedAt } = claims;
  if (until !== freshUntil(claims))
    return dates(
      'fails',
      `it says that it is fresh until ${until}; by the end of its run that is ${freshUntil(claims)}`,
    );
  if (Date.parse(endedAt) > now + CLOCKS_DIFFER)
    return dates(
      'unchecked',
      `it is from the future: its run ended at ${endedAt}, and here it is ${new Date(now).toISOString()}; one of the two clocks is wrong`,
    );
  if (now > Date.parse(until)) return dates('fails', `it counted as fresh until ${until}, which is over`);
  return dates('holds', `the run lasted from ${startedAt} to ${endedAt}, and counts as fresh until ${until}`);
}
