import { LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON object as this server reads and writes it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An integer literal longer than this is far beyond int64 and stays text. */
const MOST_DIGITS = 40;

/**
 * Reads a text as JSON; integer literals become bigint, all other numbers keep their text.
 *
 * @returns undefined when the text is no JSON, is nested deeper than the stack allows, or gives a key two values;
 *   no JSON value reads as undefined. Never throws.
 */
export function readJson(text: string): unknown {
  try {
    return parse(text, null, { parseNumber });
  } catch {
    return undefined;
  }
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
