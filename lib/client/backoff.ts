import { median } from 'simple-statistics';
import { largest, smallest } from '../evidence/extremes.ts';
import { FEWEST_REGULAR, isConstant, isGeometric, isLinear, STALL_MS, type Waits } from './regular-waits.ts';

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
 * less, or ends with no more, may hide behind them; `in-line`: three that grow by a fixed amount, in each of several rows, as those of a backoff
 * with a bound may; `unclear`: too few, or too irregular.
 */
export type Growth = 'grows' | 'constant' | 'linear' | 'in-line' | 'at-the-floor' | 'unclear';

/** Fewer waits than this show no growth. */
const FEWEST = 3;

/** Waits that do not grow look as if they doubled with this chance at most. */
const BY_CHANCE = 0.02;

/** Three waits that double exactly hardly need more. */
const BY_CHANCE_AT_ONCE = 0.06;

/** Each wait of several equal rows is longer than the one before by this factor, where they grow. */
const LEAST_FACTOR = 1.3;

/** Timers, and the way of a request: in milliseconds, and as a share of a wait. */
const SLACK_MS = 100;
const SLACK_SHARE = 0.1;

/** A busy machine holds one wait in as many back, for `STALL_MS` at most. */
const RARELY = 4;

/**
 * The growth of the waits of a series. Jitter is allowed: what may be chance is `unclear`. Source: section 8, "Behavior on exceeding".
 *
 * @param looks - how often waits of one client are looked at
 */
export function growthOf(series: Omit<BackoffSeries, 'requests'>, looks: number): Growth {
  const { waits, untilReset, retryAfter, keepsRetryAfter } = series;
  const rows = rowsOf(series);
  if (waits.length < FEWEST || !rows.some(({ length }) => length > 1)) return 'unclear';
  if (waits.every((wait, index) => isUntil(wait, untilReset?.[index]))) return 'at-the-floor';
  const floor = keepsRetryAfter ? 1_000 * retryAfter : 0;
  const isHidden = waits.some((wait) => isAtFloor(wait, floor));
  const usual = withoutStalls(waits);
  if (isLevel(usual) && isHidden) return 'at-the-floor';
  if (!isHidden && isConstant(series, looks) && !growsByPlace(series, LEAST_DIFFERENCE_MS)) return 'constant';
  if (isLevel(usual) && (isOneRow(series) || !growsByPlace(series, LATE_TIMERS_MS))) return 'unclear';
  const typical = typicalRow(series);
  if (!isHidden && typical !== undefined && isLinear(typical)) {
    // In one row, four may be in line by chance.
    if (typical.length > FEWEST_REGULAR) return 'linear';
    if (isOneRow(series)) return 'unclear';
    return typical.length === FEWEST_REGULAR ? 'linear' : 'in-line';
  }
  return isRegular(series) || chanceOfDoubling(series) <= BY_CHANCE ? 'grows' : 'unclear';
}

/** Whether a wait is as long as a floor, as far as timers tell: what the client would have waited without it is hidden. In milliseconds. */
export function isAtFloor(wait: number, floor: number): boolean {
  return floor > 0 && wait <= floor * (1 + SLACK_SHARE) + SLACK_MS;
}

/** The waits but for the few longest ones, where a busy machine may have made these longer. */
function withoutStalls(waits: readonly number[]): readonly number[] {
  const others = waits.toSorted((a, b) => a - b).slice(0, -Math.max(1, Math.floor(waits.length / RARELY)));
  return largest(waits) - largest(others) <= STALL_MS ? others : waits;
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

/** Whether nothing is drawn about waits that grow. */
export function isRegular(series: Waits): boolean {
  const row = typicalRow(series);
  if (row === undefined) return false;
  if (isOneRow(series))
    return isGeometric(row) && (row.length > FEWEST || chanceOfDoubling(series) <= BY_CHANCE_AT_ONCE);
  const longestAt = (place: number) => largest(series.waits.filter((_wait, index) => series.places[index] === place));
  return row.every((wait, place) => place === 0 || wait >= LEAST_FACTOR * longestAt(place - 1));
}

/** Short waits that differ by less than the one do not grow, those that differ by more than the other are no timers that are late. In milliseconds. */
const LEAST_DIFFERENCE_MS = 8;
const LATE_TIMERS_MS = 30;

/** Whether the median wait at each place of a row is clearly longer than at the place before. @param least - by so many milliseconds */
function growsByPlace(series: Waits, least: number): boolean {
  const usual = placesOf(series).map(median);
  return usual.every((wait, place) => {
    const before = usual[place - 1];
    return before === undefined || wait >= Math.max(LEAST_FACTOR * before, before + least);
  });
}

/** The one row of a series, or what all of its rows have in common: undefined where they differ. */
function typicalRow(series: Waits): number[] | undefined {
  const places = placesOf(series);
  return places.every(isLevel) ? places.map(smallest) : undefined;
}

/** The waits at each place of the rows. */
function placesOf(series: Waits): number[][] {
  const rows = rowsOf(series);
  return Array.from({ length: largest(rows.map(({ length }) => length)) }, (_one, place) =>
    rows.flatMap((row) => row[place] ?? []),
  );
}

/** The waits of each row of refusals. */
export function rowsOf({ waits, places }: Waits): number[][] {
  const rows: number[][] = [];
  for (const [index, wait] of waits.entries()) {
    if (places[index] === 0) rows.push([]);
    rows.at(-1)?.push(wait);
  }
  return rows;
}

/**
 * How likely waits that are all drawn up to the same bound stay below bounds that double from row to row's end as well as these do: the longest one
 * is then at a late place, and early ones are short by chance.
 */
function chanceOfDoubling({ waits, places }: Waits): number {
  const boundOf = (index: number) => 2 ** (places[index] ?? 0);
  const grown = largest(waits) / Math.max(1, largest(waits.map((wait, index) => wait / boundOf(index))));
  const late = waits.filter((_wait, index) => boundOf(index) >= grown * (1 - 1e-9)).length;
  return waits.reduce((chance, _wait, index) => chance * Math.min(1, boundOf(index) / grown), late / waits.length);
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
