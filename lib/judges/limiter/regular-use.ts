import { largest, smallest } from '../../evidence/extremes.ts';
import { refillBetween, type Pair } from './metered-history.ts';
import { LIMITER_PRICES } from './prices.ts';

/** The time between the instants at which a limiter met two requests, at least and at most, in milliseconds. */
interface Gap {
  readonly least: number;
  readonly most: number;
}

/** A gap in which no other client seems to have sent anything, and the probability that a restored unit hides one that was used. */
type QuietGap = Gap & { readonly hidden: number };

/** How many rhythms are tried for each doubling of the length of time, and beyond the longest gap by how many times. */
const PER_DOUBLING = 6;
const BEYOND = 64;

/** The shortest gap that clocks can show. */
const SHORTEST_MS = 1;

/** Each request with the one before it. */
export interface TakenUnits {
  /** Those of one sort, which took as many units each time. */
  readonly counted: readonly Pair[];
  /** Those of others that took more than one, and those that took no more than their own. */
  readonly beyondOne: readonly Pair[];
  readonly quiet: readonly Pair[];
}

/**
 * What it costs that another client of the key which sends in a rhythm of its own used what requests of one sort seem to have taken besides their
 * own unit: it came just once in each of the gaps before these, and in the others as often as seen. A rhythm close to petvet's own does that for
 * long, and a slower one where requests of one sort take longer than the others. Several gaps of other lengths, or many others in which
 * nobody came, make it dear.
 *
 * @param windowMs - the length of the window, in milliseconds
 */
export function priceOfVisits({ counted, beyondOne, quiet }: TakenUnits, windowMs: number): number {
  const used = counted.map(gapOf);
  const seen = beyondOne.map(gapOf);
  const unused = quiet.map((pair) => ({
    ...gapOf(pair),
    hidden: Math.min(MOST_HIDDEN, refillBetween(pair, windowMs)),
  }));
  const longest = BEYOND * largest(used.map(({ most }) => most));
  let [all, others] = [-Infinity, -Infinity];
  for (let rhythm = smallest(used.map(({ most }) => most)) / 2; rhythm <= longest; rhythm *= 2 ** (1 / PER_DOUBLING)) {
    const ofOthers = sum(seen, (gap) => cameIn(gap, rhythm)) + sum(unused, (gap) => stayedAway(gap, rhythm));
    others = Math.max(others, ofOthers);
    all = Math.max(all, ofOthers + sum(used, (gap) => cameOnceIn(gap, rhythm)));
  }
  // What is asked is how likely the gaps of the one sort are, by a rhythm that the others leave possible.
  return others - all;
}

function sum<G>(gaps: readonly G[], likelihoodOf: (gap: G) => number): number {
  let logarithm = 0;
  for (const gap of gaps) logarithm += Math.max(-LIMITER_PRICES.visit, Math.log(likelihoodOf(gap)));
  return logarithm;
}

/** The probability, at best, that a client which sends a request every `rhythm` milliseconds sent one in a gap; just one; or none. */
function cameIn({ most }: Gap, rhythm: number): number {
  return Math.min(1, most / rhythm);
}

function cameOnceIn({ least, most }: Gap, rhythm: number): number {
  return least > rhythm ? Math.max(0, 2 - least / rhythm) : Math.min(1, most / rhythm);
}

function stayedAway({ least, hidden }: QuietGap, rhythm: number): number {
  return 1 - Math.min(1, least / rhythm) * (1 - hidden);
}

/** However long it takes, a restored unit does not hide every one that was used. */
const MOST_HIDDEN = 0.7;

/** A limiter meets each request as early, or as late, as the one before: from one beginning to the next, or from one end to the next. */
function gapOf({ before, after }: Pair): Gap {
  const [ofBeginnings, ofEnds] = [after.from - before.from, after.to - before.to];
  return {
    least: Math.max(0, Math.min(ofBeginnings, ofEnds)),
    most: Math.max(SHORTEST_MS, ofBeginnings, ofEnds),
  };
}
