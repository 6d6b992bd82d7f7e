/** The most numbers to allocate room for at a time, a power of two. */
const CHUNK = 65_536;

/** Room for the first numbers: few columns need more, and what is allocated is filled. It doubles until it is a chunk. */
const FIRST = 256;

type Numbers = Float64Array | Int32Array;

/** Numbers by their indices, in pieces: a column that grows copies no more than its first piece. */
class Chunks<N extends Numbers> {
  readonly #make: (length: number) => N;
  readonly #chunks: (N | undefined)[] = [];

  /** @param make - numbers that nobody has put there yet */
  constructor(make: (length: number) => N) {
    this.#make = make;
  }

  /** The piece for an index, if there is one that is long enough. */
  of(index: number): N | undefined {
    return this.#chunks[Math.floor(index / CHUNK)];
  }

  /** The piece for an index, made where there is none. */
  roomFor(index: number): N {
    const place = Math.floor(index / CHUNK);
    const needed = (index % CHUNK) + 1;
    const known = this.#chunks[place];
    if (known !== undefined && known.length >= needed) return known;
    let length = place === 0 ? (known?.length ?? FIRST) : CHUNK;
    while (length < needed) length *= 2;
    const made = this.#make(length);
    if (known !== undefined) made.set(known);
    this.#chunks[place] = made;
    return made;
  }
}

/** Numbers one after the other, without an object for each. */
export class Column {
  readonly #chunks: Chunks<Numbers>;
  length = 0;

  constructor(make: (length: number) => Numbers) {
    this.#chunks = new Chunks(make);
  }

  /** Of any numbers: instants, figures that a service says. */
  static ofNumbers(): Column {
    return new Column((length) => new Float64Array(length));
  }

  /** Of integers from -2^31 to 2^31 - 1. */
  static ofIntegers(): Column {
    return new Column((length) => new Int32Array(length));
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
    this.#chunks.roomFor(index)[index % CHUNK] = value;
    if (index >= this.length) this.length = index + 1;
  }

  at(index: number): number {
    return this.#chunks.of(index)?.[index % CHUNK] ?? Number.NaN;
  }
}

/** Numbers of which some are unknown; a long stretch of unknown ones takes no room. */
export class OptionalColumn {
  readonly #chunks = new Chunks((length) => new Float64Array(length).fill(Number.NaN));

  /** Writes over what is there. */
  put(index: number, value: number | undefined): void {
    if (value !== undefined) this.#chunks.roomFor(index)[index % CHUNK] = value;
    else if (this.at(index) !== undefined) this.#chunks.roomFor(index)[index % CHUNK] = Number.NaN;
  }

  at(index: number): number | undefined {
    const value = this.#chunks.of(index)?.[index % CHUNK];
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
