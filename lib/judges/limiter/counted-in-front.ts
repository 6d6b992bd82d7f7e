import type { MeteredColumns } from './metered-columns.ts';
import { isSameWindow } from './same-window.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';

/**
 * Takes the word of responses from in front of the service where the service itself bears it out: between two served
 * requests of one window, one after the other, Remaining fell by exactly one with each request. Then each of them was
 * counted, and the figures are the caller's own; whose clock wrote the Date stays open. All others stay without limit headers.
 *
 * @param requests - of one caller, in the order in which they left; what is borne out is written into them
 * @param inFront - by index, those that were refused in front of the service, with what their responses said of the limit
 */
export function countInFront(requests: MeteredColumns, inFront: ReadonlyMap<number, MeteredRequest>): void {
  if (inFront.size === 0) return;
  /** The last served request, while Remaining falls by one with each since. */
  let start: number | undefined;
  let before: MeteredRequest | undefined;
  for (const [index, request] of requests.entries()) {
    const said = inFront.get(index) ?? request;
    if (before === undefined || !isOneLess(before, said)) start = undefined;
    before = said;
    if (said !== request || !isSuccess(request)) continue;
    if (start !== undefined) bearOut(requests, inFront, start, index);
    start = index;
  }
}

function bearOut(
  requests: MeteredColumns,
  inFront: ReadonlyMap<number, MeteredRequest>,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const said = inFront.get(index);
    if (said !== undefined) requests.put(index, { ...said, clockOffset: undefined });
  }
}

/** Whether one left after the other's response, and one unit less of the same window was left then. */
function isOneLess(before: MeteredRequest, after: MeteredRequest): boolean {
  if (after.from < before.to || before.remaining === undefined || after.remaining === undefined) return false;
  return isSameWindow(before, after) && before.remaining - after.remaining === 1;
}
