import {
  brotliCompressSync,
  constants,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';

/** A body that decodes to more than this is not read: a decompression bomb is evidence, not a reason to crash, nor to compute for minutes. */
const MOST_DECODED_BYTES = 16 * 1024 * 1024;

/** Nobody encodes a body more often, and each time costs as much. */
const MOST_CODINGS = 4;

const options = { maxOutputLength: MOST_DECODED_BYTES };

/** What there is of a truncated body is decoded; otherwise the end of the bytes would be an error. */
const cutOff = { ...options, finishFlush: constants.Z_SYNC_FLUSH };
const cutOffBrotli = { ...options, finishFlush: constants.BROTLI_OPERATION_FLUSH };
const cutOffZstd = { ...options, finishFlush: constants.ZSTD_e_flush };

interface Coding {
  undo(bytes: Uint8Array): Uint8Array;
  /** As `undo`, for bytes whose end is missing. */
  undoStart(bytes: Uint8Array): Uint8Array;
  redo(bytes: Uint8Array): Uint8Array;
}

const gzip: Coding = {
  undo: (bytes) => gunzipSync(bytes, options),
  undoStart: (bytes) => gunzipSync(bytes, cutOff),
  redo: (bytes) => gzipSync(bytes),
};

const CODINGS: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: {
    undo: (bytes) => inflated(bytes, options),
    undoStart: (bytes) => inflated(bytes, cutOff),
    redo: (bytes) => deflateSync(bytes),
  },
  br: {
    undo: (bytes) => brotliDecompressSync(bytes, options),
    undoStart: (bytes) => brotliDecompressSync(bytes, cutOffBrotli),
    redo: (bytes) => brotliCompressSync(bytes),
  },
  zstd: {
    undo: (bytes) => zstdDecompressSync(bytes, options),
    undoStart: (bytes) => zstdDecompressSync(bytes, cutOffZstd),
    redo: (bytes) => zstdCompressSync(bytes),
  },
  identity: { undo: (bytes) => bytes, undoStart: (bytes) => bytes, redo: (bytes) => bytes },
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

/**
 * Undoes the codings of a body whose end is missing, as far as possible.
 *
 * @throws Error when a coding is not known, or the bytes do not begin with it
 */
export function undoCodingsOfStart(bytes: Uint8Array, codings: string): Uint8Array {
  return named(codings).reduceRight((coded, coding) => coding.undoStart(coded), bytes);
}

/** Applies the codings of a `Content-Encoding` header; throws on one that is not known. */
export function redoCodings(bytes: Uint8Array, codings: string): Uint8Array {
  return named(codings).reduce((plain, coding) => coding.redo(plain), bytes);
}

/** Whether every coding of a `Content-Encoding` header is one that petvet can undo. */
export function knowsCodings(codings: string): boolean {
  const names = codings.split(',');
  return names.length <= MOST_CODINGS && names.every((name) => Object.hasOwn(CODINGS, name.trim().toLowerCase()));
}

/** Some services send `deflate` without the zlib header that RFC 9110, section 8.4.1.2 requires; clients accept both. */
function inflated(bytes: Uint8Array, how: typeof options): Uint8Array {
  try {
    return inflateSync(bytes, how);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return inflateRawSync(bytes, how);
  }
}

/** The coding that the first bytes show: gzip, deflate (zlib) and zstd have marks, br has none. */
export function codingByItsMark(bytes: Uint8Array): string | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  return first === 0x78 && (first * 256 + second) % 31 === 0 ? 'deflate' : undefined;
}

function named(codings: string): Coding[] {
  const names = codings.split(',');
  if (names.length > MOST_CODINGS) throw new Error(`at most ${MOST_CODINGS} codings of one body are undone`);
  return names.map((name) => {
    const coding = Object.hasOwn(CODINGS, name.trim().toLowerCase()) ? CODINGS[name.trim().toLowerCase()] : undefined;
    if (coding === undefined) throw new Error(`petvet does not know the content coding ${name.trim()}`);
    return coding;
  });
}
