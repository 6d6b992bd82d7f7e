import { undoCodings } from './content-coding.ts';
import { headerValue, type Answer } from './exchange.ts';

/**
 * The bytes of a body without its content codings, as far as they can be undone; else as they crossed the wire.
 *
 * @param codings - the value of Content-Encoding
 */
export function decoded(bytes: Uint8Array, codings: string | undefined): Uint8Array {
  if (codings === undefined || bytes.length === 0) return bytes;
  try {
    return undoCodings(bytes, codings);
  } catch {
    return bytes;
  }
}

/** The bytes of a response's body without its content codings, as {@link decoded} gives them; undefined where none were recorded. */
export function plainBytes({ headers, body }: Pick<Answer, 'headers' | 'body'>): Uint8Array | undefined {
  return 'bytes' in body ? decoded(body.bytes, headerValue(headers, 'Content-Encoding')) : undefined;
}
