import { z } from 'zod';
import type { HeaderPair } from '../evidence/exchange.ts';

/** Headers that petvet or HTTP itself sets: a second hand on them would change what is judged, or who is seen to call. */
const NOT_YOURS = new Set([
  'authorization',
  'proxy-authorization',
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
  'user-agent',
]);

const jsonForm = z.record(z.string(), z.string());

/** The headers that a setting asks for, or why it cannot be read; values, which may be secret, are never repeated. */
export type HeadersReading =
  | { readonly ok: true; readonly headers: readonly HeaderPair[] }
  | { readonly ok: false; readonly why: string };

/**
 * Reads the `_HEADERS` setting: a JSON object of names and values, or one `Name: value` a line.
 *
 * @param text - in .env a value of several lines stands in double quotes, with \n between the lines
 */
export function readExtraHeaders(text: string): HeadersReading {
  const headers = text.trimStart().startsWith('{') ? fromJson(text) : fromLines(text);
  if (headers === undefined)
    return { ok: false, why: 'must be a JSON object of names and values, or one "Name: value" per line' };
  for (const [name, value] of headers) {
    if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name))
      return { ok: false, why: 'has a header name that HTTP does not allow' };
    if (NOT_YOURS.has(name.toLowerCase())) return { ok: false, why: `must not set ${name}, which petvet sets itself` };
    if (!/^[\t\u0020-\u007e]*$/.test(value))
      return { ok: false, why: `has a value for ${name} that is not printable ASCII` };
  }
  return { ok: true, headers };
}

function fromJson(text: string): HeaderPair[] | undefined {
  try {
    const reading = jsonForm.safeParse(JSON.parse(text));
    return reading.success ? Object.entries(reading.data) : undefined;
  } catch {
    return undefined;
  }
}

function fromLines(text: string): HeaderPair[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const pairs = lines.map((line): HeaderPair | undefined => {
    const at = line.indexOf(':');
    return at < 1 ? undefined : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}
