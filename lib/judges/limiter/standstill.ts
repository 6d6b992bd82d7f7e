import { MOST_SHOWN } from '../finding.ts';
import { refillBetween, NEGLIGIBLE_REFILL, undisturbedPairs, type History, type Pair } from './metered-history.ts';
import { isSuccess } from './metered-request.ts';
import type { Quota } from './kinds.ts';

/** In a sliding log a unit is restored a window after its use: the soonest and the latest around that, as shares of the window. */
const SOONEST_BACK = 1 / 2;
const LATEST_BACK = 5 / 4;

/** A series of served requests after each of which Remaining was as before, or higher. */
export interface Standstill {
  readonly count: number;
  /** The first of them, each with the one before it. */
  readonly pairs: readonly Pair[];
}

/** This many requests in a row that leave it unchanged are not a coincidence. */
const STOOD_STILL = 5;

/** Whether a series is too long for a coincidence. */
export function isLong(stood: Standstill | undefined): stood is Standstill {
  return stood !== undefined && stood.count >= STOOD_STILL;
}

/** What was seen, in words. */
export function sayStandstill({ count, pairs: [first] }: Standstill): string {
  return `Remaining stood still over ${count} requests in a row (${first?.before.remaining}), and fell with others`;
}

interface GrowingRow {
  count: number;
  readonly pairs: Pair[];
  last: Pair;
}

/**
 * The longest series of served requests after each of which Remaining was as before, or higher, though nothing that a limiter restores
 * over time, and nothing that this caller used a window before, makes up for them.
 */
export function findLongestStandstill(history: History, { windowMs }: Quota): Standstill | undefined {
  let longest: GrowingRow[] = [];
  let row: GrowingRow | undefined;
  const end = (): void => {
    if (row === undefined || row.count < 2) return;
    longest.push(row);
    if (longest.length >= MOST_ROWS * 50) longest = longestFirst(longest);
  };
  for (const pair of undisturbedPairs(history.batches)) {
    if (!isStill(pair, history, windowMs)) continue;
    const isServed = isSuccess(pair.after);
    // Whether an error uses quota is left open: it neither adds to a series nor ends it.
    if (row !== undefined && row.last.at === pair.at - 1) {
      if (isServed) row.count++;
      row.last = pair;
      if (isServed && row.pairs.length < MOST_SHOWN) row.pairs.push(pair);
      continue;
    }
    end();
    row = isServed ? { count: 1, pairs: [pair], last: pair } : undefined;
  }
  end();
  return longestFirst(longest).find((one) => !isGivenBack(history, one, windowMs));
}

function isStill(pair: Pair, { refundedStatuses }: History, windowMs: number): boolean {
  const { before, after, drop } = pair;
  return (
    drop <= 0 &&
    before.remaining !== 0 &&
    !refundedStatuses.has(before.status) &&
    !refundedStatuses.has(after.status) &&
    refillBetween(pair, windowMs) < NEGLIGIBLE_REFILL &&
    before.reset === after.reset
  );
}

/** How many of the longest series are examined. */
const MOST_ROWS = 20;

function longestFirst(rows: readonly GrowingRow[]): GrowingRow[] {
  return rows.toSorted((a, b) => b.count - a.count).slice(0, MOST_ROWS);
}

/** Whether this caller used as much about a window before. */
function isGivenBack({ requests }: History, { pairs: [first], last, count }: GrowingRow, windowMs: number): boolean {
  // What is full has nothing to be given back.
  if (first === undefined || first.before.remaining === first.before.limit) return false;
  const from = first.before.from - windowMs * LATEST_BACK;
  const to = last.after.to - windowMs * SOONEST_BACK;
  let used = 0;
  for (const request of requests) if (request.from >= from && request.from <= to && isSuccess(request)) used++;
  return used >= count;
}
