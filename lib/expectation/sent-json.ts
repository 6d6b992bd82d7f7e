import { parseExactJson, type JsonReading } from '../evidence/exact-json.ts';
import type { Body } from '../evidence/exchange.ts';
import { onceFor } from '../evidence/once-for.ts';

/**
 * How a lenient reader of JSON reads the body of a request: bytes that are not UTF-8 are replaced, a byte order mark is skipped, and the last
 * of duplicate keys counts. Bodies may be large: each is parsed once.
 */
export const readSentJson: (body: Extract<Body, { bytes: Uint8Array }>) => JsonReading = onceFor(({ bytes }) =>
  parseExactJson(new TextDecoder().decode(bytes)),
);
