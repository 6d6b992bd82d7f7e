import { isLetter, isWithinOrdinaryWord } from './ordinary-words.ts';
import { createRunFinder, SHORTEST_RUN } from './run-finder.ts';

/** A stretch of a text that is a run of a key's characters. */
interface KeyPart {
  readonly start: number;
  readonly end: number;
}

/** The placeholder of a run of a key's characters. */
export const PART = '{primary:part}';

/** Finds the runs of one key's characters in texts. */
export type PartFinder = (text: string) => KeyPart[];

/** A run of fewer different characters (`00000000`, `--------`) does not indicate a key. */
export const FEWEST_DIFFERENT = 4;

/** A part of a key this long is not ordinary text, even when it reads like several words or one very long word. */
const TELLING_SHARE = 2 / 3;
const LONGEST_WORD = 16;

/**
 * Makes the finder of a key's parts: maximal runs of at least eight of its characters, joined where they overlap.
 *
 * Runs that any text may contain are left alone: of digits, of few different characters, within a word of the interface,
 * and whole words that the key shares with ordinary speech (`petstore` of `petstore-key-1`).
 *
 * @returns undefined when the key is too short, or too plain, for its parts to be distinguished from other text
 */
export function partFinder(key: string): PartFinder | undefined {
  if (key.length <= SHORTEST_RUN || /^\d+$/.test(key)) return undefined;
  const findRuns = createRunFinder([{ text: key, of: key }]);
  return (text) => {
    const parts: KeyPart[] = [];
    for (const { start, end, from } of findRuns(text)) {
      const last = parts.at(-1);
      if (end <= (last?.end ?? 0) || !isTelling(text, start, end - start, key, from)) continue;
      if (last !== undefined && start < last.end) parts.pop();
      parts.push({ start: last !== undefined && start < last.end ? last.start : start, end });
    }
    return parts;
  };
}

/** Whether a run of a text, found at a position of a key, is not ordinary text. */
export function isTelling(text: string, at: number, length: number, key: string, from: number): boolean {
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
