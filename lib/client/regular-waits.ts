import { largest, smallest } from '../evidence/extremes.ts';

/** Waits of a client that was refused several times in a row and sent the same request again each time: of one row, or of several short ones. */
export interface Waits {
  /** From the end of each 429 to the next request, in milliseconds. */
  readonly waits: readonly number[];
  /** Which of its row each wait is, from 0. */
  readonly places: readonly number[];
}

/** Fewer waits than this show no regularity that is not chance. */
export const FEWEST_REGULAR = 4;

/** A backoff that begins with less is none that others could tell from an immediate retry. In milliseconds. */
const LEAST_FIRST_MS = 20;

/** Waits are not measured more precisely. In milliseconds. */
const PRECISION_MS = 5;

/** Waits that a backoff shows no oftener than this are not due to one. */
const RARE = 1 / 4_000;

/**
 * Whether waits (in milliseconds) are all the same, and too close to each other for a backoff that doubles with full jitter. One wait in between
 * may be longer, as those of a busy machine are.
 *
 * @param looks - how often waits of one client are looked at: the oftener, the rarer a backoff must show them
 */
export function isConstant({ waits, places }: Waits, looks = 1): boolean {
  const rare = RARE / looks;
  const all = waits.map((wait, index) => ({ wait, place: places[index] ?? 0, index }));
  const longest = all.reduce((one, other) => (other.wait > one.wait ? other : one), { wait: -1, place: 0, index: -1 });
  const others = all.filter(({ index }) => index !== longest.index);
  return isTooEven(all, rare) || (longest.index < waits.length - 1 && isTooEven(others, rare));
}

function isTooEven(waits: readonly { readonly wait: number; readonly place: number }[], rare: number): boolean {
  if (waits.length < FEWEST_REGULAR) return false;
  const lengths = waits.map(({ wait }) => wait);
  const [shortest, longest] = [smallest(lengths), largest(lengths)];
  const range = Math.max(PRECISION_MS, longest - shortest);
  if (range > 100 + 0.1 * shortest) return false;
  // Each wait of such a backoff may have any length from 0 to `first`, doubled as often as it was refused before.
  const first = Math.max(LEAST_FIRST_MS, largest(waits.map(({ wait, place }) => wait / 2 ** place)));
  const chance = waits.slice(1).reduce((product, { place }) => product * Math.min(1, range / (first * 2 ** place)), 1);
  // With decorrelated jitter each wait has any length from the least to thrice the one before.
  const decorrelated = range > shortest ? 0 : (range / (2 * shortest)) ** (waits.length - 1);
  return Math.max(chance, decorrelated) <= rare;
}

/** Timers and a busy machine make waits longer by up to so much, in milliseconds. */
const LATE_MS = 70;
const EXACT_MS = 40;

/** Shorter steps may be due to the machine. In milliseconds. */
const LEAST_STEP_MS = 100;

/** A busy machine holds a wait back for as long as this, in milliseconds; of as many waits as this, one. */
export const STALL_MS = 300;
const MANY = 6;

/** The factors of backoffs. */
const FACTORS = Array.from({ length: 28 }, (_one, index) => 1.3 + index / 10);

/** Whether each wait (in milliseconds) of a row is longer than the one before by the same time, and not by the same factor. */
export function isLinear(waits: readonly number[]): boolean {
  const step = ((waits.at(-1) ?? 0) - (waits[0] ?? 0)) / (waits.length - 1);
  // The first retry may come at once, and the others double.
  if (step <= LEAST_STEP_MS || (waits.length < FEWEST_REGULAR && (waits[0] ?? 0) < step / 2)) return false;
  // Four waits in a line are no rarity, unless they are exactly in line.
  const band = waits.length <= FEWEST_REGULAR ? Math.min(EXACT_MS, step / 8) : Math.min(LATE_MS, step / 4);
  const isAlong = (curve: (index: number) => number, held: number) => followsWithin(band, waits, { curve, held });
  return (waits.length < MANY ? [0] : [0, 1]).some(
    (held) => isAlong((index) => index, held) && !FACTORS.some((factor) => isAlong((index) => factor ** index, held)),
  );
}

/** Whether waits follow a curve, moved and stretched, within a band; `held` of them were held back. */
function followsWithin(
  band: number,
  waits: readonly number[],
  { curve, held }: { readonly curve: (index: number) => number; readonly held: number },
): boolean {
  const points = waits.map((y, index) => ({ x: curve(index), y }));
  return points.some((one, index) =>
    points.slice(index + 1).some((other) => {
      const stretch = (other.y - one.y) / (other.x - one.x);
      const late = points.map(({ x, y }) => y - stretch * x).toSorted((a, b) => a - b);
      const [least = 0, most = 0] = [late[0], late.at(-1)];
      const usual = late.at(-1 - held) ?? most;
      return stretch > 0 && usual - least <= band && most - least <= Math.max(band, held * STALL_MS);
    }),
  );
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
    return Math.abs(wait - place) <= slackAt(place);
  });
}

/** How likely waits are as regular as {@link isGeometric} has them, if each is drawn from a range at least as large as itself. */
export function chanceOfGeometric(waits: readonly number[]): number {
  return waits.slice(1, -1).reduce((chance, wait) => chance * Math.min(1, (2 * slackAt(wait)) / wait), 1);
}

function slackAt(place: number): number {
  return PLACE_SLACK_MS + PLACE_SLACK_SHARE * place;
}
