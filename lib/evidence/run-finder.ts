/** A text to look for, and what it stands for. */
export interface Pattern<T> {
  readonly text: string;
  readonly of: T;
}

/** A run of at least {@link SHORTEST_RUN} characters of a pattern within a text. */
export interface FoundRun<T> {
  readonly start: number;
  readonly end: number;
  readonly pattern: Pattern<T>;
  /** Where in the pattern the run begins. */
  readonly from: number;
}

/** Fewer characters in a row prove nothing. */
export const SHORTEST_RUN = 8;

/**
 * The same eight characters may occur at many places of the patterns, as in `aaaaaaaaaaaa`. The places at which a pattern begins are
 * all remembered; of the others only the first ones, up to this many in total, so that such patterns cost no more than others.
 */
const MOST_PLACES = 64;

/** The last pair of characters of a window. */
const LAST_PAIR = SHORTEST_RUN - 2;

/**
 * Makes the finder of all runs of patterns in a text, in the order of their starts: runs of several patterns, or of several
 * places of one, may begin within each other.
 *
 * The method is that of Wu and Manber: where two characters occur in no pattern, the window moves past them at once.
 */
export function createRunFinder<T>(patterns: readonly Pattern<T>[]): (text: string) => FoundRun<T>[] {
  const windows = new Map<string, { pattern: Pattern<T>; from: number }[]>();
  const shifts = new Uint8Array(0x1_00_00).fill(SHORTEST_RUN - 1);
  for (const pattern of patterns) {
    const { text } = pattern;
    for (let at = 0; at + SHORTEST_RUN <= text.length; at += 1) {
      const window = text.slice(at, at + SHORTEST_RUN);
      const places = windows.get(window) ?? [];
      if (at === 0 || places.length < MOST_PLACES) windows.set(window, [...places, { pattern, from: at }]);
    }
    for (let at = 0; text.length >= SHORTEST_RUN && at + 1 < text.length; at += 1) {
      const pair = pairAt(text, at);
      shifts[pair] = Math.min(shifts[pair] ?? 0, Math.max(0, LAST_PAIR - at));
    }
  }
  return (text) => {
    const found: FoundRun<T>[] = [];
    const last = text.length - SHORTEST_RUN;
    let areAllKeptBefore = true;
    for (let at = 0; at <= last;) {
      const shift = shifts[pairAt(text, at + LAST_PAIR)] ?? 0;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const places = windows.get(text.slice(at, at + SHORTEST_RUN)) ?? [];
      for (const { pattern, from } of places) {
        // The rest of a run that began before is not a run of its own, unless its beginning was not among the places kept.
        const goesOn = from > 0 && at > 0 && text.charCodeAt(at - 1) === pattern.text.charCodeAt(from - 1);
        if (goesOn && areAllKeptBefore) continue;
        found.push({ start: at, end: at + commonLength(text, at, pattern.text, from), pattern, from });
      }
      areAllKeptBefore = places.length < MOST_PLACES;
      at += 1;
    }
    return found;
  };
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);
}

function commonLength(text: string, at: number, pattern: string, from: number): number {
  let length = SHORTEST_RUN;
  while (from + length < pattern.length && text.charCodeAt(at + length) === pattern.charCodeAt(from + length))
    length += 1;
  return length;
}
