import { dropPieces, rootLayer, type Layer, type Span } from './decoded-layer.ts';
import type { KeyCoding } from './key-codings.ts';
import { FEWEST_DIFFERENT, isTelling, PART } from './key-parts.ts';
import { isLetter, isOrdinaryText, isWithinOrdinaryWord } from './ordinary-words.ts';
import { withoutLongRuns } from './long-runs.ts';
import { createRunFinder, SHORTEST_RUN, type Pattern } from './run-finder.ts';
import { backwards, isKeyOfTarget, placeholderOf, type Secret } from './secret-forms.ts';
import { isEvenlySplit, readsLikeWords, SEPARATORS } from './split-key.ts';
import { createDecoder } from './undo-codings.ts';

/** A stretch of a text that contains a secret in an encoded form, and the placeholder for it. */
export interface Disguise extends Span {
  readonly placeholder: string;
}

/** Shorter secrets are looked for only in plain form: an encoded match is likely to be something else. */
const SHORTEST_SECRET = 4;

/** A secret, written in one direction or moved along the alphabet. */
interface Spelling {
  readonly secret: Secret;
  readonly text: string;
  readonly codings: readonly KeyCoding[];
}

interface Hit extends Disguise {
  readonly isWhole: boolean;
}

/**
 * Makes the function that finds secrets, or telling parts of a key, in usual codings: a text is decoded layer by
 * layer, and each layer is searched.
 *
 * What may well be something else is left alone: a key of fewer than
 * eight characters that is not the whole of what was encoded, and words of the interface.
 *
 * @returns the stretches in their order, none overlapping another
 */
export function disguiseFinder(secrets: readonly Secret[]): (text: string) => Disguise[] {
  const sought = secrets.filter(({ value }) => isSought(value));
  const long = sought.filter((secret) => !isPlain(secret));
  const short = sought.filter((secret) => isPlain(secret) && isKeyOfTarget(secret));
  if (sought.length === 0) return () => [];
  const findRuns = createRunFinder(long.flatMap(spellingsOf).map(folded));
  const findSplit = createRunFinder(long.flatMap(splitSpellingsOf).map(squeezed));
  const shortest = Math.min(SHORTEST_RUN, ...short.map(({ value }) => value.length));
  const decode = createDecoder(shortest);

  const search = (text: string): Disguise[] => {
    const hits: Hit[] = [];
    // Layers are often equal: several codings were undone in another order.
    const bare = new Set<string>();
    for (const layer of decode(rootLayer(text))) {
      const runs = bare.has(layer.text) ? [] : findRuns(fold(layer.text));
      if (runs.length === 0) bare.add(layer.text);
      for (const { start, end, pattern, from } of runs) {
        const isWhole = from === 0 && end - start === pattern.text.length;
        const source = layer.sourceOf(start, end);
        const said = layer.text.slice(start, end);
        const isDecoded = layer.codings.length > 0 && text.slice(source.start, source.end) !== said;
        const hit = isWhole
          ? wholeHit(layer, { start, end }, pattern.of, isDecoded)
          : isDecoded && partHit(layer, { start, end }, pattern.of, from);
        if (hit !== undefined && hit !== false) hits.push({ ...source, ...hit, isWhole });
      }
      if (layer.codings.every((coding) => ESCAPES.has(coding)))
        for (const hit of splitHits(layer, findSplit)) hits.push(hit);
      if (layer.codings.length > 0)
        for (const hit of short.flatMap((secret) => shortHits(layer, secret))) hits.push(hit);
    }
    return merge(hits);
  };

  return (text) => {
    if (text.length < shortest) return [];
    const shortened = withoutLongRuns(text);
    return shortened !== text && search(shortened).length === 0 ? [] : search(text);
  };
}

/** Codings that change single characters; the text around them stays readable. */
const ESCAPES: ReadonlySet<KeyCoding> = new Set(['percent-encoded', 'character-escaped', 'quoted-printable']);

