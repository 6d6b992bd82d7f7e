import { printableLines } from '../../text/printable.ts';
import { html, type Html } from '../../text/markup.ts';
import type { Span } from '../faulty-place.ts';

/** Values of one kind each: texts in quotes, and numbers, those of a status and of its class among them. */
const VALUES = [/"[^"]*"/g, /(?<![\w.-])-?\d+(?:\.\d+|xx)?(?!\w|\.\d)/g];

/**
 * What was expected and what came, with the values marked in which they differ. Sentences are not compared word by word: values of
 * one kind are, where both sides have some.
 *
 * @param expected - harmless text, as `actual`
 */
export function differing(expected: string, actual: string): { expected: Html; actual: Html } {
  const pairs = VALUES.map((kind) => ({ before: [...expected.matchAll(kind)], after: [...actual.matchAll(kind)] }));
  const told = pairs.filter(({ before, after }) => before.length > 0 && after.length > 0);
  const left = told.flatMap(({ before, after }) => lackedBy(after, before));
  const right = told.flatMap(({ before, after }) => lackedBy(before, after));
  return { expected: withMarks(expected, left), actual: withMarks(actual, right) };
}

function lackedBy(others: readonly RegExpExecArray[], values: readonly RegExpExecArray[]): Span[] {
  const known = new Set(others.map(([value]) => value));
  return values
    .filter(([value]) => !known.has(value))
    .map(({ 0: value, index }) => ({ from: index, to: index + value.length }));
}

/** A text with parts of it marked, which do not overlap. */
export function withMarks(text: string, parts: readonly Span[]): Html {
  let at = 0;
  const pieces = parts
    .filter(({ from, to }) => from < to && to > 0 && from < text.length)
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to }) => {
      const piece = [text.slice(at, Math.max(at, from)), html`<mark>${text.slice(Math.max(at, from), to)}</mark>`];
      at = to;
      return piece;
    });
  return html`${[...pieces, text.slice(at)]}`;
}

/**
 * Where parts of a text stand in the lines that show it, which differ from it by blanks, by line ends and by the escapes of what is
 * harmful alone.
 *
 * @param lines - as `printableLines` makes them, broken or not
 */
export function marksInLines(lines: readonly string[], text: string, parts: readonly Span[]): Span[][] {
  const solid = parts.map(({ from, to }) => ({ from: solidIn(text.slice(0, from)), to: solidIn(text.slice(0, to)) }));
  let count = 0;
  return lines.map((line) => {
    const found = solid.map(() => ({ from: line.length, to: 0 }));
    for (const { 0: character, index } of line.matchAll(/\S/gu)) {
      for (const [nth, { from, to }] of solid.entries()) {
        const span = found[nth];
        if (span === undefined || count < from || count >= to) continue;
        span.from = Math.min(span.from, index);
        span.to = index + character.length;
      }
      count += 1;
    }
    return found.filter(({ from, to }) => from < to);
  });
}

/** How many characters are no blanks, as they are shown. */
function solidIn(text: string): number {
  return [...printableLines(new TextEncoder().encode(text), text.length).join('').matchAll(/\S/gu)].length;
}
