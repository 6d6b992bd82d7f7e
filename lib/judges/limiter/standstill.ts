import { comesBackWithin, MOST_BACK, neighbouring, type History, type Pair } from './history.ts';
import { isSuccess } from './take.ts';
import type { Rate } from './kinds.ts';

/** In a sliding log a place comes back a window after its use: so far around that, as shares of the window. */
const SOONEST_BACK = 1 / 2;
const LATEST_BACK = 5 / 4;

/**
 * The longest row of served requests that each left Remaining where it was, or higher, though nothing that a limiter gives
 * back in time, and nothing that this caller used a window before, makes up for them.
 */
export function longestStandstill(history: History, { length }: Rate): readonly Pair[] {
  const rows: Pair[][] = [];
  let last: Pair | undefined;
  for (const pair of neighbouring(history.steps)) {
    const { before, after, drop } = pair;
    const isStill =
      drop <= 0 &&
      isSuccess(after) &&
      after.remaining !== after.limit &&
      before.remaining !== 0 &&
      !history.givenBack.has(before.status) &&
      comesBackWithin(pair, length) < MOST_BACK &&
      before.reset === after.reset;
    if (isStill && last?.after === before) rows.at(-1)?.push(pair);
    else if (isStill) rows.push([pair]);
    last = isStill ? pair : undefined;
  }
  const longestFirst = rows.filter((row) => row.length > 1).toSorted((a, b) => b.length - a.length);
  return longestFirst.slice(0, MOST_ROWS).find((row) => !isGivenBack(history, row, length)) ?? [];
}

/** So many of the longest rows are looked at. */
const MOST_ROWS = 20;

/** Whether this caller used as much about a window before. */
function isGivenBack({ takes }: History, row: readonly Pair[], length: number): boolean {
  const [first] = row;
  const last = row.at(-1);
  if (first === undefined || last === undefined) return false;
  const from = first.before.from - length * LATEST_BACK;
  const to = last.after.to - length * SOONEST_BACK;
  return takes.filter((take) => isSuccess(take) && take.from >= from && take.from <= to).length >= row.length;
}
