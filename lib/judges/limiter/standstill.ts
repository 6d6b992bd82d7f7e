import { MOST_SHOWN } from '../finding.ts';
import { refillBetween, NEGLIGIBLE_REFILL, type History, type Pair } from './metered-history.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
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
  for (const step of stepsOf(history)) {
    if (!isStill(step, windowMs)) continue;
    // Whether an error uses quota is left open: it neither adds to a series nor ends it.
    if (row !== undefined && row.last.at === step.at - 1) {
      row.count += step.served;
      row.last = step;
      if (step.served > 0 && row.pairs.length < MOST_SHOWN) row.pairs.push(step);
      continue;
    }
    end();
    row = step.served === 0 ? undefined : { count: step.served, pairs: [step], last: step };
  }
  end();
  return longestFirst(longest).find((one) => !isGivenBack(history, one, windowMs));
}

/** What was sent at once, compared with what was sent just before: by the lowest Remaining of each. */
interface Step extends Pair {
  readonly served: number;
}

/** The steps between which nobody sent anything, whoever it is. */
function* stepsOf({ batches, refundedStatuses }: History): Generator<Step, undefined> {
  const isTold = ({ remaining, status }: MeteredRequest) => remaining !== undefined && !refundedStatuses.has(status);
  let before: { readonly lowest: MeteredRequest; readonly last: number } | undefined;
  for (const [at, { requests }] of batches.entries()) {
    const [first = 0, ...others] = requests.map(({ number }) => number).toSorted((a, b) => a - b);
    const last = others.at(-1) ?? first;
    const after = requests.toSorted((a, b) => (a.remaining ?? 0) - (b.remaining ?? 0)).at(0);
    const isWhole = last - first === others.length && requests.every(isTold);
    if (isWhole && after !== undefined && before?.last === first - 1 && isOfOneLimit(before.lowest, after)) {
      const drop = (before.lowest.remaining ?? 0) - (after.remaining ?? 0);
      yield { before: before.lowest, after, drop, at, served: requests.filter(isSuccess).length };
    }
    before = isWhole && after !== undefined ? { lowest: after, last } : undefined;
  }
}

function isOfOneLimit(one: MeteredRequest, another: MeteredRequest): boolean {
  return one.limit === another.limit && one.period === another.period;
}

function isStill(step: Step, windowMs: number): boolean {
  const { before, after, drop } = step;
  const mayBeRefilled = refillBetween(step, windowMs) >= NEGLIGIBLE_REFILL;
  return drop <= 0 && before.remaining !== 0 && !mayBeRefilled && before.reset === after.reset;
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
