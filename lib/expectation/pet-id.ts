import { isInt64 } from '../contract/pets.ts';

/** What a petId segment is: an int64, or text that is not one. `spelling`: an int64 in a form other than its plain decimal one. */
export type PetIdReading =
  | { readonly kind: 'int64'; readonly id: bigint }
  | { readonly kind: 'spelling'; readonly text: string }
  | { readonly kind: 'not-int64'; readonly text: string };

/** More digits than this are not an int64 in any spelling, and not worth converting. */
const MOST_DIGITS = 400;

/** How many digits an int64 has at most. */
const INT64_DIGITS = 19;

/**
 * What a path segment says when it is read as a petId.
 *
 * @param segment - as it stood on the wire, percent-encoding included
 * Total: any text gives a reading. Source: section 4.3; rules GET-2 and GET-3.
 */
export function readPetId(segment: string): PetIdReading {
  if (/^(0|-?[1-9]\d{0,18})$/.test(segment) && isInt64(BigInt(segment))) return { kind: 'int64', id: BigInt(segment) };
  const text = percentDecoded(segment) ?? segment;
  return { kind: spellsInt64(text) ? 'spelling' : 'not-int64', text };
}

/**
 * Whether a segment that is not an int64 may belong to another route: a name (`/pets/search`), an id with a suffix or a verb (`7.json`,
 * `7:archive`), several ids (`7,8`, `7-9`). Paths other than the documented ones are not shown, so a 200 there need not be an answer
 * of getPet.
 */
export function mayBeRoute({ text }: { readonly text: string }): boolean {
  const isName =
    /^\p{L}+([-_.]\p{L}+)*$/u.test(text) &&
    !/^(null|undefined|nan|none|nil|true|false|infinity|abc|xyz|foo)$/i.test(text);
  return isName || ROUTES.some((route) => route.test(text));
}

const ROUTES: readonly RegExp[] = [
  /^-?[\p{L}\d_]+(\.\p{L}[\p{L}\d]{0,7}|:\p{L}+)$/u,
  /^[\p{L}\d_-]+([,;|+][\p{L}\d_-]*)+$/u,
  /^\d+(-|\.\.)\d+$/,
];

/** Whether a segment, once decoded, is empty or changes the path, so that it certainly names no pet. */
export function changesPath(segment: string): boolean {
  const text = percentDecoded(segment) ?? segment;
  return /[/\\?#]/.test(text) || /^[\s.]*$/.test(text);
}

/** The text with its percent-encoding undone; undefined when it is not well formed. In a path `+` stays as it is. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether some common parser of numbers reads a text as an int64: blanks, signs, leading zeros, `7.0`, `70e-1`, `0x7`,
 * `1_000`, digits of other scripts, and what stands before a `;` (parameters of a path segment).
 */
function spellsInt64(text: string): boolean {
  const number = (text.split(';', 1)[0] ?? '').trim().replaceAll(/(?<=\d)_(?=\d)/g, '');
  if (number === '' || number.length > MOST_DIGITS) return false;
  if (/^[+-]?\p{Nd}{1,19}$/u.test(number) && !/^[+-]?\d+$/.test(number)) return true;
  const based = /^([+-]?)(0x[\da-f]+|0o[0-7]+|0b[01]+)$/i.exec(number);
  if (based !== null) return isInt64(BigInt(based[2] ?? '0') * (based[1] === '-' ? -1n : 1n));
  return isIntegerInDecimals(number);
}

function isIntegerInDecimals(number: string): boolean {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,4}))?$/i.exec(number);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
  const digits = whole + fraction;
  if (parts === null || digits === '') return false;
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return true;
  const zeros = digits.length - significant.length - fraction.length + Number(exponent);
  if (zeros < 0 || zeros > INT64_DIGITS) return false;
  return isInt64(BigInt(significant + '0'.repeat(zeros)) * (sign === '-' ? -1n : 1n));
}
