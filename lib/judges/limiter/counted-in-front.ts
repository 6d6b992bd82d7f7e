import type { LeanTakes } from './lean-takes.ts';
import { isSameWindow } from './same-window.ts';
import { isSuccess, type Take } from './take.ts';

/**
 * Takes the word of responses from in front of the service where the service itself bears it out: between two served
 * requests of one window, one after the other, Remaining fell by exactly one with each request. Then each of them was
 * counted, and the figures are the caller's own; whose clock wrote the Date stays open. All others stay without a word of the limit.
 *
 * @param takes - of one caller, in the order in which they left; what is borne out is written into them
 * @param inFront - by index, those that were refused in front of the service, with what their responses said of the limit
 */
export function countInFront(takes: LeanTakes, inFront: ReadonlyMap<number, Take>): void {
  if (inFront.size === 0) return;
  /** The last served request, while Remaining falls by one with each since. */
  let start: number | undefined;
  let before: Take | undefined;
  for (const [index, take] of takes.entries()) {
    const said = inFront.get(index) ?? take;
    if (before === undefined || !isOneLess(before, said)) start = undefined;
    before = said;
    if (said !== take || !isSuccess(take)) continue;
    if (start !== undefined) bearOut(takes, inFront, start, index);
    start = index;
  }
}

function bearOut(takes: LeanTakes, inFront: ReadonlyMap<number, Take>, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const said = inFront.get(index);
    if (said !== undefined) takes.put(index, { ...said, ahead: undefined });
  }
}

/** Whether one left after the other's response, and one place less of the same window was left then. */
function isOneLess(before: Take, after: Take): boolean {
  if (after.from < before.to || before.remaining === undefined || after.remaining === undefined) return false;
  return isSameWindow(before, after) && before.remaining - after.remaining === 1;
}