/** Too plain to be distinguished from other text. */
function isPlain({ value }: Secret): boolean {
  return value.length < SHORTEST_RUN || /^\d+$/.test(value);
}

/** Whether a secret is found everywhere, plain or encoded, so that no other search is needed. */
export function isFoundDecoded(secret: Secret): boolean {
  return secret.kind !== 'cut' && isSought(secret.value) && !isPlain(secret) && /^[ -~]*$/.test(secret.value);
}

function isSought(value: string): boolean {
  if (value.length < SHORTEST_SECRET || isOrdinaryText(value)) return false;
  if (value.length < SHORTEST_RUN && /^\d+$/.test(value)) return false;
  return new Set(value).size >= Math.min(FEWEST_DIFFERENT, value.length - 1);
}

function spellingsOf(secret: Secret): Spelling[] {
  const spellings: Spelling[] = [
    { secret, text: secret.value, codings: [] },
    { secret, text: backwards(secret.value), codings: ['reversed'] },
  ];
  if (/[a-z]/i.test(secret.value)) spellings.push({ secret, text: rot13(secret.value), codings: ['rot13-encoded'] });
  return spellings;
}

function splitSpellingsOf(secret: Secret): Spelling[] {
  const letters = secret.value.replaceAll(SEPARATORS, '');
  if (letters.length < SHORTEST_RUN || /^\d+$/.test(letters) || new Set(letters).size < FEWEST_DIFFERENT) return [];
  const spelling: Spelling = { secret, text: secret.value, codings: ['split-up'] };
  if (readsLikeWords(secret.value)) return [spelling];
  return [spelling, { secret, text: backwards(secret.value), codings: ['split-up', 'reversed'] }];
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code + ((code & 0x1f) <= 13 ? 13 : -13));
  });
}

/** In lower case, with its length unchanged. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll('\u0130', 'i').toLowerCase();
}

function folded(spelling: Spelling): Pattern<Spelling> {
  return { text: fold(spelling.text), of: spelling };
}

function squeezed(spelling: Spelling): Pattern<Spelling> {
  return { text: fold(spelling.text).replaceAll(SEPARATORS, ''), of: spelling };
}

function wholeHit(
  { text, codings }: Layer,
  { start, end }: Span,
  { secret, text: spelled, codings: own }: Spelling,
  isDecoded: boolean,
): { readonly placeholder: string } | undefined {
  const said = text.slice(start, end);
  const isExact = said === spelled;
  // Parts that petvet cut off a key are found by looking at what precedes them.
  if (!isDecoded && isExact && own.length === 0 && secret.kind === 'cut') return undefined;
  if (isWithinOrdinaryWord(text, start, end) || mayBeginWord(secret, text, end)) return undefined;
  if (!isExact && !isCaseChanged(said, spelled) && readsLikeWords(secret.value)) return undefined;
  if (secret.kind === 'extra' && isDecoded && readsLikeWords(secret.value)) return undefined;
  const changed: KeyCoding[] = isExact ? [] : ['case-changed'];
  return { placeholder: placeholderOf(secret, [...(isDecoded ? codings : []), ...own, ...changed]) };
}

/** What petvet cut off a key may be the beginning of a word. */
function mayBeginWord({ kind, value }: Secret, text: string, end: number): boolean {
  return kind === 'cut' && /^[a-z]+$/i.test(value) && isLetter(text.charCodeAt(end));
}

function isCaseChanged(said: string, spelled: string): boolean {
  return said === spelled.toUpperCase() || said === spelled.toLowerCase() || said === withCaseSwapped(spelled);
}

function withCaseSwapped(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) ^ 0x20));
}

function partHit(
  { text }: Layer,
  { start, end }: Span,
  { secret, text: spelled, codings }: Spelling,
  from: number,
): { readonly placeholder: string } | undefined {
  if (!isKeyOfTarget(secret) || codings.includes('rot13-encoded')) return undefined;
  const isExact = text.slice(start, end) === spelled.slice(from, from + end - start);
  return isExact && isTelling(text, start, end - start, spelled, from) ? { placeholder: PART } : undefined;
}

