import { largest, smallest } from '../evidence/extremes.ts';
import { isConstant, isGeometric, isLinear, type Waits } from './regular-waits.ts';

/** Such waits, and what was asked for. */
export interface BackoffSeries extends Waits {
  /** What the 429s asked for, in seconds. */
  readonly retryAfter: number;
  /** Whether the client waited as long each time: then a backoff may hide behind the waits. */
  readonly keepsRetryAfter: boolean;
  /** From the end of each 429 to its X-RateLimit-Reset, in milliseconds; absent where that is not known. */
  readonly untilReset?: readonly number[];
  /** The numbers of the requests, the first refused one first. */
  readonly requests: readonly number[];
}

/**
 * How waits develop. `at-the-floor`: all are as long as Retry-After asked, or end at X-RateLimit-Reset, so that a backoff that begins with
 * less, or ends with no more, may hide behind them; `unclear`: too few, or too irregular.
 */
export type Growth = 'grows' | 'constant' | 'linear' | 'at-the-floor' | 'unclear';

/** Fewer waits than this show no growth. */
const FEWEST = 3;

/** Fewer waits than this show no regularity that is not chance. */
const FEWEST_REGULAR = 4;

/** The later waits are longer than the earlier ones by at least this factor where they grow. */
const GROWN = 1.4;

/** Waits that do not grow are in an order as good as that of waits that do with this chance at most. */
const BY_CHANCE = 0.07;

/** Timers, and the way of a request: in milliseconds, and as a share of a wait. */
const SLACK_MS = 100;
const SLACK_SHARE = 0.1;

/** The growth of the waits of a series. Jitter is allowed: what may be chance is `unclear`. Source: section 8, "Behavior on exceeding". */
export function growthOf(series: Omit<BackoffSeries, 'requests'>): Growth {
  const { waits, untilReset, retryAfter, keepsRetryAfter } = series;
  const rows = rowsOf(series);
  if (waits.length < FEWEST || !rows.some(({ length }) => length > 1)) return 'unclear';
  if (waits.every((wait, index) => isUntil(wait, untilReset?.[index]))) return 'at-the-floor';
  const longest = largest(waits);
  const areLevel = isLevel(waits);
  const floor = keepsRetryAfter ? 1_000 * retryAfter : 0;
  const isAtFloor = (wait: number) => floor > 0 && wait <= floor * (1 + SLACK_SHARE) + SLACK_MS;
  if (areLevel && isAtFloor(longest)) return 'at-the-floor';
  if (isConstant(series)) return 'constant';
  if (areLevel) return 'unclear';
  const [row = []] = rows;
  if (isOneRow(series) && isLinear(row)) return row.length >= FEWEST_REGULAR ? 'linear' : 'unclear';
  if (factorOf(rows) < GROWN) return 'unclear';
  return isRegular(series) || chanceOfOrder(rows, isAtFloor) <= BY_CHANCE ? 'grows' : 'unclear';
}

/** Whether waits are those of one row of refusals. */
export function isOneRow({ places }: Waits): boolean {
  return places.lastIndexOf(0) <= 0;
}

/** Whether waits are as long as each other, as far as timers tell. In milliseconds. */
function isLevel(waits: readonly number[]): boolean {
  const shortest = smallest(waits);
  return largest(waits) - shortest <= SLACK_MS + SLACK_SHARE * shortest;
}

/** Whether nothing is drawn about waits that grow. Some send the first retry at once, and double from the second one on. */
export function isRegular(series: Waits): boolean {
  const rows = rowsOf(series);
  const [row = []] = rows;
  if (rows.length > 1) return [...row.keys()].every((place) => isLevel(rows.flatMap((one) => one[place] ?? [])));
  return isGeometric(row) || (row.length > FEWEST && isGeometric(row.slice(1)));
}

/** The waits of each row of refusals. */
function rowsOf({ waits, places }: Waits): number[][] {
  const rows: number[][] = [];
  for (const [index, wait] of waits.entries()) {
    if (places[index] === 0) rows.push([]);
    rows.at(-1)?.push(wait);
  }
  return rows;
}

/** By how much the later waits of rows are longer than the earlier ones: of one row its longest ones, of several in the geometric mean. */
function factorOf(rows: readonly (readonly number[])[]): number {
  const halves = rows
    .filter(({ length }) => length > 1)
    .map((row) => [row.slice(0, row.length >> 1), row.slice(row.length >> 1)] as const);
  const logs = halves.map(([earlier, later]) => Math.log(Math.max(1, largest(later)) / Math.max(1, largest(earlier))));
  return Math.exp(logs.reduce((sum, one) => sum + one, 0) / logs.length);
}

/**
 * How likely waits that do not grow are in an order as good as this one: with as few pairs of which the later one is not longer. Of waits at a floor
 * nothing is known.
 */
function chanceOfOrder(rows: readonly (readonly number[])[], isAtFloor: (wait: number) => boolean): number {
  let inversions = 0;
  /** How likely so many pairs of all rows are not in order. */
  let chances = [1];
  for (const row of rows) {
    for (const [index, wait] of row.entries()) {
      inversions += row.slice(0, index).filter((before) => before >= wait && !isAtFloor(before)).length;
      // Each wait is as likely to be shorter than any number of those before it.
      const next = Array.from({ length: chances.length + index }, () => 0);
      for (const [already, chance] of chances.entries())
        for (let shorter = 0; shorter <= index; shorter += 1)
          next[already + shorter] = (next[already + shorter] ?? 0) + chance / (index + 1);
      chances = next;
    }
  }
  return chances.slice(0, inversions + 1).reduce((sum, one) => sum + one, 0);
}

/** So many rows of several waits say something together that none may say alone. */
const FEWEST_ROWS = 3;

/** Each row alone, and all together where there are enough of them, or one that is long. */
export function groupsOf<Row extends { readonly waits: readonly number[] }>(rows: readonly Row[]): Row[][] {
  const several = rows.filter(({ waits }) => waits.length > 1);
  const isLong = several.some(({ waits }) => waits.length >= FEWEST);
  const areEnough = several.length >= FEWEST_ROWS || (several.length > 1 && isLong);
  return [...rows.map((row) => [row]), ...(areEnough ? [several] : [])];
}

/** The waits of rows, one row after the other. */
export function waitsOf(rows: readonly { readonly waits: readonly number[] }[]): Waits {
  return { waits: rows.flatMap(({ waits }) => waits), places: rows.flatMap(({ waits }) => [...waits.keys()]) };
}

/** Who waits until Reset is this much too early or late at most, in milliseconds. */
const EARLY_MS = 10;
const LATE_MS = 60;

function isUntil(wait: number, untilReset: number | undefined): boolean {
  return untilReset !== undefined && wait >= untilReset - EARLY_MS && wait <= untilReset + LATE_MS;
}
