import type { KeyCoding } from './key-codings.ts';

/** A stretch of a text: from the first character to the one behind the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text that was made of another one by undoing codings, and where each of its stretches came from. */
export interface Layer {
  readonly text: string;
  /** What was undone, the outermost first; empty for the text itself. */
  readonly codings: readonly KeyCoding[];
  /** The stretch of the text at the beginning that a stretch of this one was made of. */
  sourceOf(start: number, end: number): Span;
}

/** The layer that is the text itself. */
export function rootLayer(text: string): Layer {
  return { text, codings: [], sourceOf: (start, end) => ({ start, end }) };
}

/**
 * A layer in which pieces of another one are replaced by a character each, or dropped.
 *
 * @param piece - finds the pieces; global
 * @param replace - '' drops the piece, undefined leaves it as it is
 * @returns undefined when nothing was replaced
 */
export function replacePieces(
  parent: Layer,
  coding: KeyCoding | undefined,
  piece: RegExp,
  replace: (match: RegExpExecArray) => string | undefined,
): Layer | undefined {
  const { text } = parent;
  piece.lastIndex = 0;
  if (!piece.test(text)) return undefined;
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let made = '';
  let copied = 0;
  let length = 0;
  const copyTo = (to: number) => {
    made += text.slice(copied, to);
    for (let at = copied; at < to; at += 1) {
      starts[length] = at;
      ends[length] = at + 1;
      length += 1;
    }
  };
  piece.lastIndex = 0;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const character = replace(match);
    if (character === undefined) continue;
    copyTo(match.index);
    copied = match.index + match[0].length;
    if (character === '') continue;
    made += character;
    starts[length] = match.index;
    ends[length] = copied;
    length += 1;
  }
  if (copied === 0) return undefined;
  copyTo(text.length);
  return {
    text: made,
    codings: coding === undefined ? parent.codings : [...parent.codings, coding],
    sourceOf: (start, end) => parent.sourceOf(starts[start] ?? 0, ends[end - 1] ?? 0),
  };
}

/** A run of characters, and what it says when it is decoded. */
export interface DecodedRun {
  readonly start: number;
  readonly decoded: string;
  /** The stretch of the run that a stretch of what was decoded was made of, counted from the run's start. */
  sourceOf(start: number, end: number): Span;
}

/** A layer of runs that were decoded, one a line; undefined when there is none. */
export function joinRuns(parent: Layer, coding: KeyCoding, runs: readonly DecodedRun[]): Layer | undefined {
  if (runs.length === 0) return undefined;
  const begins: number[] = [];
  let length = 0;
  for (const { decoded } of runs) {
    begins.push(length);
    length += decoded.length + 1;
  }
  const runAt = (at: number): number => {
    let low = 0;
    let high = begins.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((begins[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    text: runs.map(({ decoded }) => decoded).join('\n'),
    codings: [...parent.codings, coding],
    sourceOf(start, end) {
      const index = runAt(start);
      const run = runs[index];
      const begin = begins[index] ?? 0;
      if (run === undefined) return parent.sourceOf(start, end);
      const inRun = run.sourceOf(start - begin, Math.min(end - begin, run.decoded.length));
      return parent.sourceOf(run.start + inRun.start, run.start + inRun.end);
    },
  };
}
