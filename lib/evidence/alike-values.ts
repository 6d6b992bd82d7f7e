/** How many different ones are kept; whatever comes later stays as it is. */
const MOST_KEPT = 50_000;

/** Lets what is alike be one thing: what is read line by line comes again and again in a run of a million. */
export class AlikeValues<T> {
  readonly #known = new Map<string, T>();

  /** The first one of that key, which is made where there was none. */
  of(key: string, make: () => T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const own = make();
    if (this.#known.size < MOST_KEPT) this.#known.set(key, own);
    return own;
  }
}
