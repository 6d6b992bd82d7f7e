import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';

/** A body of more than this when its coding is undone is cut off: a bomb is evidence, not a reason to die. */
const MOST_DECODED_BYTES = 64 * 1024 * 1024;

const options = { maxOutputLength: MOST_DECODED_BYTES };

interface Coding {
  undo(bytes: Uint8Array): Uint8Array;
  redo(bytes: Uint8Array): Uint8Array;
}

const gzip: Coding = { undo: (bytes) => gunzipSync(bytes, options), redo: (bytes) => gzipSync(bytes) };

const CODINGS: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: { undo: inflated, redo: (bytes) => deflateSync(bytes) },
  br: { undo: (bytes) => brotliDecompressSync(bytes, options), redo: (bytes) => brotliCompressSync(bytes) },
  zstd: { undo: (bytes) => zstdDecompressSync(bytes, options), redo: (bytes) => zstdCompressSync(bytes) },
  identity: { undo: (bytes) => bytes, redo: (bytes) => bytes },
};

/**
 * Undoes the codings of a `Content-Encoding` header, the last one first.
 *
 * @throws Error when a coding is not known, or the bytes do not have it
 * Source: RFC 9110, section 8.4.
 */
export function undoCodings(bytes: Uint8Array, codings: string): Uint8Array {
  return named(codings).reduceRight((coded, coding) => coding.undo(coded), bytes);
}

/** Applies the codings of a `Content-Encoding` header; throws on one that is not known. */
export function redoCodings(bytes: Uint8Array, codings: string): Uint8Array {
  return named(codings).reduce((plain, coding) => coding.redo(plain), bytes);
}

/** Whether every coding of a `Content-Encoding` header is one that petvet can undo. */
export function knowsCodings(codings: string): boolean {
  return codings.split(',').every((name) => Object.hasOwn(CODINGS, name.trim().toLowerCase()));
}

/** Some services send `deflate` without the zlib header that RFC 9110, section 8.4.1.2 asks for; clients take both. */
function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return inflateRawSync(bytes, options);
  }
}

/** The coding that the first bytes tell: gzip, deflate (zlib) and zstd have marks, br has none. */
export function codingByItsMark(bytes: Uint8Array): string | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  return first === 0x78 && (first * 256 + second) % 31 === 0 ? 'deflate' : undefined;
}

function named(codings: string): Coding[] {
  return codings.split(',').map((name) => {
    const coding = Object.hasOwn(CODINGS, name.trim().toLowerCase()) ? CODINGS[name.trim().toLowerCase()] : undefined;
    if (coding === undefined) throw new Error(`petvet does not know the content coding ${name.trim()}`);
    return coding;
  });
}
