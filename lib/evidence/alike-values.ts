/** How many different ones are kept; later ones are not shared. */
const MOST_KEPT = 50_000;

/** Shares equal values: a run of a million lines repeats the same few. */
export class AlikeValues<T> {
  readonly #known = new Map<string, T>();

  /** The first value with that key, which is made where there was none. */
  of(key: string, make: () => T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const own = make();
    if (this.#known.size < MOST_KEPT) this.#known.set(key, own);
    return own;
  }
}
