import type { KeyCoding } from './key-codings.ts';
import { isTelling, isTellingCoded } from './key-parts.ts';
import { isWithinOrdinaryWord } from './ordinary-words.ts';
import { packedRuns } from './packed-runs.ts';
import {
  isDistinctive,
  isKeyOfTarget,
  isSoughtCoded,
  isVaried,
  LONG_ENOUGH,
  placeholderOf,
  type Secret,
} from './secret.ts';
import { createIndex, type Found, type Pattern } from './spelling-index.ts';
import { codedSpellings, plainSpellings, withCaseSwapped, type Spelling } from './spellings.ts';
import { isEvenlySplit, readsLikeWords, trimmed } from './split-key.ts';
import {
  denseUnitsOf,
  denseView,
  isDense,
  plainView,
  readable,
  readableView,
  unitsOf,
  type Span,
  type View,
} from './views.ts';

/** A stretch of a text that gives a secret away, and the placeholder for it. */
export interface Stretch extends Span {
  readonly placeholder: string;
  /** The placeholder where the text is JSON: there a backslash is no coding of the secret. */
  readonly inJson: string;
}

/** The placeholder of a run of a key's characters. */
const PART = '{primary:part}';

interface Sought extends Spelling {
  readonly secret: Secret;
}

interface Hit extends Stretch {
  readonly of: Sought;
  readonly codings: readonly KeyCoding[];
  readonly isPart: boolean;
}

/** A long text is searched in pieces, so that its views need not be held as a whole: no spelling is longer than what two of them share. */
const PIECE = 1_048_576;
const OVERLAP = 131_072;

/**
 * Makes the function that finds distinctive secrets and telling parts of the target's keys, however they are written.
 *
 * The secrets are known, so nothing is decoded on suspicion: every spelling is computed once, and texts are searched for all of
 * them at once, as they are, as a person reads them, and without anything but letters and digits. Work grows with the text only.
 *
 * @returns the stretches in their order, none overlapping another
 */
export function spelledSecretFinder(secrets: readonly Secret[]): (text: string) => Stretch[] {
  const distinctive = secrets.filter(isDistinctive);
  const short = secrets.filter((secret) => isKeyOfTarget(secret) && isSoughtCoded(secret));
  if (distinctive.length + short.length === 0) return () => [];
  const plain: Pattern<Sought>[] = [];
  const dense: Pattern<Sought>[] = [];
  for (const secret of distinctive) {
    for (const spelling of plainSpellings(secret.value)) {
      plain.push(...patternsOf({ ...spelling, secret }));
      if (isSoughtSplit(spelling, secret))
        dense.push(densePattern({ ...spelling, secret, codings: ['split-up', ...spelling.codings] }));
    }
  }
  for (const secret of [...distinctive, ...short]) {
    for (const spelling of codedSpellings(secret.value, secret.kind !== 'extra')) {
      const pattern = densePattern({ ...spelling, secret });
      if (isFindable(pattern)) dense.push(pattern);
      else if (isDistinctive(secret)) plain.push(...patternsOf(pattern.of));
    }
  }
  const findPlain = createIndex(plain.filter(isFindable));
  const findDense = createIndex(dense.filter(isFindable));

  const search = (text: string): Hit[] => {
    const hits: Hit[] = [];
    for (const view of viewsOf(text)) {
      for (const found of findPlain(view.units)) hits.push(...fromView(text, view, plainHit(view, found)));
      const { units, places } = denseView(view.units);
      for (const found of findDense(units)) hits.push(...fromView(text, view, denseHit(view, places, found)));
    }
    return hits;
  };
  return (text) => {
    if (text.length < LONG_ENOUGH) return [];
    const hits: Hit[] = [];
    for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PIECE - OVERLAP) {
      const found = search(text.slice(from, from + PIECE));
      for (const hit of found) hits.push({ ...hit, start: from + hit.start, end: from + hit.end });
    }
    for (const { start, end, coding, unpacked } of packedRuns(text)) {
      const inner = united(search(unpacked).filter(({ isPart }) => !isPart))[0];
      if (inner !== undefined) hits.push(wholeHit({ start, end }, inner.of, [coding, 'compressed', ...inner.codings]));
    }
    return merge(hits);
  };
}

const QUOTED_PRINTABLE = /=[\dA-F]{2}|=\r?\n/;

/**
 * The views in which a text is searched. Looks are those of single characters, so they alone hide nothing in the readable view; but what
 * seems to be an escape may not be one.
 */
