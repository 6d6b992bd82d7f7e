import { largest, smallest } from '../evidence/extremes.ts';

/** Waits of a client that was refused several times in a row and sent the same request again each time: of one row, or of several short ones. */
export interface Waits {
  /** From the end of each 429 to the next request, in milliseconds. */
  readonly waits: readonly number[];
  /** Which of its row each wait is, from 0. */
  readonly places: readonly number[];
}

/** Fewer waits than this show no regularity that is not chance. */
const FEWEST = 4;

/** A backoff that begins with less is none that others could tell from an immediate retry. In milliseconds. */
const LEAST_FIRST_MS = 20;

/** Waits are not measured more precisely. In milliseconds. */
const PRECISION_MS = 5;

/** Waits that a backoff shows no oftener than this are not due to one. */
const RARE = 1 / 2_000;

/**
 * Whether waits (in milliseconds) are all the same, and too close to each other for a backoff that doubles with full jitter. One wait in between
 * may be longer, as those of a busy machine are.
 */
export function isConstant({ waits, places }: Waits): boolean {
  const all = waits.map((wait, index) => ({ wait, place: places[index] ?? 0, index }));
  const longest = all.reduce((one, other) => (other.wait > one.wait ? other : one), { wait: -1, place: 0, index: -1 });
  const others = all.filter(({ index }) => index !== longest.index);
  return isTooEven(all) || (longest.index < waits.length - 1 && isTooEven(others));
}

function isTooEven(waits: readonly { readonly wait: number; readonly place: number }[]): boolean {
  if (waits.length < FEWEST) return false;
  const lengths = waits.map(({ wait }) => wait);
  const [shortest, longest] = [smallest(lengths), largest(lengths)];
  const range = Math.max(PRECISION_MS, longest - shortest);
  if (range > 100 + 0.1 * shortest) return false;
  // Each wait of such a backoff may have any length from 0 to `first`, doubled as often as it was refused before.
  const first = Math.max(LEAST_FIRST_MS, largest(waits.map(({ wait, place }) => wait / 2 ** place)));
  const chance = waits.slice(1).reduce((product, { place }) => product * Math.min(1, range / (first * 2 ** place)), 1);
  return chance <= RARE;
}

/** How far apart the steps of a linear backoff are: in milliseconds, and as a share. */
const STEP_SLACK_MS = 30;
const STEP_SLACK_SHARE = 0.02;

/** Shorter steps may be due to the machine. In milliseconds. */
const LEAST_STEP_MS = 100;

/** Whether each wait (in milliseconds) is longer than the one before by the same time, and not by the same factor. */
export function isLinear(waits: readonly number[]): boolean {
  const steps = waits.slice(1).map((wait, index) => wait - (waits[index] ?? 0));
  const [least, most] = [smallest(steps), largest(steps)];
  return least > LEAST_STEP_MS && most - least <= STEP_SLACK_MS + STEP_SLACK_SHARE * most && !isGeometric(waits);
}

/** How far a wait may be from its place in a geometric series: in milliseconds, and as a share. */
const PLACE_SLACK_MS = 20;
const PLACE_SLACK_SHARE = 0.01;

/** Whether each wait (in milliseconds) is longer than the one before by the same factor, however small that is. */
export function isGeometric(waits: readonly number[]): boolean {
  const [first = 0, last = 0] = [waits[0], waits.at(-1)];
  if (first <= 0 || last <= first) return false;
  const factor = (last / first) ** (1 / (waits.length - 1));
  return waits.every((wait, index) => {
    const place = first * factor ** index;
    return Math.abs(wait - place) <= PLACE_SLACK_MS + PLACE_SLACK_SHARE * place;
  });
}
