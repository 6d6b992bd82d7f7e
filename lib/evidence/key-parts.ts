import { isLetter, isWithinOrdinaryWord } from './ordinary-words.ts';

/** A stretch of a text that is a run of a key's characters. */
interface KeyPart {
  readonly start: number;
  readonly end: number;
}

/** Finds the runs of one key's characters in texts. */
export type PartFinder = (text: string) => KeyPart[];

/** Fewer characters in a row say nothing. */
const SHORTEST_PART = 8;

/** A run of fewer different characters (`00000000`, `--------`) is no mark of a key. */
export const FEWEST_DIFFERENT = 4;

/** So much of a key is no ordinary text any more, even when it reads like several words, or like a word longer than any. */
const TELLING_SHARE = 2 / 3;
const LONGEST_WORD = 16;

/**
 * Makes the finder of a key's parts: maximal runs of at least eight of its characters.
 *
 * Left alone are runs that any text may hold: of digits, of few different characters, within a word of the interface,
 * and whole words that the key shares with ordinary speech (`petstore` of `petstore-key-1`).
 *
 * @returns undefined when the key is too short, or too plain, for its parts to be told from other text
 */
export function partFinder(key: string): PartFinder | undefined {
  if (key.length <= SHORTEST_PART || /^\d+$/.test(key)) return undefined;
  const starts = new Map<string, number[]>();
  for (let at = 0; at + SHORTEST_PART <= key.length; at += 1) {
    const run = key.slice(at, at + SHORTEST_PART);
    starts.set(run, [...(starts.get(run) ?? []), at]);
  }
  return (text) => {
    const parts: KeyPart[] = [];
    for (let at = 0; at + SHORTEST_PART <= text.length; at += 1) {
      const candidates = starts.get(text.slice(at, at + SHORTEST_PART));
      if (candidates === undefined) continue;
      const [from, length] = longestRun(text, at, key, candidates);
      if (isTelling(text, at, length, key, from)) parts.push({ start: at, end: at + length });
      at += length - 1;
    }
    return parts;
  };
}

function longestRun(text: string, at: number, key: string, starts: readonly number[]): [from: number, length: number] {
  const runs = starts.map((from): [number, number] => {
    let length = 0;
    while (from + length < key.length && text[at + length] === key[from + length]) length += 1;
    return [from, length];
  });
  return runs.reduce((best, run) => (run[1] > best[1] ? run : best));
}

function isTelling(text: string, at: number, length: number, key: string, from: number): boolean {
  const end = at + length;
  const run = text.slice(at, end);
  if (/^\d+$/.test(run) || new Set(run).size < FEWEST_DIFFERENT || isWithinOrdinaryWord(text, at, end)) return false;
  if (length >= key.length * TELLING_SHARE && (length > LONGEST_WORD || /[-_. ]/.test(run))) return true;
  const readsLikeWords = /^[-_. ]*[A-Za-z]+(?:[-_. ]+[A-Za-z]+)*[-_. ]*$/.test(run);
  return !(readsLikeWords && areWholeWords(text, at, end) && areWholeWords(key, from, from + length));
}

function areWholeWords(text: string, start: number, end: number): boolean {
  const cut = (left: number, right: number) => isLetter(text.charCodeAt(left)) && isLetter(text.charCodeAt(right));
  return !cut(start - 1, start) && !cut(end - 1, end);
}
