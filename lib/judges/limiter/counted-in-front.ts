import { isSameWindow } from './same-window.ts';
import { isSuccess, type Take } from './take.ts';

/** A request, and for one that was refused in front of the service what its response said of the limit. */
export interface Entry {
  readonly take: Take;
  readonly inFront?: Take;
}

/**
 * Takes the word of responses from in front of the service where the service itself bears it out: between two served
 * requests of one window, one after the other, Remaining fell by exactly one with each request. Then each of them was
 * counted, and the figures are the caller's own; whose clock wrote the Date stays open. All others stay without a word of the limit.
 *
 * @param entries - of one caller, in the order in which they left
 */
export function countedInFront(entries: readonly Entry[]): Take[] {
  const takes = entries.map(({ take }) => take);
  /** The last served request, while Remaining falls by one with each since. */
  let start: number | undefined;
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1];
    if (before === undefined || !isOneLess(said(before), said(entry))) start = undefined;
    if (entry.inFront !== undefined || !isSuccess(entry.take)) continue;
    if (start !== undefined)
      for (const [at, one] of entries.slice(start, index).entries())
        takes[start + at] = { ...said(one), ahead: one.take.ahead };
    start = index;
  }
  return takes;
}

function said({ take, inFront }: Entry): Take {
  return inFront ?? take;
}

/** Whether one left after the other's response, and one place less of the same window was left then. */
function isOneLess(before: Take, after: Take): boolean {
  if (after.from < before.to || before.remaining === undefined || after.remaining === undefined) return false;
  return isSameWindow(before, after) && before.remaining - after.remaining === 1;
}
