import { LONG_ENOUGH } from './secret.ts';

/** A text to look for, and what it stands for. */
export interface Pattern<T> {
  readonly units: Uint16Array;
  readonly of: T;
  /** How many of its units in a row are found, too; undefined where only the whole counts. */
  readonly leastPart?: number;
}

/** A pattern, or a part of it, within a text. */
export interface Found<T> {
  readonly pattern: Pattern<T>;
  readonly start: number;
  readonly end: number;
  /** The stretch of the pattern that was found; undefined for all of it. */
  readonly part?: { readonly from: number; readonly to: number };
}

/** Hashes are polynomials modulo 2^32: that of any stretch follows from two of a text's beginnings. */
const BASE = 0x01_00_01_93;
const SPREAD = 0x9e_37_79_b1;
/** What has left a window was multiplied as often as the window is long. */
const LEAVING = power(LONG_ENOUGH);
const NONE = -1;

/**
 * Makes the finder of patterns in texts. Its work grows with the patterns when it is made, and with the text when it searches,
 * whatever they repeat: every window of eight units has a hash; where it is that of a pattern's first window, one comparison of
 * hashes tells whether the whole pattern follows. A part is a run of windows that all occur in a pattern.
 *
 * Patterns of fewer than eight units are never found. Occurrences of one pattern that overlap are found as one.
 */
export function createIndex<T>(patterns: readonly Pattern<T>[]): (units: Uint16Array) => Found<T>[] {
  const entries: Entry[] = [];
  const wholes = patterns.map(({ units, leastPart }, pattern) => {
    const known = new Set<number>();
    let hash = 0;
    const hashed = leastPart === undefined ? LONG_ENOUGH : units.length;
    for (let at = 0; at < hashed; at += 1) {
      hash = moved(hash, units[at] ?? 0, at < LONG_ENOUGH ? 0 : (units[at - LONG_ENOUGH] ?? 0));
      const place = at - LONG_ENOUGH + 1;
      if (place === 0) entries.push({ hash, pattern, place, isPart: false });
      if (place < 0 || leastPart === undefined || known.has(hash)) continue;
      known.add(hash);
      entries.push({ hash, pattern, place, isPart: true });
    }
    let whole = 0;
    let factor = 1;
    for (let at = 0; at < units.length; at += 1) {
      whole = (Math.imul(whole, BASE) + (units[at] ?? 0)) | 0;
      factor = Math.imul(factor, BASE);
    }
    return { hash: whole, length: units.length, power: factor };
  });
  // Most slots are empty, so that a window that is in no pattern nearly always ends at one.
  const shift = 32 - Math.max(8, Math.ceil(Math.log2(8 * entries.length + 1)));
  const heads = new Int32Array(2 ** (32 - shift)).fill(NONE);
  const nexts = new Int32Array(entries.length);
  const hashes = Int32Array.from(entries, ({ hash }) => hash);
  for (let entry = entries.length - 1; entry >= 0; entry -= 1) {
    const slot = Math.imul(hashes[entry] ?? 0, SPREAD) >>> shift;
    nexts[entry] = heads[slot] ?? NONE;
    heads[slot] = entry;
  }

  return (units) => {
    const found: Found<T>[] = [];
    const latest = new Map<
      number,
      { start: number; end: number; pattern: Pattern<T>; part?: { from: number; to: number } }
    >();
    let beginnings: Int32Array | undefined;
    const isWhole = (start: number, { hash, length, power: factor }: (typeof wholes)[number]): boolean => {
      if (start + length > units.length) return false;
      beginnings ??= hashesOf(units);
      return hash === (((beginnings[start + length] ?? 0) - Math.imul(beginnings[start] ?? 0, factor)) | 0);
    };
    const take = (entry: number, start: number) => {
      const { pattern: number, place, isPart } = entries[entry] ?? NOTHING;
      const pattern = patterns[number];
      const whole = wholes[number];
      if (pattern === undefined || whole === undefined || (!isPart && !isWhole(start, whole))) return;
      const end = start + (isPart ? LONG_ENOUGH : whole.length);
      const key = isPart ? -1 - number : number;
      const last = latest.get(key);
      if (last !== undefined && start < last.end) {
        last.end = end;
        if (last.part !== undefined) last.part.to = place + LONG_ENOUGH;
        return;
      }
      const next = isPart
        ? { start, end, pattern, part: { from: place, to: place + LONG_ENOUGH } }
        : { start, end, pattern };
      latest.set(key, next);
      found.push(next);
    };
    let hash = 0;
    for (let at = 0; at < units.length; at += 1) {
      hash = moved(hash, units[at] ?? 0, at < LONG_ENOUGH ? 0 : (units[at - LONG_ENOUGH] ?? 0));
      if (at < LONG_ENOUGH - 1) continue;
      for (let entry = heads[Math.imul(hash, SPREAD) >>> shift] ?? NONE; entry !== NONE; entry = nexts[entry] ?? NONE)
        if (hashes[entry] === hash) take(entry, at - LONG_ENOUGH + 1);
    }
    return found.filter(
      ({ start, end, part, pattern: { leastPart = 0 } }) => part === undefined || end - start >= leastPart,
    );
  };
}

/** A window of a pattern: its first one, or one by which a part is found. */
interface Entry {
  readonly hash: number;
  readonly pattern: number;
  readonly place: number;
  readonly isPart: boolean;
}

const NOTHING: Entry = { hash: 0, pattern: -1, place: 0, isPart: false };

/** The hash of a window that moved by one unit. */
function moved(hash: number, entering: number, leaving: number): number {
  return (Math.imul(hash, BASE) + entering - Math.imul(leaving, LEAVING)) | 0;
}

/** The hashes of all beginnings of a text. */
function hashesOf(units: Uint16Array): Int32Array {
  const hashes = new Int32Array(units.length + 1);
  for (let at = 0; at < units.length; at += 1) hashes[at + 1] = Math.imul(hashes[at] ?? 0, BASE) + (units[at] ?? 0);
  return hashes;
}

function power(exponent: number): number {
  let product = 1;
  for (let times = 0; times < exponent; times += 1) product = Math.imul(product, BASE);
  return product;
}
