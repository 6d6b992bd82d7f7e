import { mapEach } from '../sequence.ts';
import type { History } from './metered-history.ts';
import { isSuccess, withChanged, withoutLimitHeaders, type MeteredRequest } from './metered-request.ts';
import type { RefusedOtherwise } from './refused-otherwise.ts';
import { hasEnded, type WrongRefusal } from './wrong-refusals.ts';

/** What happened to requests over the limit that were not refused with 429, by the numbers of their exchanges. */
export interface OverLimit {
  /** Sent when nothing remained, according to the responses before and their own. */
  readonly sent: ReadonlySet<number>;
  /** Of these, and of others in a row with them, those that the limit refused with another status, for which RATE-5 is blamed. */
  readonly refused: ReadonlySet<number>;
}

/** No request was over the limit, as far as is known. */
export const NONE_OVER_LIMIT: OverLimit = { sent: new Set(), refused: new Set() };

/**
 * The requests that the limit refused with another status than 429. What they got is not a response of their operation.
 *
 * @param wrong - the moments that show it
 * @param row - the row that shows it, where there is one
 */
export function findOverLimit(
  history: History,
  wrong: readonly WrongRefusal[],
  row: RefusedOtherwise | undefined,
): OverLimit {
  const turnedAway = [...wrong.flatMap((one) => one.turnedAway), ...(row?.isOverLimit === true ? row.turnedAway : [])];
  const statuses = new Set(turnedAway.flatMap(({ status }) => (status === 0 ? [] : [status])));
  const refused = new Set(turnedAway.map(({ number }) => number));
  const sent = new Set<number>();
  for (const request of sentOverLimit(history)) {
    sent.add(request.number);
    if (statuses.has(request.status) && !isSuccess(request)) refused.add(request.number);
  }
  return { sent, refused };
}

/** Those sent when nothing remained, which got anything but 429. */
function* sentOverLimit({ batches, clockOffset }: History): Generator<MeteredRequest, undefined> {
  let last: MeteredRequest | undefined;
  for (const { requests, from } of batches) {
    const announcement = last;
    last = requests.findLast(({ remaining, period }) => remaining !== undefined && period === 'minute') ?? last;
    if (announcement?.remaining === undefined || hasEnded(announcement, from, clockOffset)) continue;
    if (requests.length <= announcement.remaining) continue;
    for (const request of requests) if (!request.refused && request.remaining === 0) yield request;
  }
}

/** The same history, in which some requests were refused for the limit, whatever status says so. */
export function withRefused(history: History, refused: ReadonlySet<number>): History {
  if (refused.size === 0) return history;
  const see = (request: MeteredRequest): MeteredRequest =>
    refused.has(request.number) ? withChanged(request, { refused: true }) : request;
  return seenAs(history, see);
}

/** The same history, in which the limit headers of responses to unknown callers are used. */
export function withUnauthorized(history: History, unauthorized: ReadonlyMap<number, MeteredRequest>): History {
  if (unauthorized.size === 0) return history;
  return seenAs(history, (request) => unauthorized.get(request.number) ?? request);
}

/**
 * A refusal that announces a Limit which no admitted request was told is another limit's, and so are its Remaining and Reset: they say nothing of
 * the one that is followed.
 */
export function withoutOtherLimits(history: History): History {
  const told = new Set<number | undefined>();
  for (const { refused, limit, period } of history.requests) if (!refused && period === 'minute') told.add(limit);
  const isOther = ({ refused, limit, period }: MeteredRequest) =>
    refused && period === 'minute' && told.size > 0 && !told.has(limit);
  if (!history.requests.some(isOther)) return history;
  return seenAs(history, (request) => (isOther(request) ? withoutLimitHeaders(request) : request));
}

/** The same history, with each of its requests seen otherwise. */
export function seenAs(history: History, see: (request: MeteredRequest) => MeteredRequest): History {
  return {
    ...history,
    requests: mapEach(history.requests, see),
    batches: mapEach(history.batches, (batch) => ({ ...batch, requests: batch.requests.map(see) })),
  };
}
