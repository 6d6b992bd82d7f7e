import { shuffleInPlace } from 'simple-statistics';
import { FEWEST_ON_A_SIDE } from './compared.ts';
import { waysToChoose, repeatable } from './load-change.ts';

/** Where the values of a series changed, to stay so for some values at least. */
export interface ChangePoint {
  /** The index of the first value of the later part. */
  readonly at: number;
  /** `up` where the ranks of the later part are higher. */
  readonly direction: 'up' | 'down';
  /** How often chance alone makes a change as large as this one, of the values from the change before to the one after it. */
  readonly probability: number;
}

/** As many orders of the same values a series is held against. */
const SHUFFLES = 3_999;

/**
 * The change points of a series, in its order.
 *
 * Of all parts of the series, the one whose ranks differ most from the rest is looked for, by the standardized Mann-Whitney
 * statistic: a part at an end is a change (Hawkins and Deng 2010, "A nonparametric change-point control chart", Journal of Quality
 * Technology 42, 2; after Pettitt 1979), one in the middle two, there and back (Olshen et al. 2004, "Circular binary segmentation",
 * Biostatistics 5, 4). How often chance makes a difference as large is found by shuffling the values; where it is rare, the parts are
 * searched in turn (the permutation test and the hierarchy are those of E-Divisive: Matteson and James 2014, "A nonparametric
 * approach for multiple change point analysis of multivariate data", Journal of the American Statistical Association 109, 505). At the
 * end each change is tested once more, alone, between the change before it and the one after it, placed anew, and dropped where it
 * is not significant, or too few values show it. Ranks, as latencies have heavy tails: a single value weighs no more than its place.
 *
 * In a series without a change, whatever its distribution, one is found with a probability of `level` at most, as long as its
 * values do not depend on one another: one that drifts, or follows the hour of the day, is no such series.
 *
 * @param values - one for each run, the oldest first; finite
 * @param level - above 0, below 1
 */
export function changePointsOf(values: readonly number[], level: number): ChangePoint[] {
  const points = pointsBetween(values, { from: 0, to: values.length }, level);
  for (;;) {
    const tested: Tested[] = [];
    for (const [index, at] of points.entries()) {
      const from = tested[index - 1]?.at ?? 0;
      const to = points[index + 1] ?? values.length;
      tested.push(testedAlone(values, { from, to }, level) ?? { at, difference: 0, probability: 1 });
    }
    const [weakest] = tested
      .filter(
        ({ at, difference, probability }, index) =>
          probability > level ||
          !isLasting(
            values.slice(tested[index - 1]?.at ?? 0, at),
            values.slice(at, tested[index + 1]?.at),
            directionOf(difference),
          ),
      )
      .toSorted((a, b) => Math.abs(a.difference) - Math.abs(b.difference) || a.at - b.at);
    if (weakest === undefined)
      return tested.map(({ at, difference, probability }) => ({
        at,
        direction: directionOf(difference),
        probability,
      }));
    points.splice(tested.indexOf(weakest), 1);
  }
}

function directionOf(difference: number): ChangePoint['direction'] {
  return difference > 0 ? 'up' : 'down';
}

function ranked(values: readonly number[], place: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(place)] ?? 0;
}

/** Whether enough values on each side are beyond the middle one of the other side: three bad nights are none that stay. */
function isLasting(earlier: readonly number[], later: readonly number[], direction: ChangePoint['direction']): boolean {
  const [low, high] = direction === 'up' ? [earlier, later] : [later, earlier];
  const [lows, highs] = [ranked(low, low.length / 2), ranked(high, (high.length - 1) / 2)];
  return (
    high.filter((value) => value > lows).length >= FEWEST_ON_A_SIDE &&
    low.filter((value) => value < highs).length >= FEWEST_ON_A_SIDE
  );
}

/**
 * As many values a series needs for a change to be found in it at all: with fewer, not even halves that do not overlap are rarer than
 * the level.
 */
export function fewestValues(level: number): number {
  const rare = SHARES['at the end'] * level;
  let fewest = 2 * FEWEST_ON_A_SIDE;
  while (chanceOfHalves(fewest) > rare || chanceOfHalves(fewest + 1) > rare) fewest++;
  return fewest;
}

/** How often chance alone makes halves that do not overlap: the lower values first or last, and of an odd count either half larger. */
function chanceOfHalves(count: number): number {
  return (count % 2 === 0 ? 2 : 4) / waysToChoose(Math.floor(count / 2), count);
}

