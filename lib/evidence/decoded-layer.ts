import type { KeyCoding } from './key-codings.ts';

/** A stretch of a text: from its first character to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text that was decoded from another one, and where each of its stretches came from. */
export interface Layer {
  readonly text: string;
  /** What was undone, the outermost first; empty for the text itself. */
  readonly codings: readonly KeyCoding[];
  /** The stretch of the original text from which a stretch of this one was decoded. */
  sourceOf(start: number, end: number): Span;
}

/** The layer that is the text itself. */
export function rootLayer(text: string): Layer {
  return { text, codings: [], sourceOf: (start, end) => ({ start, end }) };
}

/** Makes a layer of a layer's text a layer of the original text. */
export function within(parent: Layer, made: Layer): Layer {
  return {
    text: made.text,
    codings: [...parent.codings, ...made.codings],
    sourceOf(start, end) {
      const source = made.sourceOf(start, end);
      return parent.sourceOf(source.start, source.end);
    },
  };
}

/**
 * A layer in which pieces of another one are replaced by a character each.
 *
 * @param piece - finds the pieces; global
 * @param replace - '' drops the piece, undefined leaves it as it is
 * @returns undefined when nothing was replaced
 */
export function replacePieces(
  parent: Layer,
  coding: KeyCoding,
  piece: RegExp,
  replace: (match: RegExpExecArray) => string | undefined,
): Layer | undefined {
  const { text } = parent;
  let made = '';
  let copied = 0;
  for (const { character, start, end } of piecesOf(text, piece, replace)) {
    made += text.slice(copied, start) + character;
    copied = end;
  }
  if (copied === 0) return undefined;
  return replaced(parent, coding, made + text.slice(copied), () => piecesOf(text, piece, replace));
}

/** The same where every piece is dropped. */
export function dropPieces(parent: Layer, coding: KeyCoding | undefined, piece: RegExp): Layer | undefined {
  const { text } = parent;
  const made = text.replaceAll(piece, '');
  if (made.length === text.length) return undefined;
  return replaced(parent, coding, made, () => piecesOf(text, piece, () => ''));
}

function replaced(
  parent: Layer,
  coding: KeyCoding | undefined,
  made: string,
  piecesAgain: () => Iterable<Piece>,
): Layer {
  let places: Places | undefined;
  return {
    text: made,
    codings: coding === undefined ? parent.codings : [...parent.codings, coding],
    sourceOf(start, end) {
      // Hardly anything is ever found that has a source.
      places ??= placesIn(parent.text, piecesAgain());
      return parent.sourceOf(places.starts[start] ?? 0, places.ends[end - 1] ?? 0);
    },
  };
}

/** A stretch of a text that is replaced by a character, or dropped. */
interface Piece extends Span {
  readonly character: string;
}

function* piecesOf(
  text: string,
  piece: RegExp,
  replace: (match: RegExpExecArray) => string | undefined,
): Generator<Piece> {
  for (const match of text.matchAll(piece)) {
    const character = replace(match);
    if (character !== undefined) yield { start: match.index, end: match.index + match[0].length, character };
  }
}

/** Where each character of a text with replaced pieces was before. */
interface Places {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function placesIn(text: string, pieces: Iterable<Piece>): Places {
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let length = 0;
  let copied = 0;
  const copyTo = (to: number) => {
    for (let at = copied; at < to; at += 1) {
      starts[length] = at;
      ends[length] = at + 1;
      length += 1;
    }
  };
  for (const { character, start, end } of pieces) {
    copyTo(start);
    copied = end;
    if (character === '') continue;
    starts[length] = start;
    ends[length] = end;
    length += 1;
  }
  copyTo(text.length);
  return { starts, ends };
}

/** A run of characters, and what it decodes to. */
export interface DecodedRun {
  readonly start: number;
  readonly decoded: string;
  /** The stretch of the run from which a stretch was decoded, counted from the run's start. */
  sourceOf(start: number, end: number): Span;
}

/** A layer of decoded runs, one per line; undefined when there is none. */
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
