import type { Sequence } from '../sequence.ts';
import { isSameWindow } from './same-window.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';

/**
 * Finds the headers of responses from in front of the service that the service itself confirms: between two served
 * requests of one window, one after the other, Remaining fell by exactly one with each request. Then each of them was
 * counted, and the figures are the caller's own; which clock wrote the Date stays open. All others are read without limit headers:
 * one that says something else, or nothing, is ignored, as the served requests show how many were counted.
 *
 * @param requests - of one caller, in the order in which they left
 * @param inFront - by index, those that were refused in front of the service, with what their responses said of the limit
 * @returns those that are confirmed, by index
 */
export function countedInFront(
  requests: Sequence<MeteredRequest>,
  inFront: ReadonlyMap<number, MeteredRequest>,
): ReadonlyMap<number, MeteredRequest> {
  const confirmed = new Map<number, MeteredRequest>();
  if (inFront.size === 0) return confirmed;
  /** A request was served, and Remaining fell by one with each since. */
  let isStarted = false;
  let before: MeteredRequest | undefined;
  /** Those in front that fit since then, by index. */
  let fitting = new Map<number, MeteredRequest>();
  for (const [index, request] of requests.entries()) {
    const said = inFront.get(index);
    if (said === undefined && request.remaining === undefined) continue;
    const isNext = before !== undefined && isOneLess(before, said ?? request);
    if (said !== undefined) {
      if (!isNext) continue;
      fitting.set(index, said);
      before = said;
      continue;
    }
    if (!isNext) isStarted = false;
    before = request;
    if (!isSuccess(request)) continue;
    if (isStarted) for (const [at, one] of fitting) confirmed.set(at, { ...one, clockOffset: undefined });
    isStarted = true;
    fitting = new Map();
  }
  return confirmed;
}

/** Whether one left after the other's response, and one unit less of the same window remained then. */
function isOneLess(before: MeteredRequest, after: MeteredRequest): boolean {
  if (after.from < before.to || before.remaining === undefined || after.remaining === undefined) return false;
  return isSameWindow(before, after) && before.remaining - after.remaining === 1;
}
