import { dropPieces } from './decoded-layer.ts';
import { matchesOf, remembered, tellingLayers, type Run } from './telling-runs.ts';
import type { Undo } from './undo-escapes.ts';

/** The values of the characters of base32 and of its variant with hexadecimal digits first, in either case, by their codes. */
const [BASE32 = new Uint8Array(0), BASE32_HEX = new Uint8Array(0)] = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  '0123456789ABCDEFGHIJKLMNOPQRSTUV',
].map((alphabet) => {
  const values = new Uint8Array(0x80);
  for (const [value, character] of Array.from(alphabet).entries())
    for (const either of [character, character.toLowerCase()]) values[either.charCodeAt(0)] = value;
  return values;
});

/** Undoes base32 and its variant with hexadecimal digits first. Source: RFC 4648, sections 6 and 7. */
export function base32Undoer(shortest: number): Undo {
  const least = Math.ceil((8 * shortest) / 5);
  const variants = [
    { values: BASE32, expression: new RegExp(`(?:[A-Z2-7]{${least},}|[a-z2-7]{${least},})={0,6}`, 'g') },
    { values: BASE32_HEX, expression: new RegExp(`(?:[\\dA-V]{${least},}|[\\da-v]{${least},})={0,6}`, 'g') },
  ].map(({ values, expression }) => ({
    expression,
    tellings: remembered((text) => {
      const bare = text.replace(/=+$/, '');
      return [0, 1, 2, 3, 4, 5, 6, 7].map((offset) => base32Decoded(bare, offset, values));
    }),
  }));
  return (layer) => {
    const dense = /[\r\n]/.test(layer.text) ? (dropPieces(layer, undefined, /[\r\n]+/g) ?? layer) : layer;
    const words = wordsIn(dense.text, least);
    return variants.flatMap(({ expression, tellings }) => {
      const runs = words.flatMap((word) =>
        matchesOf(word.text, expression).map(({ start, text }) => ({ start: word.start + start, text })),
      );
      return tellingLayers(dense, 'base32-encoded', 5, runs, tellings);
    });
  };
}

function base32Decoded(text: string, offset: number, values: Uint8Array): Buffer {
  const bytes = Buffer.alloc(Math.floor(((text.length - offset) * 5) / 8));
  let bits = 0;
  let held = 0;
  let written = 0;
  for (let at = offset; at < text.length; at += 1) {
    bits = ((bits << 5) | (values[text.charCodeAt(at)] ?? 0)) & 0xfff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes[written] = (bits >> held) & 0xff;
    written += 1;
  }
  return bytes;
}

/** The letters and digits of ASCII, by their codes. */
const LETTERS_AND_DIGITS = new Uint8Array(0x1_00_00);
for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  LETTERS_AND_DIGITS[character.charCodeAt(0)] = 1;

/** What may pad a word. */
const PADDING = '======';

/** Runs of at least `least` letters and digits, each with the padding that follows it. Most of a text is skipped. */
function wordsIn(text: string, least: number): Run[] {
  const isOf = (at: number): boolean => LETTERS_AND_DIGITS[text.charCodeAt(at)] === 1;
  const words: Run[] = [];
  let from = 0;
  while (from + least <= text.length) {
    // A run that begins here would reach as far as this; what ends before it is too short.
    let start = from + least;
    while (start > from && isOf(start - 1)) start -= 1;
    if (start > from) {
      from = start;
      continue;
    }
    let end = from + least;
    while (end < text.length && isOf(end)) end += 1;
    const padded = text.slice(end, end + PADDING.length);
    words.push({ start: from, text: text.slice(from, end) + (/^=*/.exec(padded)?.[0] ?? '') });
    from = end + 1;
  }
  return words;
}
