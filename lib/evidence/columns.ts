import type { HeaderPair } from './exchange.ts';

/** The most numbers to allocate room for at a time, a power of two: what is allocated in large pieces and freed again leaves holes. */
const CHUNK = 65_536;
const CHUNK_BITS = 16;

/** Room for the first numbers: few columns need more. It doubles until it is a chunk. */
const FIRST = 256;

type Numbers = Float64Array | Int32Array;

/** Numbers by their rows, without an object for each. */
export class Column {
  readonly #make: (length: number) => Numbers;
  readonly #chunks: Numbers[] = [];
  length = 0;

  constructor(make: (length: number) => Numbers) {
    this.#make = make;
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

  /** Writes over what is there, or adds it anywhere after that. */
  put(row: number, value: number): void {
    const [place, at] = [row >>> CHUNK_BITS, row % CHUNK];
    while (this.#chunks.length <= place || at >= (this.#chunks[place]?.length ?? 0)) this.#grow();
    const chunk = this.#chunks[place];
    if (chunk !== undefined) chunk[at] = value;
    if (row >= this.length) this.length = row + 1;
  }

  /** NaN where nothing was written yet. */
  at(row: number): number {
    return row < this.length ? (this.#chunks[row >>> CHUNK_BITS]?.[row % CHUNK] ?? Number.NaN) : Number.NaN;
  }

  /** All of them, the smallest first. */
  toSorted(): Float64Array {
    const numbers = new Float64Array(this.length);
    for (let row = 0; row < this.length; row++) numbers[row] = this.at(row);
    return numbers.toSorted();
  }

  #grow(): void {
    const [first] = this.#chunks;
    if (first === undefined) this.#chunks.push(this.#make(FIRST));
    else if (first.length === CHUNK) this.#chunks.push(this.#make(CHUNK));
    else {
      const longer = this.#make(first.length * 2);
      longer.set(first);
      this.#chunks[0] = longer;
    }
  }
}

/** Numbers of which some are unknown; those unknown at the end take no room. */
export class OptionalColumn {
  readonly #numbers = Column.ofNumbers();

  /** Writes over what is there, or adds it anywhere. */
  put(row: number, value: number | undefined): void {
    if (value === undefined && row >= this.#numbers.length) return;
    while (this.#numbers.length < row) this.#numbers.push(Number.NaN);
    this.#numbers.put(row, value ?? Number.NaN);
  }

  at(row: number): number | undefined {
    const value = this.#numbers.at(row);
    return Number.isNaN(value) ? undefined : value;
  }
}

/** A value of which many rows have an equal one, and its number. */
interface Shared<T> {
  readonly value: T;
  readonly number: number;
}

/** Values of which many are equal: each is kept once. */
export class SharedColumn<T> {
  readonly #keyOf: (value: T) => unknown;
  readonly #isAlike: (one: T, other: T) => boolean;
  readonly #rows = Column.ofIntegers();
  readonly #all: Shared<T>[] = [];
  readonly #byKey = new Map<unknown, Shared<T>>();
  #last: Shared<T> | undefined;

  /**
   * @param keyOf - what makes values equal; the value itself when absent
   * @param isAlike - the same of two values, where that is quicker: mostly a value is as the one before it
   */
  constructor(keyOf?: (value: T) => unknown, isAlike: (one: T, other: T) => boolean = Object.is) {
    this.#keyOf = keyOf ?? ((value) => value);
    this.#isAlike = isAlike;
  }

  get length(): number {
    return this.#rows.length;
  }

  push(value: T): void {
    this.put(this.length, value);
  }

  /** Writes over what is there, or adds it at the end. */
  put(row: number, value: T): void {
    if (this.#last === undefined || !this.#isAlike(this.#last.value, value)) this.#last = this.#sharedOf(value);
    this.#rows.put(row, this.#last.number);
  }

  at(row: number): T {
    const shared = this.#all[this.#rows.at(row)];
    if (shared === undefined) throw new RangeError(`there is no row ${row}`);
    return shared.value;
  }

  #sharedOf(value: T): Shared<T> {
    const key = this.#keyOf(value);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const shared = { value, number: this.#all.length };
    this.#all.push(shared);
    this.#byKey.set(key, shared);
    return shared;
  }
}

/** The headers of messages, one message after the other. */
export class HeadersColumn {
  readonly #from = Column.ofIntegers();
  readonly #pairs = new SharedColumn<HeaderPair>(([name, value]) => `${name}\n${value}`);

  push(headers: readonly HeaderPair[]): void {
    this.#from.push(this.#pairs.length);
    for (const pair of headers) this.#pairs.push(pair);
  }

  at(row: number): HeaderPair[] {
    const to = row + 1 < this.#from.length ? this.#from.at(row + 1) : this.#pairs.length;
    const headers: HeaderPair[] = [];
    for (let nth = this.#from.at(row); nth < to; nth++) headers.push(this.#pairs.at(nth));
    return headers;
  }
}

/** A view of one row. */
export abstract class View<All> {
  readonly all: All;
  readonly row: number;

  constructor(all: All, row: number) {
    this.all = all;
    this.row = row;
  }
}
