/** Replaces a key in text that comes in pieces, even where it is spread over several. */
export class OutputMask {
  readonly #key: string;
  #held = '';

  constructor(key: string) {
    this.#key = key;
  }

  /** @returns what may be shown: the end of the text waits if the key may begin there */
  next(text: string): string {
    const whole = `${this.#held}${text}`.replaceAll(this.#key, '{primary}');
    let held = Math.min(whole.length, this.#key.length - 1);
    while (held > 0 && !this.#key.startsWith(whole.slice(-held))) held -= 1;
    this.#held = whole.slice(whole.length - held);
    return whole.slice(0, whole.length - held);
  }

  /** What waited, when nothing more comes. */
  rest(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}
