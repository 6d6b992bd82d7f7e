import { largest, smallest } from '../evidence/extremes.ts';
import { isAtFloor, isOneRow, isRegular, rowsOf, type BackoffSeries } from './backoff.ts';
import { chanceOfGeometric, STALL_MS, type Waits } from './regular-waits.ts';

/** So many waits that are shorter than the regular ones were in their place are no accident; one alone is in doubt. */
const FEWEST_SHORTER = 2;
const DOUBT = 0.05;

/**
 * How likely a backoff, as it is seen in one series, stays at the floor of another one for all the waits that were seen at it.
 *
 * @param good - waits that grow
 * @param atFloor - waits that are as long as Retry-After asked
 */
export function chanceHidden(good: BackoffSeries, atFloor: BackoffSeries): number {
  const floor = Math.max(1_000 * atFloor.retryAfter, largest(atFloor.waits));
  const bound = largest(good.waits);
  if (!isRegular(good)) return chanceOfJitter({ good, atFloor, floor, bound });
  // Past what was seen, it waits no less.
  const shorter = atFloor.places.filter((place) => !isAtFloor(smallest(waitsFrom(good, place)), floor));
  const asSeen = shorter.length >= FEWEST_SHORTER ? 0 : shorter.length === 1 ? DOUBT : 1;
  if (!isOneRow(good)) return asSeen;
  // Waits with jitter look regular in one row, by chance.
  const drawn = chanceOfJitter({ good, atFloor, floor, bound: Math.max(bound, USUAL_BOUND_MS) });
  return Math.max(asSeen, chanceOfGeometric(good.waits) * drawn);
}

/** Backoffs have longer bounds than this, if they have one. In milliseconds. */
const USUAL_BOUND_MS = 8_000;

/** Waits that grow, those that are as long as Retry-After asked, and the longest that the backoff has, as far as is known. In milliseconds. */
interface Hiding {
  readonly good: BackoffSeries;
  readonly atFloor: BackoffSeries;
  readonly floor: number;
  readonly bound: number;
}

function chanceOfJitter(hiding: Hiding): number {
  return Math.max(chanceOfFullJitter(hiding), chanceOfDecorrelated(hiding));
}

function waitsAt({ waits, places }: Waits, place: number): number[] {
  return waits.filter((_wait, index) => places[index] === place);
}

/** The waits at a place; the longest ones, where none were seen there. */
function waitsFrom(series: Waits, place: number): number[] {
  const there = waitsAt(series, place);
  return there.length > 0 ? there : [largest(series.waits)];
}

/** Each wait has any length up to its bound, which doubles, and is at least what was seen. */
function chanceOfFullJitter({ good, atFloor, floor, bound: most }: Hiding): number {
  let bound = 0;
  return atFloor.places.reduce((chance, place) => {
    bound = Math.min(most, Math.max(place === 0 ? 0 : 2 * bound, largest(waitsAt(good, place))));
    return chance * Math.min(1, floor / bound);
  }, 1);
}

/** Waits below the floor are told apart so finely. */
const CELLS = 40;

/** Each wait has any length from the least one to thrice the one before. */
function chanceOfDecorrelated({ good, atFloor, floor }: Hiding): number {
  // The first wait is longer than the least one by chance.
  const least = smallest(good.waits) / 2;
  const isPossible = rowsOf(good).every((row) =>
    row.every((wait, index) => wait <= STALL_MS + 3 * (index === 0 ? 2 * least : (row[index - 1] ?? 0))),
  );
  if (!isPossible || least >= floor) return 0;
  const width = (floor - least) / CELLS;
  const middles = Array.from({ length: CELLS }, (_one, index) => least + (index + 0.5) * width);
  const spread = (from: readonly (readonly [wait: number, chance: number])[]) =>
    middles.map((middle) =>
      from.reduce((sum, [wait, chance]) => sum + (middle < 3 * wait ? (chance * width) / (3 * wait - least) : 0), 0),
    );
  return rowsOf(atFloor).reduce((product, row) => {
    let chances = spread([[least, 1]]);
    for (let more = 1; more < row.length; more += 1)
      chances = spread(chances.map((chance, index) => [middles[index] ?? least, chance]));
    return (
      product *
      Math.min(
        1,
        chances.reduce((sum, one) => sum + one, 0),
      )
    );
  }, 1);
}
