/** How many numbers to allocate room for at a time. */
const CHUNK = 65_536;

type Numbers = Float64Array | Int32Array;

/** Numbers one after the other, without an object for each. */
export class Column {
  readonly #make: () => Numbers;
  readonly #chunks: Numbers[] = [];
  length = 0;

  constructor(make: () => Numbers) {
    this.#make = make;
  }

  /** Of any numbers: instants, figures that a service says. */
  static ofNumbers(): Column {
    return new Column(() => new Float64Array(CHUNK));
  }

  /** Of integers from -2^31 to 2^31 - 1. */
  static ofIntegers(): Column {
    return new Column(() => new Int32Array(CHUNK));
  }

  push(value: number): void {
    this.put(this.length, value);
  }

  /** All of them, the smallest first. */
  toSorted(): Float64Array {
    const numbers = new Float64Array(this.length);
    for (let index = 0; index < this.length; index++) numbers[index] = this.at(index);
    return numbers.toSorted();
  }

  /** Writes over what is there, or adds it at the end. */
  put(index: number, value: number): void {
    const place = Math.floor(index / CHUNK);
    let chunk = this.#chunks[place];
    if (chunk === undefined) this.#chunks[place] = chunk = this.#make();
    chunk[index % CHUNK] = value;
    if (index >= this.length) this.length = index + 1;
  }

  at(index: number): number {
    return this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? Number.NaN;
  }
}

/** Numbers of which some are unknown; a long stretch of unknown ones takes no room. */
export class OptionalColumn {
  readonly #chunks: (Float64Array | undefined)[] = [];

  /** Writes over what is there. */
  put(index: number, value: number | undefined): void {
    const place = Math.floor(index / CHUNK);
    let chunk = this.#chunks[place];
    if (chunk === undefined) {
      if (value === undefined) return;
      chunk = new Float64Array(CHUNK).fill(Number.NaN);
      this.#chunks[place] = chunk;
    }
    chunk[index % CHUNK] = value ?? Number.NaN;
  }

  at(index: number): number | undefined {
    const value = this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }
}

/** How many objects are recognised by identity at a time, where a key says which are equal. */
const MOST_MET = 10_000;

/** Values that recur, with a number for each. */
export class Pool<T> {
  readonly #numbers = new Map<unknown, number>();
  readonly #things: T[] = [];
  readonly #met = new Map<T, number>();

  /** As {@link numberOf}, for values that mostly recur as the same object: its key is then made only once. */
  numberOfMet(thing: T, keyOf: (thing: T) => string): number {
    const met = this.#met.get(thing);
    if (met !== undefined) return met;
    if (this.#met.size >= MOST_MET) this.#met.clear();
    const number = this.numberOf(thing, keyOf(thing));
    this.#met.set(thing, number);
    return number;
  }

  /** @param key - what makes values equal; the value itself when absent */
  numberOf(thing: T, key: unknown = thing): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#things.length);
    return this.#things.push(thing) - 1;
  }

  at(number: number): T {
    const thing = this.#things[number];
    if (thing === undefined) throw new RangeError(`nothing has the number ${number}`);
    return thing;
  }
}
