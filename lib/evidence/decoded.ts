import { undoCodings } from './content-coding.ts';

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