function viewsOf(text: string): View[] {
  const readably = readableView(text) ?? plainView(text);
  if (!MAY_BE_ESCAPED.test(text)) return [readably];
  const quoted = QUOTED_PRINTABLE.test(text) ? readableView(text, true) : undefined;
  return [plainView(text), ...(quoted === undefined ? [] : [quoted]), readably];
}

const MAY_BE_ESCAPED = /[%\\&<=\0]/;

/** The patterns of a spelling as it is, and as it looks when its own escapes are undone. */
function patternsOf(of: Sought): Pattern<Sought>[] {
  return [...new Set([of.text, readable(of.text)])].map((text) => patternOf(of, unitsOf(text)));
}

function densePattern(of: Sought): Pattern<Sought> {
  return patternOf(of, denseUnitsOf(readable(of.text)));
}

/** Parts count of keys of the target only, and of those that are longer than a part. */
function patternOf(of: Sought, units: Uint16Array): Pattern<Sought> {
  const { leastPart, secret, codings } = of;
  const hasParts = isKeyOfTarget(secret) && secret.value.length > LONG_ENOUGH && isVaried(secret.value);
  return leastPart === undefined || !hasParts || codings[0] === 'split-up' ? { units, of } : { units, of, leastPart };
}

function isFindable({ units, of: { text, secret } }: Pattern<Sought>): boolean {
  if (units.length < LONG_ENOUGH) return false;
  // Binary digits are only two, but many.
  return isVaried(units) || text === secret.value || (units.length > 2 * secret.value.length && isVaried(secret.value));
}

function isSoughtSplit({ codings, text }: Spelling, { value }: Secret): boolean {
  if (codings.includes('rot13-encoded') || (codings.length > 0 && readsLikeWords(value))) return false;
  return !/^[^A-Za-z]*$/.test(text) && isVaried(text);
}

/** The hit, if there is one, in the text that was given; its codings begin with the escapes that the text has there. */
function fromView(text: string, view: View, hit: Hit | undefined): Hit[] {
  if (hit === undefined) return [];
  const source = view.sourceOf(hit.start, hit.end);
  const said = text.slice(source.start, source.end);
  if (hit.isPart || said === view.text.slice(hit.start, hit.end)) return [{ ...hit, ...source }];
  const escapes = ESCAPES.flatMap(([coding, mark]) => (mark.test(said) && !mark.test(hit.of.text) ? coding : []));
  const isEscapedInJson = /&|\\\\[\dux]/.test(said);
  const escapesInJson = escapes.filter((coding) => coding !== 'character-escaped' || isEscapedInJson);
  const { placeholder: inJson } = wholeHit(source, hit.of, [...escapesInJson, ...hit.codings]);
  return [{ ...wholeHit(source, hit.of, [...escapes, ...hit.codings]), inJson }];
}

const ESCAPES: readonly (readonly [KeyCoding, RegExp])[] = [
  ['percent-encoded', /%(?:u00)?[\da-f]{2}/i],
  ['character-escaped', /[\\&]/],
  ['quoted-printable', /=[\dA-F]{2}|=\r?\n/],
  ['as-UTF-16', /\0/],
  ['in-look-alikes', /[^\0-\u007F]/],
];

function plainHit({ text }: View, { start, end, part, pattern: { of, units } }: Found<Sought>): Hit | undefined {
  const { secret, codings } = of;
  if (isWithinOrdinaryWord(text, start, end)) return undefined;
  if (part !== undefined) return isTelling(text, { start, end }, of.text, part) ? partHit(start, end, of) : undefined;
  if (mayBeginWord(secret) && [text[start - 1], text[end]].some((beside) => /[\w-]/.test(beside ?? '')))
    return undefined;
  const said = text.slice(start, start + units.length);
  const isExact = said === of.text || said === readable(of.text);
  if (!isExact && !isCaseChanged(said, of.text) && readsLikeWords(secret.value)) return undefined;
  return wholeHit({ start, end }, of, isExact ? codings : [...codings, 'case-changed']);
}