/** A secret with one separator inserted repeatedly, or without its own separators. */
function splitHits(layer: Layer, find: ReturnType<typeof createRunFinder<Spelling>>): Hit[] {
  // Nearly always nothing is found, and then the source of the characters is not needed.
  if (find(fold(layer.text.replaceAll(SEPARATORS, ''))).length === 0) return [];
  const dense = dropPieces(rootLayer(layer.text), undefined, SEPARATORS);
  if (dense === undefined) return [];
  return find(fold(dense.text)).flatMap(({ start, end, from, pattern }) => {
    if (from > 0 || end - start < pattern.text.length) return [];
    const { secret, text: spelled, codings } = pattern.of;
    const span = dense.sourceOf(start, end);
    const said = layer.text.slice(span.start, span.end);
    if (fold(said) === trimmed(fold(spelled))) return [];
    if (readsLikeWords(secret.value) && !isEvenlySplit(fold(said), trimmed(fold(spelled)))) return [];
    const placeholder = placeholderOf(secret, [...layer.codings, ...codings]);
    return [{ ...layer.sourceOf(span.start, span.end), placeholder, isWhole: true }];
  });
}

/** Without the separators at its ends. */
function trimmed(text: string): string {
  const letters = text.replaceAll(SEPARATORS, '');
  const first = text.indexOf(letters.charAt(0));
  return text.slice(first, text.lastIndexOf(letters.charAt(letters.length - 1)) + 1);
}

/** A short key, or one of digits, counts only where nothing else was encoded except the user or the scheme before it. */
function shortHits(layer: Layer, secret: Secret): Hit[] {
  const hits: Hit[] = [];
  const { text, codings } = layer;
  const { value } = secret;
  const isEscape = ESCAPES.has(codings.at(-1) ?? 'hex-encoded');
  for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + 1)) {
    const end = start + value.length;
    const source = layer.sourceOf(start, end);
    const beside = [text.charAt(start - 1), text.charAt(end)];
    const isAlone = isEscape
      ? source.end - source.start >= 3 * value.length && !beside.some((character) => /[\w-]/.test(character))
      : beside.every((character) => /^[\n :]?$/.test(character));
    if (isAlone) hits.push({ ...source, placeholder: placeholderOf(secret, codings), isWhole: true });
  }
  return hits;
}

/**
 * Whole secrets that overlap become one stretch, named after the longest one; so do parts. If a part overlaps a whole
 * secret, its remainder is kept where it is longer than a character or two.
 */
function merge(hits: readonly Hit[]): Disguise[] {
  const whole = united(hits.filter(({ isWhole }) => isWhole));
  const parts = united(hits.filter(({ isWhole }) => !isWhole)).flatMap(({ start, end, placeholder }) => {
    let from = start;
    const rest: Disguise[] = [];
    for (const taken of whole) {
      if (taken.end <= from || taken.start >= end) continue;
      rest.push({ start: from, end: taken.start, placeholder });
      from = taken.end;
    }
    rest.push({ start: from, end, placeholder });
    return rest.filter((piece) => piece.end - piece.start >= (rest.length === 1 ? 1 : SHORTEST_RUN));
  });
  return [...whole, ...parts].toSorted((a, b) => a.start - b.start);
}

function united(hits: readonly Disguise[]): Disguise[] {
  const found: { start: number; end: number; best: Disguise }[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last === undefined || hit.start >= last.end) {
      found.push({ start: hit.start, end: hit.end, best: hit });
      continue;
    }
    last.end = Math.max(last.end, hit.end);
    if (hit.end - hit.start > last.best.end - last.best.start) last.best = hit;
  }
  return found.map(({ start, end, best }) => ({ start, end, placeholder: best.placeholder }));
}
