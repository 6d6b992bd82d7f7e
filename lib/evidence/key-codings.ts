/**
 * The ways in which a key may be encoded: each can be undone knowing only its name. The
 * names appear in placeholders (`{primary:base64-encoded}`) and in sentences.
 */
export const KEY_CODINGS = [
  'percent-encoded',
  'character-escaped',
  'quoted-printable',
  'hex-encoded',
  'base64-encoded',
  'base32-encoded',
  'base58-encoded',
  'base85-encoded',
  'uuencoded',
  'as-character-codes',
  'as-UTF-16',
  'in-look-alikes',
  'compressed',
  'split-up',
  'reversed',
  'case-changed',
  'rot13-encoded',
] as const;

/** One way of writing a key. */
export type KeyCoding = (typeof KEY_CODINGS)[number];

/** The placeholder of a key that was found in codings, the outermost first: `{primary:hex-encoded+reversed}`. */
export function codedPlaceholder(placeholder: string, codings: readonly KeyCoding[]): string {
  const distinct = [...new Set(codings)];
  return distinct.length === 0 ? placeholder : `${placeholder.slice(0, -1)}:${distinct.join('+')}}`;
}

/**
 * The valid key that a masked text repeats, whatever its coding; what was only derived from a key (`{primary:extended}`,
 * `{primary:part}`) does not count, except the pair of Basic authentication: that is the key in base64.
 *
 * @returns undefined when there is none; `form` is '' for a key as it is, else words such as `hex-encoded, reversed`
 */
export function findRepeatedKey(masked: string): { readonly form: string } | undefined {
  const match = REPEATED.exec(masked);
  if (match === null) return undefined;
  const words = (match[1] ?? '').replaceAll('+', ', ').replace('basic', 'base64-encoded');
  return { form: words.replace('as-character-codes', 'as character codes').replace('as-UTF-16', 'as UTF-16') };
}

const ANY_CODING = `(?:${KEY_CODINGS.join('|')})`;
const REPEATED = new RegExp(String.raw`\{(?:primary|second)(?::(basic|${ANY_CODING}(?:\+${ANY_CODING})*))?\}`);