function denseHit(
  view: View,
  places: Int32Array,
  { start, end, part, pattern: { of, units } }: Found<Sought>,
): Hit | undefined {
  const { secret, codings } = of;
  const first = places[start] ?? 0;
  const last = (places[end - 1] ?? 0) + 1;
  if (part !== undefined) {
    const share = secret.value.length / units.length;
    const from = Math.floor(part.from * share);
    const to = Math.ceil(part.to * share);
    return isTellingCoded(secret.value, from, to) ? partHit(first, last, of) : undefined;
  }
  if (codings[0] === 'split-up') {
    const said = view.text.slice(first, last).toLowerCase();
    const whole = trimmed(of.text.toLowerCase());
    if (said === whole) return undefined;
    if (readsLikeWords(secret.value) && !isEvenlySplit(said, whole)) return undefined;
    return wholeHit({ start: first, end: last }, of, codings);
  }
  if (mayBeginWord(secret) || (secret.kind === 'extra' && readsLikeWords(secret.value))) return undefined;
  const text = readable(of.text);
  let from = first;
  for (let at = text.search(/[\dA-Za-z]/) - 1; at >= 0 && view.text[from - 1] === text[at]; at -= 1) from -= 1;
  let to = last;
  for (const character of /[^\dA-Za-z]*$/.exec(text)?.[0] ?? '') if (view.text[to] === character) to += 1;
  const isShort = isSoughtCoded(secret);
  for (let more = isShort ? 0 : (of.beside?.before ?? 0); more > 0 && isOfCoding(view, from - 1); more -= 1) from -= 1;
  for (let more = of.beside?.after ?? 0; more > 0 && isOfCoding(view, to); more -= 1) to += 1;
  while (of.beside !== undefined && view.text[to] === '=') to += 1;
  if (isShort && !standsAlone(view, from, to, codings)) return undefined;
  return wholeHit({ start: from, end: to }, of, codings);
}

/** A short key counts where nothing else was encoded with it: no letter or digit follows, and no number of a longer list. */
function standsAlone({ text }: View, start: number, end: number, codings: readonly KeyCoding[]): boolean {
  const more = codings.includes('as-character-codes') ? 4 : 1;
  const beside = text.slice(Math.max(0, start - more), start) + text.slice(end, end + more);
  return !(more > 1 ? /\d/ : /[\dA-Za-z]/).test(beside);
}

/** What petvet cut off a key may be the beginning of a word. */
function mayBeginWord({ kind, value }: Secret): boolean {
  return kind === 'cut' && /^[a-z]+$/i.test(value);
}

function isOfCoding({ units }: View, at: number): boolean {
  const unit = units[at] ?? 0;
  return isDense(unit) || unit === 0x2b || unit === 0x2f || unit === 0x2d || unit === 0x5f;
}

function partHit(start: number, end: number, of: Sought): Hit {
  return { start, end, of, codings: [], placeholder: PART, inJson: PART, isPart: true };
}

function wholeHit({ start, end }: Span, of: Sought, codings: readonly KeyCoding[]): Hit {
  const placeholder = placeholderOf(of.secret, codings);
  return { start, end, of, codings, placeholder, inJson: placeholder, isPart: false };
}

function isCaseChanged(said: string, spelled: string): boolean {
  return said === spelled.toUpperCase() || said === spelled.toLowerCase() || said === withCaseSwapped(spelled);
}

/**
 * Whole secrets that overlap become one stretch, named after the longest one; so do parts. The beginning of a key is no whole secret
 * where more of the key follows. If a part overlaps a whole secret, its remainder is kept where it is longer than a character or two.
 */
function merge(hits: readonly Hit[]): Stretch[] {
  if (hits.length === 0) return [];
  const parts = united(hits.filter(({ isPart }) => isPart));
  let beside = 0;
  const isBegun = ({ of, start, end }: Hit): boolean => {
    while ((parts[beside]?.end ?? Infinity) <= start) beside += 1;
    const part = parts[beside];
    return of.secret.kind === 'cut' && part !== undefined && part.start <= start && part.end > end;
  };
  const inOrder = hits.toSorted((a, b) => a.start - b.start);
  const whole = united(inOrder.filter((hit) => !hit.isPart && !isBegun(hit)));
  let next = 0;
  const rests = parts.flatMap((part) => {
    const rest: Stretch[] = [];
    let { start } = part;
    while ((whole[next]?.end ?? Infinity) <= start) next += 1;
    for (let at = next; (whole[at]?.start ?? Infinity) < part.end; at += 1) {
      rest.push({ ...part, start, end: whole[at]?.start ?? start });
      start = whole[at]?.end ?? start;
    }
    rest.push({ ...part, start });
    return rest.filter((piece) => piece.end - piece.start >= (rest.length === 1 ? 1 : LONG_ENOUGH));
  });
  return [...whole, ...rests].toSorted((a, b) => a.start - b.start);
}

/** Hits in their order, those that overlap as one: the longest of them, widened. */
function united(hits: readonly Hit[]): Hit[] {
  const found: { start: number; end: number; best: Hit }[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last === undefined || hit.start >= last.end) {
      found.push({ start: hit.start, end: hit.end, best: hit });
      continue;
    }
    last.end = Math.max(last.end, hit.end);
    if (hit.end - hit.start > last.best.end - last.best.start) last.best = hit;
  }
  return found.map(({ start, end, best }) => ({ ...best, start, end }));
}
