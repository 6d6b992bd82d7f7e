import type { Operation } from '../../contract/operations.ts';
import { isGatewayStatus } from '../../evidence/trouble.ts';
import type { History } from './metered-history.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';

/** This many documented requests of one moment that are neither served nor answered 429 are refused for the limit. */
const ENOUGH = 2;

/** Requests beyond what remained that were refused, but not with 429. */
export interface WrongRefusal {
  readonly announcement: MeteredRequest;
  readonly turnedAway: readonly MeteredRequest[];
}

/** Requests one after the other belong together where the next one left within this time after the answer before, in milliseconds. */
const SOON = 1_000;

/** The moments at which more was sent than remained, and nothing was answered 429. Source: section 8, "Behavior on exceeding", 1. */
export function findWrongRefusals({ batches, clockOffset }: History): WrongRefusal[] {
  let [earlier, last]: (MeteredRequest | undefined)[] = [];
  const served = new Set<Operation>();
  return batches.flatMap((batch, index) => {
    const servedBefore = new Set(served);
    for (const request of batch.requests)
      if (request.operation !== undefined && isSuccess(request)) served.add(request.operation);
    const [remainedBefore, announcement] = [earlier?.remaining, last];
    [earlier, last] = [last, batch.requests.at(-1)];
    const { remaining, period } = announcement ?? {};
    if (announcement === undefined || remaining === undefined || period !== 'minute') return [];
    // After its Reset nothing is over the limit that it announced, but for what says itself that nothing remains.
    const isOver = hasEnded(announcement, batch.from, clockOffset) ? isUnservedAtZero : () => true;
    // Once for each moment: it begins with the first of these answers.
    if (remaining === 0 && remainedBefore === 0) return [];
    const requests = momentFrom(batches, index, remaining, servedBefore);
    if (requests.length <= remaining || requests.some(({ refused }) => refused)) return [];
    const turnedAway = requests.filter(
      (request) => request.isDocumented && !isSuccess(request) && !mayBeMissing(request) && isOver(request),
    );
    // An unavailable service refuses what is within the limit, too.
    const isTrouble = turnedAway.every(({ status }) => status === 0 || isGatewayStatus(status));
    if (isTrouble && turnedAway.length > requests.length - remaining) return [];
    return turnedAway.length >= ENOUGH ? [{ announcement, turnedAway }] : [];
  });
}

/** Whether the announced window may have ended by an instant of our clock; where the service's is unknown that may have been soon. */
export function hasEnded({ to, reset }: MeteredRequest, at: number, clockOffset: History['clockOffset']): boolean {
  if (reset === undefined) return false;
  return at >= (clockOffset === undefined ? to + SOON : reset * 1_000 - clockOffset.most);
}

/** A service that puts 0 into all its 4xx says nothing by that of the limit. */
function isUnservedAtZero({ status, remaining }: MeteredRequest): boolean {
  return status >= 500 && remaining === 0;
}

/** A pet that another client has removed is not found, whatever the limit says. */
function mayBeMissing({ operation, status }: MeteredRequest): boolean {
  return status === 404 && (operation === undefined || operation === 'getPet');
}

/** What was sent at once; where nothing remained, also what followed soon after, as long as nothing was restored. */
function momentFrom(
  batches: History['batches'],
  index: number,
  remaining: number,
  served: ReadonlySet<Operation>,
): readonly MeteredRequest[] {
  const requests = batches.at(index)?.requests.slice() ?? [];
  const isAway = (request: MeteredRequest) => isTurnedAway(request, served);
  if (remaining > 0 || !requests.every(isAway)) return requests;
  for (let at = index + 1; at < batches.length; at++) {
    const batch = batches.at(at);
    if (batch === undefined) break;
    if (batch.from - (requests.at(-1)?.to ?? 0) > SOON || !batch.requests.every(isAway)) break;
    for (const request of batch.requests) requests.push(request);
  }
  return requests;
}

/**
 * Answered as no documented request may be: what a body or an id deserves does not show the limit. @param served - operations whose
 * requests were served before
 */
function isTurnedAway(request: MeteredRequest, served: ReadonlySet<Operation>): boolean {
  const { status, remaining = 0, isDocumented, operation } = request;
  if (remaining > 0) return false;
  if (status === 0 || status === 403 || status >= 500) return true;
  const isRejected = (status >= 400 && status <= 402) || status === 420 || status === 404;
  return isRejected && isDocumented && operation !== undefined && served.has(operation) && !mayBeMissing(request);
}
