import { isCounted, type History } from './history.ts';
import type { Take } from './take.ts';

/** So many requests of the first caller between two of the second one show whether they share a window. */
const ENOUGH = 10;

/** What the second caller's window did while the first caller was at work. */
export interface SecondCaller {
  /** The second caller's two requests. */
  readonly before: Take;
  readonly after: Take;
  /** The first caller's last request between them. */
  readonly meanwhile: Take;
  readonly verdict: 'shared' | 'own' | 'unclear';
}

/**
 * Holds the second caller's Remaining against what the first one sent meanwhile. It fell by as much as if all had been
 * the second caller's own, or its own first requests are refused while the first caller's window is used up: shared.
 *
 * @param anonymous - the numbers of the requests without a valid key, which a service may count by address
 */
export function secondCaller(first: History, second: History, anonymous: readonly number[]): SecondCaller[] {
  return second.takes.flatMap((after, index) => {
    const before = second.takes[index - 1];
    if (before?.remaining === undefined || before.refused) return [];
    const between = first.takes.filter(({ from, to }) => from >= before.to && to <= after.from);
    const meanwhile = between.at(-1);
    const counted = between.filter((take) => isCounted(take, first)).length;
    if (meanwhile === undefined || counted < ENOUGH) return [];
    const others = anonymous.filter((number) => number > before.number && number < after.number).length;
    const most = between.length + others + 1;
    return [{ before, after, meanwhile, verdict: verdictOf(before, after, { counted, most }) }];
  });
}

function verdictOf(before: Take, after: Take, { counted, most }: { counted: number; most: number }) {
  const left = before.remaining ?? 0;
  if (after.refused) return left >= 1 && left <= most ? 'shared' : 'unclear';
  if (after.remaining === undefined) return 'unclear';
  const fell = left - after.remaining - 1;
  if (fell >= counted && fell <= most) return 'shared';
  // What is left of a used up window cannot fall below nothing.
  if (after.remaining === 0 && left <= counted) return 'unclear';
  return fell < counted / 2 ? 'own' : 'unclear';
}
