import { endOfQuoted } from './json-text.ts';

/** An object of exact JSON. */
export interface ExactObject {
  readonly [member: string]: ExactJson;
}

/**
 * A JSON value in which no integer lost a digit: numbers that are integers are bigint (7, 7.0 and 7e0 alike), fractions
 * and absurdly long numbers are number.
 */
export type ExactJson = null | boolean | string | bigint | number | readonly ExactJson[] | ExactObject;

/** The result of reading a text as JSON. */
export type JsonReading =
  | { readonly ok: true; readonly value: ExactJson }
  | {
      readonly ok: false;
      readonly why: string;
      /** It is JSON, but deeper or larger than this reader goes: a limit of petvet, not a fault of the text. */
      readonly passedOver: boolean;
      /** How many items the outermost array has, where one was passed over. */
      readonly items?: number;
    };

/** Deeper nesting is not followed: readers of values, including ours, recurse once per level. */
const MOST_LEVELS = 500;

/** More values are not read, so that no response takes long to read; a full page of pets has a few hundred. */
const MOST_VALUES = 100_000;

/** Beyond this many digits a number is kept as a double: no integer of the service is longer, and `1e999999` must not block us. */
const MOST_DIGITS = 400;

declare global {
  interface JSON {
    /** In every Node that petvet runs on, but not yet in the compiler's library. */
    rawJSON(text: string): unknown;
  }
}

/**
 * Reads a text as JSON without rounding integers.
 *
 * @param text - any text; a byte order mark is not JSON and is refused
 * @returns the value, or why there is none: the text is not JSON, or it is deeper or larger than petvet reads. Never
 *   throws; takes time in proportion to the text.
 */
export function parseExactJson(text: string): JsonReading {
  const known = recent.find((one) => one.text === text);
  if (known !== undefined) return known.reading;
  const reading = parseAnew(text);
  recent.unshift({ text, reading });
  if (recent.length > MOST_RECENT) recent.pop();
  return reading;
}

/** Several judges read the same body in quick succession: this many readings are kept, the newest first. */
const MOST_RECENT = 6;

const recent: { readonly text: string; readonly reading: JsonReading }[] = [];

function parseAnew(text: string): JsonReading {
  try {
    const passedOver = beyondLimits(text);
    if (passedOver === undefined) {
      const value: ExactJson = JSON.parse(text, exactPart);
      return { ok: true, value };
    }
    // Without a reviver the platform's parser goes to any depth.
    const value: ExactJson = JSON.parse(text);
    return { ok: false, why: passedOver, passedOver: true, ...(isExactArray(value) && { items: value.length }) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, why, passedOver: error instanceof RangeError };
  }
}

/** Which limit of petvet a text exceeds, judging by the punctuation outside its strings; undefined when it exceeds none. */
function beyondLimits(text: string): string | undefined {
  if (text.length <= MOST_LEVELS) return undefined;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfQuoted(text, at) - 1;
    else if (character === COMMA) {
      if (++values > MOST_VALUES) return `it holds more than ${MOST_VALUES.toLocaleString('en')} values`;
    } else if (character === BRACKET || character === BRACE) {
      values++;
      if (++depth > MOST_LEVELS) return `it is nested deeper than ${MOST_LEVELS} levels`;
    } else if (character === CLOSING_BRACKET || character === CLOSING_BRACE) depth--;
  }
  return undefined;
}

const [QUOTE, COMMA, BRACKET, BRACE, CLOSING_BRACKET, CLOSING_BRACE] = [0x22, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d];

/** The context argument is optional only because the compiler's library does not know it yet. */
function exactPart(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value;
}

/**
 * Writes a value as JSON; bigints become plain integers, every digit kept. A number beyond the range of a double is
 * written as one (`1e999`), not as null.
 *
 * @param indent - spaces per level, none by default
 */
export function printExactJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_key, part: unknown) => printable(part), indent);
}

function printable(part: unknown): unknown {
  if (typeof part === 'bigint') return JSON.rawJSON(`${part}`);
  if (part === Infinity) return JSON.rawJSON('1e999');
  return part === -Infinity ? JSON.rawJSON('-1e999') : part;
}

/** The value of a JSON number literal: bigint when it is an integer, whatever its spelling. */
function exactNumber(source: string): bigint | number {
  if (/^-?\d+$/.test(source)) return source.length <= MOST_DIGITS ? BigInt(source) : Number(source);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = whole + fraction;
  if (!/[1-9]/.test(digits)) return 0n;
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
