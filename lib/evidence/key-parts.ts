import { isLetter } from './ordinary-words.ts';
import { isVaried } from './secret.ts';
import type { Span } from './views.ts';

/** A part of a key this long is not ordinary text, even when it reads like several words or one very long word. */
const TELLING_SHARE = 2 / 3;
const LONGEST_WORD = 16;

/** Words, which any text may contain. */
const WORDS = /^[-_. ]*[A-Za-z]+(?:[-_. ]+[A-Za-z]+)*[-_. ]*$/;

/**
 * Whether a run of a key's characters is not ordinary text. Runs that any text may contain are left alone: of digits, of few
 * different characters, and whole words that the key shares with ordinary speech (`petstore` of `petstore-key-1`).
 */
export function isTelling(
  text: string,
  { start, end }: Span,
  key: string,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const run = text.slice(start, end);
  if (/^\d+$/.test(run) || !isVaried(run)) return false;
  if (run.length >= key.length * TELLING_SHARE && (run.length > LONGEST_WORD || /[-_. ]/.test(run))) return true;
  return !(WORDS.test(run) && areWholeWords(text, start, end) && areWholeWords(key, from, to));
}

/** The same of a run that was found encoded: a character at its ends may be missing. */
export function isTellingCoded(key: string, from: number, to: number): boolean {
  const run = key.slice(from, to);
  const surely = key.slice(from + 1, to - 1);
  if (/^\d+$/.test(surely) || !isVaried(surely)) return false;
  if (run.length >= key.length * TELLING_SHARE && (run.length > LONGEST_WORD || /[-_. ]/.test(run))) return true;
  const beginsWord = [from - 1, from, from + 1].some((at) => areWholeWords(key, at, key.length));
  const endsWord = [to - 1, to, to + 1].some((at) => areWholeWords(key, 0, at));
  return !(WORDS.test(surely) && beginsWord && endsWord);
}

function areWholeWords(text: string, start: number, end: number): boolean {
  const cut = (left: number, right: number) => isLetter(text.charCodeAt(left)) && isLetter(text.charCodeAt(right));
  return !cut(start - 1, start) && !cut(end - 1, end);
}
