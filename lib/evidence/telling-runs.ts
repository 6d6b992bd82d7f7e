import { joinRuns, type DecodedRun, type Layer } from './decoded-layer.ts';
import type { KeyCoding } from './key-codings.ts';

/** A run of characters, and where it begins in a text. */
export interface Run {
  readonly start: number;
  readonly text: string;
}

/** The first bytes of gzip and of zlib. */
export const PACKED = new RegExp(
  ['1f8b08', '7801', '785e', '789c', '78da'].map((bytes) => bytes.replaceAll(/../g, String.raw`\x$&`)).join('|'),
);

/** Whether decoded bytes may be text, or packed text: random bytes are neither. */
function isTelling(decoded: string): boolean {
  return /[\0\t\n\r -~]{4}/.test(decoded) || PACKED.test(decoded);
}

/** What a run decodes to from each of its first characters on; undefined where that is neither text nor packed text. */
export type Tellings = (text: string) => readonly (string | undefined)[];

/** The most characters of runs to remember in total. */
const MOST_REMEMBERED = 500_000;

/** Remembers what runs decode to: the same ids occur in many bodies. */
export function remembered(decode: (text: string) => readonly Buffer[]): Tellings {
  const known = new Map<string, ReturnType<Tellings>>();
  let held = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const tellings = decode(text).map((bytes) => {
      const decoded = bytes.toString('latin1');
      return isTelling(decoded) ? decoded : undefined;
    });
    held += text.length;
    if (held > MOST_REMEMBERED) {
      known.clear();
      held = text.length;
    }
    if (held <= MOST_REMEMBERED) known.set(text, tellings);
    return tellings;
  };
}

/** The layers of runs that were decoded from their first character on, from their second one on, and so forth. */
export function tellingLayers(
  parent: Layer,
  coding: KeyCoding,
  bits: number,
  runs: readonly Run[],
  tellings: Tellings,
): (Layer | undefined)[] {
  const byOffset: DecodedRun[][] = [];
  for (const run of runs) {
    for (const [offset, decoded] of tellings(run.text).entries()) {
      if (decoded !== undefined) (byOffset[offset] ??= []).push(unitRun(run, offset, decoded, bits));
    }
  }
  return Array.from(byOffset, (decoded) => joinRuns(parent, coding, decoded ?? []));
}

/** What an expression finds in a text. */
export function matchesOf(text: string, expression: RegExp): Run[] {
  return Array.from(text.matchAll(expression), (match) => ({ start: match.index, text: match[0] }));
}

/** A run in which every character stands for that many bits; padding at its end belongs to the last of them. */
export function unitRun(run: Run, offset: number, decoded: string, bits: number): DecodedRun {
  return {
    start: run.start + offset,
    decoded,
    sourceOf: (from, to) => ({
      start: Math.floor((from * 8) / bits),
      end: to === decoded.length ? run.text.length - offset : Math.ceil((to * 8) / bits),
    }),
  };
}
