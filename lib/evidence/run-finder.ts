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

/** Fewer characters in a row say nothing. */
export const SHORTEST_RUN = 8;

/** Of a pattern that repeats itself, and of those that share their beginnings, so many places of a window are kept. */
const MOST_PLACES = 64;

/** The last pair of characters of a window. */
const LAST_PAIR = SHORTEST_RUN - 2;

/**
 * Makes the finder of all runs of patterns in a text; of several that begin at one place the longest, the first of equals.
 *
 * The method is that of Wu and Manber: where two characters stand in no pattern, the window moves on behind them at once.
 */
export function createRunFinder<T>(patterns: readonly Pattern<T>[]): (text: string) => FoundRun<T>[] {
  const windows = new Map<string, { pattern: Pattern<T>; from: number }[]>();
  const shifts = new Uint8Array(0x1_00_00).fill(SHORTEST_RUN - 1);
  for (const pattern of patterns) {
    const { text } = pattern;
    for (let at = 0; at + SHORTEST_RUN <= text.length; at += 1) {
      const window = text.slice(at, at + SHORTEST_RUN);
      const places = windows.get(window) ?? [];
      if (places.length < MOST_PLACES) windows.set(window, [...places, { pattern, from: at }]);
    }
    for (let at = 0; text.length >= SHORTEST_RUN && at + 1 < text.length; at += 1) {
      const pair = pairAt(text, at);
      shifts[pair] = Math.min(shifts[pair] ?? 0, Math.max(0, LAST_PAIR - at));
    }
  }
  return (text) => {
    const found: FoundRun<T>[] = [];
    const last = text.length - SHORTEST_RUN;
    for (let at = 0; at <= last;) {
      const shift = shifts[pairAt(text, at + LAST_PAIR)] ?? 0;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const candidates = windows.get(text.slice(at, at + SHORTEST_RUN));
      if (candidates === undefined) {
        at += 1;
        continue;
      }
      let longest = 0;
      for (const { pattern, from } of candidates) {
        const length = commonLength(text, at, pattern.text, from);
        longest = Math.max(longest, length);
        found.push({ start: at, end: at + length, pattern, from });
      }
      // A run may begin within the end of another one.
      at += longest - SHORTEST_RUN + 1;
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
