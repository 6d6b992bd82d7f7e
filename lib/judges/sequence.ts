import { Column } from '../evidence/columns.ts';

/**
 * An ordered list. A load run has a million elements of a kind, more than fit into memory as objects: then they are
 * made on access, each time anew, and cannot be compared by identity.
 */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  /** Undefined beyond the end; a negative index counts from there. */
  at(index: number): T | undefined;
  entries(): Iterable<[number, T]>;
  some(is: (one: T, index: number) => boolean): boolean;
  every(is: (one: T, index: number) => boolean): boolean;
  find(is: (one: T, index: number) => boolean): T | undefined;
  /** Like the next two, for small results: the result is a list in memory. */
  filter(is: (one: T, index: number) => boolean): T[];
  flatMap<R>(make: (one: T, index: number) => R | readonly R[]): R[];
  slice(from?: number, to?: number): T[];
}

/** A sequence whose elements are made on access. */
export abstract class LeanSequence<T> implements Sequence<T> {
  abstract readonly length: number;

  /** @param index - from 0 to the length, without it */
  protected abstract make(index: number): T;

  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    return place >= 0 && place < this.length ? this.make(place) : undefined;
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    for (let index = 0; index < this.length; index++) yield this.make(index);
  }

  *entries(): Generator<[number, T], undefined> {
    for (let index = 0; index < this.length; index++) yield [index, this.make(index)];
  }

  some(is: (one: T, index: number) => boolean): boolean {
    for (let index = 0; index < this.length; index++) if (is(this.make(index), index)) return true;
    return false;
  }

  every(is: (one: T, index: number) => boolean): boolean {
    return !this.some((one, index) => !is(one, index));
  }

  find(is: (one: T, index: number) => boolean): T | undefined {
    for (let index = 0; index < this.length; index++) {
      const one = this.make(index);
      if (is(one, index)) return one;
    }
    return undefined;
  }

  filter(is: (one: T, index: number) => boolean): T[] {
    return this.flatMap((one, index) => (is(one, index) ? [one] : []));
  }

  flatMap<R>(make: (one: T, index: number) => R | readonly R[]): R[] {
    const made: R[] = [];
    for (let index = 0; index < this.length; index++) {
      const some: R | readonly R[] = make(this.make(index), index);
      if (!isList(some)) made.push(some);
      else for (const one of some) made.push(one);
    }
    return made;
  }

  slice(from = 0, to = this.length): T[] {
    const part: T[] = [];
    for (let index = from; index < Math.min(to, this.length); index++) part.push(this.make(index));
    return part;
  }
}

/** Whether all elements are in memory anyway. */
function isListed<T>(all: Sequence<T>): all is Sequence<T> & readonly T[] {
  return Array.isArray(all);
}

function isList<R>(some: R | readonly R[]): some is readonly R[] {
  return Array.isArray(some);
}

/** The one before an index; undefined before the first. */
export function beforeIn<T>(all: Sequence<T>, index: number): T | undefined {
  return index > 0 ? all.at(index - 1) : undefined;
}

class Picked<T> extends LeanSequence<T> {
  readonly #all: Sequence<T>;
  readonly #indices = Column.ofIntegers();

  constructor(all: Sequence<T>, is: (one: T) => boolean) {
    super();
    this.#all = all;
    for (const [index, one] of all.entries()) if (is(one)) this.#indices.push(index);
  }

  override get length(): number {
    return this.#indices.length;
  }

  protected override make(index: number): T {
    return certain(this.#all.at(this.#indices.at(index)));
  }
}

/** The elements of a sequence that match, however many there are. */
export function pick<T>(all: Sequence<T>, is: (one: T) => boolean): Sequence<T> {
  return isListed(all) ? all.filter((one) => is(one)) : new Picked(all, is);
}

class Mapped<T, R> extends LeanSequence<R> {
  readonly #all: Sequence<T>;
  readonly #map: (one: T) => R;

  constructor(all: Sequence<T>, map: (one: T) => R) {
    super();
    this.#all = all;
    this.#map = map;
  }

  override get length(): number {
    return this.#all.length;
  }

  protected override make(index: number): R {
    return this.#map(certain(this.#all.at(index)));
  }
}

/** The same sequence, with each element mapped. */
export function mapEach<T, R>(all: Sequence<T>, map: (one: T) => R): Sequence<R> {
  return isListed(all) ? all.map((one) => map(one)) : new Mapped(all, map);
}

class Part<T> extends LeanSequence<T> {
  readonly #all: Sequence<T>;
  readonly #from: number;
  override readonly length: number;

  constructor(all: Sequence<T>, from: number, to: number) {
    super();
    this.#all = all;
    this.#from = from;
    this.length = to - from;
  }

  protected override make(index: number): T {
    return certain(this.#all.at(this.#from + index));
  }
}

/** The part of a sequence from one index on and before another; its elements are made on access. */
export function partOf<T>(all: Sequence<T>, from: number, to: number): Sequence<T> {
  return new Part(all, from, to);
}

/** The index of the first element that matches, where all after it do, too; the length where none does. */
export function firstIndexOf<T>(all: Sequence<T>, is: (one: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = all.at(middle);
    if (one !== undefined && is(one)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function certain<T>(one: T | undefined): T {
  if (one === undefined) throw new RangeError('a sequence became shorter');
  return one;
}
