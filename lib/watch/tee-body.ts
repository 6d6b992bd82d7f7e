import { NO_BODY, type Body, type BrokenOff } from '../evidence/exchange.ts';

/** How a message ended before its body did. */
export interface Cut {
  readonly why: string;
  /** Only where its sender broke it off, of its own accord. */
  readonly by?: BrokenOff;
}

/** What is kept of a body that passes: at most so many bytes of its beginning. */
export class PassingBody {
  readonly #most: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The bytes that are kept. */
  get kept(): number {
    return Math.min(this.#length, this.#most);
  }

  add(bytes: Uint8Array): void {
    const room = this.#most - this.#length;
    // A copy: a view would keep all of what came with it.
    if (room > 0) this.#pieces.push(bytes.slice(0, room));
    this.#length += bytes.length;
  }

  /** @param cut - where it did not come to its end */
  body(cut: Cut | undefined): Body {
    const bytes = new Uint8Array(Buffer.concat(this.#pieces));
    if (this.#length > this.#most)
      return { kind: 'truncated', bytes, why: `the body is longer than ${this.#most} bytes; the rest was not read` };
    if (cut !== undefined) return { kind: 'truncated', bytes, ...cut };
    return bytes.length === 0 ? NO_BODY : { kind: 'bytes', bytes };
  }
}
