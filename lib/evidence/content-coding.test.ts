import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { knowsCodings, redoCodings, undoCodings, undoCodingsOfStart } from './content-coding.ts';

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const BOMB = Buffer.alloc(20 * 1_048_576);

describe('a body in a content coding', () => {
  it.each([
    ['gzip', gzipSync(BOMB)],
    ['deflate', deflateSync(BOMB)],
    ['br', brotliCompressSync(BOMB, quickly)],
    ['zstd', zstdCompressSync(BOMB)],
  ])('is not decoded to more than may be read: %s', (coding, bytes) => {
    expect(() => undoCodings(bytes, coding)).toThrow(RangeError);
    expect(() => undoCodingsOfStart(bytes, coding)).toThrow(RangeError);
  });

  it('is decoded as often as anyone encodes it, and not more often', () => {
    const text = Buffer.from('[]');
    expect(Buffer.from(undoCodings(redoCodings(text, 'gzip, br'), 'gzip, br')).toString()).toBe('[]');
    const often = Array.from({ length: 5 }, () => 'gzip').join(', ');
    const packed = often.split(',').reduce<Uint8Array>((bytes) => gzipSync(bytes), text);
    expect(() => undoCodings(packed, often)).toThrow('at most 4 codings');
    expect(knowsCodings(often)).toBe(false);
  });
});
