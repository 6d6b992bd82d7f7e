/** An object of exact JSON. */
export interface ExactObject {
  readonly [member: string]: ExactJson;
}

/**
 * A JSON value in which no integer lost a digit: numbers that are integers are bigint (7, 7.0 and 7e0 alike), fractions
 * and absurdly long numbers are number.
 */
export type ExactJson = null | boolean | string | bigint | number | readonly ExactJson[] | ExactObject;

/** What came of reading a text as JSON. */
export type JsonReading =
  | { readonly ok: true; readonly value: ExactJson }
  | {
      readonly ok: false;
      readonly why: string;
      /** It may be JSON, but is nested deeper than this reader goes. */ readonly tooDeep: boolean;
    };

/** Beyond this many digits a number is kept as a double: no integer of the service is longer, and `1e999999` must not hang us. */
const MOST_DIGITS = 400;

type ReviverContext = { readonly source?: string };
type ExactParse = (
  text: string,
  reviver: (key: string, value: unknown, context: ReviverContext) => unknown,
) => ExactJson;
type ExactStringify = typeof JSON & { rawJSON(text: string): unknown };

/**
 * Reads a text as JSON without rounding integers.
 *
 * @param text - any text; an optional byte order mark is no JSON and is refused
 * @returns the value, or why the text is not JSON. Never throws.
 */
export function parseExactJson(text: string): JsonReading {
  try {
    const parse = JSON.parse as ExactParse;
    return {
      ok: true,
      value: parse(text, (_key, value, { source }) =>
        typeof value === 'number' && source !== undefined ? exactNumber(source) : value,
      ),
    };
  } catch (error) {
    return {
      ok: false,
      why: error instanceof Error ? error.message : String(error),
      tooDeep: error instanceof RangeError,
    };
  }
}

/**
 * Writes a value as JSON; bigints become plain integers, every digit kept.
 *
 * @param indent - spaces per level, none by default
 */
export function printExactJson(value: unknown, indent?: number): string {
  const { rawJSON } = JSON as ExactStringify;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? rawJSON(`${part}`) : part), indent);
}

/** The value of a JSON number literal: bigint when it is an integer, whatever its spelling. */
function exactNumber(source: string): bigint | number {
  if (/^-?\d+$/.test(source)) return source.length <= MOST_DIGITS ? BigInt(source) : Number(source);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = whole + fraction;
  const shift = Number(exponent) - fraction.length;
  if (digits.length + Math.abs(shift) > MOST_DIGITS) return Number(source);
  if (shift >= 0) return BigInt(sign + digits + '0'.repeat(shift));
  const cut = digits.length + shift;
  const tail = cut > 0 ? digits.slice(cut) : digits;
  if (/[1-9]/.test(tail)) return Number(source);
  return BigInt(sign + (cut > 0 ? digits.slice(0, cut) : '0'));
}

/** Whether a JSON value is an object, not an array and not null. */
export function isExactObject(value: ExactJson | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array. */
export function isExactArray(value: ExactJson | undefined): value is readonly ExactJson[] {
  return Array.isArray(value);
}

/** Whether two JSON values are the same: members in any order, integers by value. */
export function sameJson(a: ExactJson | undefined, b: ExactJson | undefined): boolean {
  if (isExactArray(a) && isExactArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (isExactObject(a) && isExactObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
    );
  }
  return a === b;
}
