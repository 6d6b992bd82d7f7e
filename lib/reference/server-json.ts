import { LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON object as this server reads and writes it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An integer literal longer than this is far beyond int64 and stays text. */
const MOST_DIGITS = 40;

/** A text nested deeper than this is not read: how much deeper the stack would allow is not the same each time. */
const DEEPEST = 500;

/**
 * Reads a text as JSON; integer literals become bigint, all other numbers keep their text.
 *
 * @returns undefined when the text is no JSON, is nested deeper than {@link DEEPEST}, or gives a key two values; no JSON
 *   value reads as undefined. Never throws.
 */
export function readJson(text: string): unknown {
  if (depthOf(text) > DEEPEST) return undefined;
  try {
    return parse(text, null, { parseNumber });
  } catch {
    return undefined;
  }
}

/** How deeply the brackets of a text are nested, whether it is JSON or not; those within strings do not count. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isString = !isString;
    else if (isString) at += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}

/** Writes a value as JSON, bigints as plain integers; a number in a spelling of its own is a {@link spelledNumber}. */
export function writeJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}

/** A JSON number that is written exactly as given, e.g. `7.0`. Throws for what is no JSON number. */
export function spelledNumber(text: string): unknown {
  return new LosslessNumber(text);
}

/** Whether a JSON value is an object, not an array, a number or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Whether a JSON value is an array. */
export function isJsonArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function parseNumber(literal: string): unknown {
  return /^-?\d+$/.test(literal) && literal.length <= MOST_DIGITS ? BigInt(literal) : new LosslessNumber(literal);
}