/** Values of a series from an index to before another one. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** A change that was tested. */
interface Tested {
  readonly at: number;
  /** Of the ranks after it to those before it, standardized but for a constant. */
  readonly difference: number;
  readonly probability: number;
}

function pointsBetween(values: readonly number[], part: Part, level: number): number[] {
  const { from, to } = part;
  if (to - from < fewestValues(level)) return [];
  const ranks = centredRanks(values.slice(from, to));
  const differing = PLACES.map((place) => ({ place, ...mostDifferent(ranks, place) })).find(
    (one) => probabilityOf(one, ranks, one.place, SHARES[one.place] * level) <= SHARES[one.place] * level,
  );
  if (differing === undefined) return [];
  const points = [from + differing.from, from + differing.to].filter((at) => at < to);
  const ends = [from, ...points, to];
  return ends.slice(1).flatMap((end, index) => {
    const inside = pointsBetween(values, { from: ends[index] ?? from, to: end }, level);
    return end < to ? [...inside, end] : inside;
  });
}

/** Where in a series the part is that is held against the rest of it. */
type Place = 'at the end' | 'in the middle';

const PLACES = ['at the end', 'in the middle'] as const satisfies readonly Place[];

/** Of the level. A change that lasts is what is looked for first, and one that ended shows clearly where it shows at all. */
const SHARES: Readonly<Record<Place, number>> = { 'at the end': 0.8, 'in the middle': 0.2 };

/** The one change that sets both sides furthest apart, and how rare that is; undefined where there are too few values. */
function testedAlone(values: readonly number[], { from, to }: Part, level: number): Tested | undefined {
  if (to - from < fewestValues(level)) return undefined;
  const ranks = centredRanks(values.slice(from, to));
  const later = mostDifferent(ranks, 'at the end');
  const probability = probabilityOf(later, ranks, 'at the end', level);
  return { at: from + later.from, difference: later.difference, probability };
}

/** A part with its difference from the rest. */
interface Differing extends Part {
  readonly difference: number;
}

/**
 * The share of orders, this one among them, in which a part differs as much. It is exact where it is at most the level; the
 * shuffling ends as soon as it cannot be (after Besag and Clifford 1991, "Sequential Monte Carlo p-values", Biometrika 78, 2).
 */
function probabilityOf({ difference }: Differing, ranks: readonly number[], place: Place, level: number): number {
  const most = level * (SHUFFLES + 1);
  const random = repeatable();
  const shuffled = [...ranks];
  let asMuch = 1;
  for (let turn = 0; turn < SHUFFLES && asMuch <= most; turn++) {
    const other = mostDifferent(shuffleInPlace(shuffled, random), place);
    if (Math.abs(other.difference) >= Math.abs(difference) - ROUNDING) asMuch++;
  }
  return asMuch / (SHUFFLES + 1);
}

/** Sums of the same ranks in another order differ by less. */
const ROUNDING = 1e-9;

/** The part at a place that differs most from the rest; each part of the series has enough values. */
function mostDifferent(ranks: readonly number[], place: Place): Differing {
  const { length } = ranks;
  const sums = new Float64Array(length + 1);
  for (const [index, rank] of ranks.entries()) sums[index + 1] = (sums[index] ?? 0) + rank;
  let [best, bestFrom, bestTo] = [0, length, length];
  const margin = place === 'in the middle' ? FEWEST_ON_A_SIDE : 0;
  for (let size = FEWEST_ON_A_SIDE; size <= length - Math.max(2 * margin, FEWEST_ON_A_SIDE); size++) {
    const weight = 1 / Math.sqrt(size * (length - size));
    const last = length - margin - size;
    for (let from = place === 'in the middle' ? margin : last; from <= last; from++) {
      const difference = weight * ((sums[from + size] ?? 0) - (sums[from] ?? 0));
      if (Math.abs(difference) > Math.abs(best)) [best, bestFrom, bestTo] = [difference, from, from + size];
    }
  }
  return { from: bestFrom, to: bestTo, difference: best };
}

/** The rank of each value, less the mean of all ranks; values that are equal share the mean of theirs. */
function centredRanks(values: readonly number[]): number[] {
  const sorted = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value);
  const ranks = values.map(() => 0);
  for (let first = 0; first < sorted.length;) {
    let next = first;
    while (next < sorted.length && sorted[next]?.value === sorted[first]?.value) next++;
    const rank = (first + next - sorted.length) / 2;
    for (const { index } of sorted.slice(first, next)) ranks[index] = rank;
    first = next;
  }
  return ranks;
}
