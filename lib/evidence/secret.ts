import { codedPlaceholder, type KeyCoding } from './key-codings.ts';
import { isOrdinaryText } from './ordinary-words.ts';

/** A secret, or what petvet made of one, and the placeholder that stands for it. */
export interface Secret {
  readonly placeholder: string;
  readonly value: string;
  /** A key as given, a key altered by petvet, the beginning of one, or another value such as a configured header's. */
  readonly kind: 'key' | 'altered' | 'cut' | 'extra';
}

/** From this length on a key is found inside other text, and fewer characters of it in a row prove nothing. */
export const LONG_ENOUGH = 8;

/** A run of fewer different characters (`00000000`, `--------`) does not indicate a key. */
const FEWEST_DIFFERENT = 4;

/** Whether a secret can be told from other text wherever it stands; the others are found as whole tokens only. */
export function isDistinctive({ value, kind }: Secret): boolean {
  if (value.length < LONG_ENOUGH || /^\d+$/.test(value) || isOrdinaryText(value)) return false;
  return kind === 'key' || isVaried(value);
}

/** Shorter secrets are looked for only as they are: an encoded match is likely to be something else. */
const SHORTEST_CODED = 4;

/** Whether a secret that is not distinctive is looked for in codings: only where it is all that was encoded. */
export function isSoughtCoded(secret: Secret): boolean {
  const { value } = secret;
  if (isDistinctive(secret) || value.length < SHORTEST_CODED || isOrdinaryText(value)) return false;
  if (value.length < LONG_ENOUGH && /^\d+$/.test(value)) return false;
  return new Set(value).size >= Math.min(FEWEST_DIFFERENT, value.length - 1);
}

/** Whether a text, or its units, has enough different characters to indicate a key. */
export function isVaried(text: ArrayLike<string | number>): boolean {
  const different: unknown[] = [];
  for (let at = 0; at < text.length && different.length < FEWEST_DIFFERENT; at += 1)
    if (!different.includes(text[at])) different.push(text[at]);
  return different.length === FEWEST_DIFFERENT;
}

/** Whether a secret is a key of the target, as given; such a key keeps its name even when it is found encoded. */
export function isKeyOfTarget({ placeholder }: Secret): boolean {
  return placeholder === '{primary}' || placeholder === '{second}';
}

/** The placeholder of a secret that is found encoded: for a key of the target it names the codings. */
export function placeholderOf(secret: Secret, codings: readonly KeyCoding[]): string {
  return isKeyOfTarget(secret) ? codedPlaceholder(secret.placeholder, codings) : secret.placeholder;
}
