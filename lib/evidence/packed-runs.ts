import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { readable } from './views.ts';
import type { Span } from './views.ts';

/** A run of a text that is base64 or hex of what gzip or zlib packed. */
export interface PackedRun extends Span {
  readonly coding: 'base64-encoded' | 'hex-encoded';
  readonly unpacked: string;
}

/** How gzip and zlib begin in base64 and in hex. */
const BEGINNING = /(H4sI|eJ[w-z]|eNo|eAE|eF4)|1f8b08|7801|785e|789c|78da/g;

const BASE64 = /[\w+/-]*(?:=|%3D)*/giy;
const HEX = /[\da-f]*/giy;

/** How many possible starts are looked at, how many characters of each, and how many bytes they may unpack to. */
const MOST_RUNS = 20;
const MOST_PACKED = 65_536;
const MOST_UNPACKED = 1_048_576;

/** Finds what was packed and then encoded. Its work is bounded, whatever the text unpacks to. */
export function* packedRuns(text: string): Generator<PackedRun> {
  let runs = 0;
  for (const { index, 1: isBase64 } of text.matchAll(BEGINNING)) {
    const expression = isBase64 === undefined ? HEX : BASE64;
    expression.lastIndex = index;
    const [run = ''] = expression.exec(text) ?? [];
    if (run.length < 16) continue;
    if (runs++ >= MOST_RUNS) return;
    const coding = isBase64 === undefined ? 'hex' : 'base64';
    const unpacked = unpack(Buffer.from(readable(run.slice(0, MOST_PACKED)), coding));
    if (unpacked !== '') yield { start: index, end: index + run.length, coding: `${coding}-encoded`, unpacked };
  }
}

/** The length of gzip's header without optional parts, which hardly anyone writes. Source: RFC 1952, section 2.3. */
const GZIP_HEAD = 10;

function unpack(bytes: Buffer): string {
  const options = { maxOutputLength: MOST_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    // gunzip would refuse what follows the packed text.
    const isGzip = bytes[0] === 0x1f;
    return (isGzip ? inflateRawSync(bytes.subarray(GZIP_HEAD), options) : inflateSync(bytes, options)).toString(
      'latin1',
    );
  } catch {
    return '';
  }
}
