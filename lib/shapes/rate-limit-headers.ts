import { digitsOfLimit, onceOf } from '../contract/headers.ts';

/** What a rate limit header says, or what is wrong with it. Nothing is thrown on any text. */
export type HeaderReading =
  | {
      readonly ok: true;
      readonly value: number;
      /** The value can be told, but not as the header is documented: how it is written, in words. */
      readonly lenient?: string;
    }
  | {
      readonly ok: false;
      /** What it is instead, in words that follow `it is`. */
      readonly fault: string;
      /** The value that it stands for nevertheless: a client can go by it. */
      readonly meant?: number;
    };

/** A Unix time in seconds before this (September 2001) is a span of time rather than an instant. */
const EARLIEST_UNIX_SECONDS = 1e9;

/** From this on (the year 5138) a Unix time is not in seconds but in milliseconds, or finer from {@link FINER}. */
const MILLISECONDS = 1e11;
const FINER = 1e14;

const MOST_REPEATED = 40;

/**
 * Reads X-RateLimit-Limit: requests per window. A list that begins with the limit and goes on with the policies behind it
 * (`600, 600;w=60`) is lenient. Whether 0 is a sensible limit is not checked.
 *
 * @param text - the field value, several fields joined by a comma
 * Source: specification, section 8; rule RATE-2.
 */
export const readLimit = remembering((text: string): HeaderReading => {
  const limit = digitsOfLimit(text);
  if (limit === undefined || limit === text.trim()) return readCount(text);
  return wholeNumber(limit, 'a limit with further numbers or a policy after it');
});

/**
 * Reads X-RateLimit-Remaining: requests left in the window.
 *
 * @param text - the field value, several fields joined by a comma; the same number twice is lenient
 * Source: specification, section 8; rule RATE-2.
 */
export const readRemaining = remembering(readCount);

/**
 * Reads X-RateLimit-Reset: a Unix time in seconds. A fraction of a second is lenient. Whether the instant
 * makes sense now is not checked; a value that cannot be such a time at all (milliseconds, a number of seconds to wait,
 * a date) is a fault.
 *
 * @param text - the field value, several fields joined by a comma; the same value twice is lenient
 * Source: specification, section 8; rule RATE-2.
 */
export const readReset = remembering((text: string): HeaderReading => {
  const { single, lenient } = once(text);
  const fault = textFault(single) ?? (/^\d+(\.\d+)?$/.test(single) ? instantFault(Number(single)) : textually(single));
  if (fault !== undefined) return { ok: false, fault };
  const fraction = single.includes('.') ? 'a Unix time with a fraction of a second' : undefined;
  return reading(Number(single), fraction ?? lenient);
});

/** How many different texts are remembered, and how many characters one may have. */
const MOST_REMEMBERED = 2_000;
const LONGEST_REMEMBERED = 40;

/** The same reading: the responses of a load run repeat the same few values. */
function remembering(read: (text: string) => HeaderReading): (text: string) => HeaderReading {
  const known = new Map<string, HeaderReading>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = read(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    if (text.length <= LONGEST_REMEMBERED) known.set(text, found);
    return found;
  };
}

function readCount(text: string): HeaderReading {
  const { single, lenient } = once(text);
  const fault = textFault(single);
  if (fault !== undefined) return { ok: false, fault };
  if (/^\d+$/.test(single)) return wholeNumber(single, lenient);
  if (/^\d+\.0+$/.test(single)) return wholeNumber(single, 'an integer with a decimal point');
  // A part of a unit admits no request.
  if (/^\d+\.\d+$/.test(single))
    return { ok: false, fault: `a fraction (${shortened(single)})`, meant: Math.floor(Number(single)) };
  return { ok: false, fault: textually(single) };
}

function wholeNumber(digits: string, lenient: string | undefined): HeaderReading {
  const value = Number(digits);
  return Number.isFinite(value) ? reading(value, lenient) : { ok: false, fault: `a number of ${digits.length} digits` };
}

function reading(value: number, lenient: string | undefined): HeaderReading {
  return lenient === undefined ? { ok: true, value } : { ok: true, value, lenient };
}

/** A value that stands there several times is lenient. */
function once(text: string): { readonly single: string; readonly lenient?: string } {
  const { single, times } = onceOf(text);
  return times === 1 ? { single } : { single, lenient: `the same value ${times} times` };
}

function textFault(text: string): string | undefined {
  if (text === '') return 'empty';
  return /^-\d+(\.\d+)?$/.test(text) ? `negative (${shortened(text)})` : undefined;
}

function instantFault(value: number): string | undefined {
  if (value >= FINER) return `too large for a Unix time in seconds (${shortened(`${value}`)})`;
  if (value >= MILLISECONDS) return `a Unix time in milliseconds (${value})`;
  return value < EARLIEST_UNIX_SECONDS ? `a number of seconds (${value}) that is not a Unix time of today` : undefined;
}

function textually(text: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return `an ISO date (${shortened(text)})`;
  if (/\bGMT$/.test(text)) return `an HTTP date (${shortened(text)})`;
  return `not a plain number but ${JSON.stringify(shortened(text))}`;
}

function shortened(text: string): string {
  return text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED)}…` : text;
}
