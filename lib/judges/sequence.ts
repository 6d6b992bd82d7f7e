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

class Made<T> extends LeanSequence<T> {
  override readonly length: number;
  protected override readonly make: (index: number) => T;

  constructor(length: number, make: (index: number) => T) {
    super();
    this.length = length;
    this.make = make;
  }
}

/** A sequence of so many elements, each of which is made on access. @param make - is given indices from 0 to the length, without it */
export function sequenceOf<T>(length: number, make: (index: number) => T): Sequence<T> {
  return new Made(length, make);
}

/** The elements of a sequence that match, however many there are. */
export function pick<T>(all: Sequence<T>, is: (one: T) => boolean): Sequence<T> {
  if (isListed(all)) return all.filter((one) => is(one));
  const indices = Column.ofIntegers();
  for (const [index, one] of all.entries()) if (is(one)) indices.push(index);
  return sequenceOf(indices.length, (index) => certain(all.at(indices.at(index))));
}

/** The same sequence, with each element mapped. */
export function mapEach<T, R>(all: Sequence<T>, map: (one: T) => R): Sequence<R> {
  if (isListed(all)) return all.map((one) => map(one));
  return sequenceOf(all.length, (index) => map(certain(all.at(index))));
}

/** The part of a sequence from one index on and before another; its elements are made on access. */
export function partOf<T>(all: Sequence<T>, from: number, to: number): Sequence<T> {
  return sequenceOf(to - from, (index) => certain(all.at(from + index)));
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
