import { readHeaderLine, type Framing } from './tee-head.ts';
import { unreadable } from './tee-skipped.ts';

/** Told of the messages of one direction, in their order. Times are those of the bytes, in milliseconds since 1970. */
export interface MessageEvents {
  /** @returns how the body of this message is framed */
  readonly onHead: (lines: readonly string[], startedAt: number, at: number) => Framing;
  readonly onBody: (bytes: Uint8Array) => void;
  readonly onEnd: (at: number) => void;
}

/** A head, with its lines, of more bytes is read by no usual server. */
const LONGEST_HEAD = 131_072;

const LINE_FEED = 10;

/**
 * Reads the messages of one direction of a connection from its bytes, whatever the pieces in which they come. Holds nothing but the
 * lines of a head. What another reader could understand differently is not read: a judge must not guess what was meant.
 */
export class MessageReader {
  readonly #events: MessageEvents;
  readonly #isOfRequests: boolean;
  #state: 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' = 'head';
  #lines: string[] = [];
  #line = '';
  /** Bytes of this head, or of this line, so far. */
  #length = 0;
  #startedAt = 0;
  /** Bytes of this body, or of this chunk, that are still to come. */
  #left = 0;

  constructor(isOfRequests: boolean, events: MessageEvents) {
    this.#isOfRequests = isOfRequests;
    this.#events = events;
  }

  /** The bytes of a head that is not complete. */
  get held(): number {
    return this.#length;
  }

  /** @throws {NotWatchedError} when they cannot be read with certainty */
  read(bytes: Uint8Array, at: number): void {
    let from = 0;
    while (from < bytes.length)
      from =
        this.#state === 'body' || this.#state === 'chunk'
          ? this.#readBody(bytes, from, at)
          : this.#readLine(bytes, from, at);
  }

  /** No byte follows: a message without a length is complete by this, and no other one. */
  finish(at: number): void {
    if (this.#state === 'body' && this.#left === Infinity) this.#end(at);
  }

  #readBody(bytes: Uint8Array, from: number, at: number): number {
    const to = Math.min(bytes.length, from + this.#left);
    this.#events.onBody(bytes.subarray(from, to));
    this.#left -= to - from;
    if (this.#left > 0) return to;
    if (this.#state === 'chunk') this.#state = 'chunk end';
    else this.#end(at);
    return to;
  }

  #readLine(bytes: Uint8Array, from: number, at: number): number {
    if (this.#lines.length === 0 && this.#line === '') this.#startedAt = at;
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end < 0 ? bytes.length : end + 1;
    this.#length += to - from;
    if (this.#length > LONGEST_HEAD) throw unreadable('a very long head');
    this.#line += Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    if (end < 0) return to;
    const line = this.#line.slice(0, -2);
    if (!this.#line.endsWith('\r\n') || line.includes('\r')) throw unreadable('the end of a line');
    this.#line = '';
    this.#takeLine(line, at);
    return to;
  }

  #takeLine(line: string, at: number): void {
    switch (this.#state) {
      case 'chunk size': {
        const [, size] = /^([\da-f]{1,12})(?:[ \t]*;.*)?$/i.exec(line) ?? [];
        if (size === undefined) throw unreadable('the size of a chunk');
        this.#left = Number.parseInt(size, 16);
        this.#length = 0;
        this.#state = this.#left === 0 ? 'trailers' : 'chunk';
        return;
      }
      case 'chunk end':
        if (line !== '') throw unreadable('the end of a chunk');
        this.#length = 0;
        this.#state = 'chunk size';
        return;
      case 'trailers':
        if (line === '') this.#end(at);
        else readHeaderLine(line);
        return;
      default:
        if (line !== '') this.#lines.push(line);
        else if (this.#lines.length > 0) this.#begin(at);
        // Before a request an empty line may stand (RFC 9112, section 2.2).
        else if (this.#isOfRequests) this.#length = 0;
        else throw unreadable('a status line');
    }
  }

  #begin(at: number): void {
    const framing = this.#events.onHead(this.#lines, this.#startedAt, at);
    this.#length = 0;
    if (framing === 0) return this.#end(at);
    this.#state = framing === 'chunked' ? 'chunk size' : 'body';
    this.#left = framing === 'chunked' ? 0 : framing;
  }

  #end(at: number): void {
    this.#state = 'head';
    this.#lines = [];
    this.#length = 0;
    this.#events.onEnd(at);
  }
}
