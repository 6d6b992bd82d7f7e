import { codedPlaceholder, type KeyCoding } from './key-codings.ts';
import { FEWEST_DIFFERENT } from './key-parts.ts';
import { isOrdinaryText } from './ordinary-words.ts';

/** A secret, or what petvet made of one, and the placeholder that stands for it. */
export interface Secret {
  readonly placeholder: string;
  readonly value: string;
  /** A key as given, a key altered by petvet, the beginning of one, or another value such as a configured header's. */
  readonly kind: 'key' | 'altered' | 'cut' | 'extra';
}

/**
 * Where a form is replaced. `anywhere`; `token`: not beside letters, digits, `_` or `-`; `number`: as a token, but never
 * as a JSON number or a path segment; `told`: only after the name of a scheme, because the text is too ordinary.
 */
type Placing = 'anywhere' | 'token' | 'number' | 'told';

/** One spelling of a secret. */
export interface SecretForm {
  readonly secret: Secret;
  readonly text: string;
  readonly placing: Placing;
}

/** From this length on a key is found inside other text. */
export const LONG_ENOUGH = 8;

/** A key of one character is found only after the name of a scheme. */
const SHORTEST_KEY = 2;

/** Shorter spellings of altered or encoded keys are too likely to be something else. */
const SHORTEST_DERIVED = 4;

/** How long a value must be to be found as a token; a short configured header (`dev`) is not a secret worth a false alarm. */
const SHORTEST = { key: SHORTEST_KEY, altered: SHORTEST_DERIVED, cut: SHORTEST_DERIVED, extra: LONG_ENOUGH };

/** Every spelling in which the secrets may appear, each once, longest first; of equal ones the first secret's. */
export function secretForms(secrets: readonly Secret[]): SecretForm[] {
  const forms = new Map<string, SecretForm>();
  const add = (secret: Secret, text: string, shortest: number) => {
    if (text !== '' && !forms.has(text)) forms.set(text, { secret, text, placing: placingOf(secret, text, shortest) });
  };
  const shortestOf = ({ kind }: Secret) => SHORTEST[kind];
  for (const secret of secrets) add(secret, secret.value, shortestOf(secret));
  for (const secret of secrets) {
    const coded = (coding: KeyCoding) => ({ ...secret, placeholder: placeholderOf(secret, [coding]) });
    add(coded('case-changed'), secret.value.toUpperCase(), shortestOf(secret));
    add(coded('case-changed'), secret.value.toLowerCase(), shortestOf(secret));
    // UTF-8 that is read as latin1, as happens to bytes that are not UTF-8 as a whole.
    add(secret, Buffer.from(secret.value).toString('latin1'), Math.max(SHORTEST_DERIVED, shortestOf(secret)));
    for (const [coding, text] of encodedForms(secret.value.toWellFormed()))
      add(coded(coding), text, Math.max(SHORTEST_DERIVED, shortestOf(secret)));
    if (secret.value.length >= LONG_ENOUGH) add(coded('reversed'), backwards(secret.value), LONG_ENOUGH);
  }
  return [...forms.values()].toSorted((a, b) => b.text.length - a.text.length);
}

/** A text reversed. */
export function backwards(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** Whether a secret is a key of the target, as given; such a key keeps its name even when it is found encoded. */
export function isKeyOfTarget({ placeholder }: Secret): boolean {
  return placeholder === '{primary}' || placeholder === '{second}';
}

/** The placeholder of a secret that is found encoded: for a key of the target it names the codings. */
export function placeholderOf(secret: Secret, codings: readonly KeyCoding[]): string {
  return isKeyOfTarget(secret) ? codedPlaceholder(secret.placeholder, codings) : secret.placeholder;
}

function placingOf(secret: Secret, text: string, shortest: number): Placing {
  if (isOrdinaryText(text)) return 'told';
  if (/^\d+$/.test(text)) return text.length < LONG_ENOUGH ? 'told' : 'number';
  if (shortest !== SHORTEST_KEY && new Set(text).size < FEWEST_DIFFERENT) return 'told';
  // Even decoded, digits may be a number, and letters the beginning of a word.
  if (text !== secret.value && /^\d+$/.test(secret.value)) return text.length >= shortest ? 'token' : 'told';
  const isPair = Buffer.from(text, 'base64').includes(':');
  const mayBeginWord = secret.kind === 'cut' && /^[a-z]+$/i.test(secret.value) && !isPair;
  if (text.length >= LONG_ENOUGH && !mayBeginWord) return 'anywhere';
  return text.length >= shortest ? 'token' : 'told';
}

function encodedForms(value: string): [KeyCoding, string][] {
  const percent = encodeURIComponent(value);
  const json = JSON.stringify(value).slice(1, -1);
  const inAddresses = [
    percent,
    percent.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    percent.replaceAll('%20', '+'),
    encodeURI(value),
  ];
  const escaped = [json, json.replaceAll('/', String.raw`\/`), JSON.stringify(json).slice(1, -1), htmlEscaped(value)];
  return [
    ...inAddresses.map((text): [KeyCoding, string] => ['percent-encoded', text]),
    ...escaped.map((text): [KeyCoding, string] => ['character-escaped', text]),
    ...base64Forms(value).map((text): [KeyCoding, string] => ['base64-encoded', text]),
  ];
}

function htmlEscaped(value: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return value.replaceAll(/[&<>"']/g, (character) => names[character] ?? character);
}

/**
 * Base64 of the key and of a user and password pair with it, and the part of it that stays the same after any other text: three
 * bytes make four characters, so there are three alignments.
 */
function base64Forms(value: string): string[] {
  const whole = [value, `:${value}`, `${value}:`].flatMap((text) => {
    const base64 = Buffer.from(text).toString('base64');
    return [base64, base64.replace(/=+$/, ''), Buffer.from(text).toString('base64url')];
  });
  const bytes = Buffer.from(value);
  const inner = [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    return [shifted.toString('base64'), shifted.toString('base64url')].map((text) => text.slice(from, to));
  });
  return [...whole, ...inner.filter((text) => text.length >= LONG_ENOUGH)];
}
