import { MOST_SHOWN } from '../finding.ts';
import { comesBackWithin, MOST_BACK, neighbouring, type History, type Pair } from './history.ts';
import { isSuccess } from './take.ts';
import type { Rate } from './kinds.ts';

/** In a sliding log a place comes back a window after its use: so far around that, as shares of the window. */
const SOONEST_BACK = 1 / 2;
const LATEST_BACK = 5 / 4;

/** A row of served requests that each left Remaining where it was, or higher. */
export interface Standstill {
  readonly requests: number;
  /** The first of them, each with the one before it. */
  readonly pairs: readonly Pair[];
}

interface GrowingRow {
  requests: number;
  readonly pairs: Pair[];
  last: Pair;
}

/**
 * The longest row of served requests that each left Remaining where it was, or higher, though nothing that a limiter gives
 * back in time, and nothing that this caller used a window before, makes up for them.
 */
export function longestStandstill(history: History, { length }: Rate): Standstill | undefined {
  let longest: GrowingRow[] = [];
  let row: GrowingRow | undefined;
  const end = (): void => {
    if (row === undefined || row.requests < 2) return;
    longest.push(row);
    if (longest.length >= MOST_ROWS * 50) longest = longestFirst(longest);
  };
  for (const pair of neighbouring(history.steps)) {
    if (!isStill(pair, history, length)) continue;
    if (row !== undefined && row.last.at === pair.at - 1) {
      row.requests++;
      row.last = pair;
      if (row.pairs.length < MOST_SHOWN) row.pairs.push(pair);
      continue;
    }
    end();
    row = { requests: 1, pairs: [pair], last: pair };
  }
  end();
  return longestFirst(longest).find((one) => !isGivenBack(history, one, length));
}

function isStill(pair: Pair, { givenBack }: History, length: number): boolean {
  const { before, after, drop } = pair;
  return (
    drop <= 0 &&
    isSuccess(after) &&
    after.remaining !== after.limit &&
    before.remaining !== 0 &&
    !givenBack.has(before.status) &&
    comesBackWithin(pair, length) < MOST_BACK &&
    before.reset === after.reset
  );
}

/** So many of the longest rows are looked at. */
const MOST_ROWS = 20;

function longestFirst(rows: readonly GrowingRow[]): GrowingRow[] {
  return rows.toSorted((a, b) => b.requests - a.requests).slice(0, MOST_ROWS);
}

/** Whether this caller used as much about a window before. */
function isGivenBack({ takes }: History, { pairs: [first], last, requests }: GrowingRow, length: number): boolean {
  if (first === undefined) return false;
  const from = first.before.from - length * LATEST_BACK;
  const to = last.after.to - length * SOONEST_BACK;
  let used = 0;
  for (const take of takes) if (take.from >= from && take.from <= to && isSuccess(take)) used++;
  return used >= requests;
}
