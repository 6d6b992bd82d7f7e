import { isGatewayStatus } from '../../evidence/trouble.ts';
import type { History } from './history.ts';
import type { MeteredRequest } from './metered-request.ts';

/** This many documented requests of one moment that are neither served nor answered 429 are refused for the limit. */
const ENOUGH = 2;

/** Requests beyond what was left that were turned away, but not with 429. */
export interface WrongRefusal {
  readonly announcement: MeteredRequest;
  readonly turnedAway: readonly MeteredRequest[];
}

/** Requests one after the other belong together where the next one left within this time after the answer before, in milliseconds. */
const SOON = 1_000;

/** The moments at which more was sent than was left, and nothing was answered 429. Source: section 8, "Behavior on exceeding", 1. */
export function findWrongRefusals({ batches, clockOffset }: History): WrongRefusal[] {
  let [earlier, last]: (MeteredRequest | undefined)[] = [];
  return batches.flatMap((batch, index) => {
    const [remainedBefore, announcement] = [earlier?.remaining, last];
    [earlier, last] = [last, batch.requests.at(-1)];
    const { remaining, period } = announcement ?? {};
    if (announcement === undefined || remaining === undefined || period !== 'minute') return [];
    // After its Reset nothing is over the limit that it announced.
    if (announcement.reset !== undefined && batch.from >= soonestEnd(announcement, announcement.reset, clockOffset))
      return [];
    // Once for each moment: it begins with the first of these answers.
    if (remaining === 0 && remainedBefore === 0) return [];
    const requests = momentFrom(batches, index, remaining);
    if (requests.length <= remaining || requests.some(({ refused }) => refused)) return [];
    const turnedAway = requests.filter(
      ({ isDocumented, status }) => isDocumented && status !== 404 && (status < 200 || status > 299),
    );
    // A service in trouble turns away what is within the limit, too.
    const isTrouble = turnedAway.every(({ status }) => status === 0 || isGatewayStatus(status));
    if (isTrouble && turnedAway.length > requests.length - remaining) return [];
    return turnedAway.length >= ENOUGH ? [{ announcement, turnedAway }] : [];
  });
}

/** When the announced window may have ended, by our clock; where the service's is unknown that may have been soon. */
function soonestEnd({ to }: MeteredRequest, reset: number, clockOffset: History['clockOffset']): number {
  return clockOffset === undefined ? to + SOON : reset * 1_000 - clockOffset.most;
}

/** What was sent at once; where nothing was left, also what followed soon after, as long as nothing came back. */
function momentFrom(batches: History['batches'], index: number, remaining: number): readonly MeteredRequest[] {
  const requests = batches.at(index)?.requests.slice() ?? [];
  if (remaining > 0 || !requests.every(isTurnedAway)) return requests;
  for (let at = index + 1; at < batches.length; at++) {
    const batch = batches.at(at);
    if (batch === undefined) break;
    if (batch.from - (requests.at(-1)?.to ?? 0) > SOON || !batch.requests.every(isTurnedAway)) break;
    for (const request of batch.requests) requests.push(request);
  }
  return requests;
}

/** Answered as no documented request is: what a body or an id deserves is no sign of the limit. */
function isTurnedAway({ status, remaining = 0 }: MeteredRequest): boolean {
  return remaining === 0 && (status === 0 || status === 403 || status >= 500);
}
