import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Column } from '../evidence/columns.ts';
import { beforeIn, LeanSequence, mapEach, pick, type Sequence } from './sequence.ts';

class Numbers extends LeanSequence<number> {
  readonly #column = Column.ofNumbers();

  constructor(numbers: readonly number[]) {
    super();
    for (const number of numbers) this.#column.push(number);
  }

  override get length(): number {
    return this.#column.length;
  }

  protected override make(index: number): number {
    return this.#column.at(index);
  }
}

const isEven = (one: number) => one % 2 === 0;
const isOdd = (one: number) => one % 2 === 1;
const double = (one: number) => 2 * one;

/** All that can be asked of a sequence of numbers. */
function asked(all: Sequence<number>, index: number) {
  return {
    length: all.length,
    all: [...all],
    entries: [...all.entries()],
    at: [all.at(index), all.at(-1), all.at(-1 - index), all.at(all.length)],
    before: [beforeIn(all, index), beforeIn(all, 0)],
    some: all.some(isEven),
    every: all.every(isEven),
    find: all.find((one, place) => isEven(one) && place > index),
    filter: all.filter(isEven),
    flatMap: all.flatMap((one, place) => (isEven(one) ? [one, place] : one > 5 ? one : [])),
    slice: [all.slice(), all.slice(index), all.slice(0, index), all.slice(index, 2 * index)],
  };
}

describe('a sequence that is made when somebody looks at it', () => {
  it('is as a list of the same', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 30 }), fc.nat(10), (numbers, index) => {
        expect(asked(new Numbers(numbers), index)).toEqual(asked(numbers, index));
        expect(asked(pick(new Numbers(numbers), isOdd), index)).toEqual(asked(numbers.filter(isOdd), index));
        expect(asked(mapEach(new Numbers(numbers), double), index)).toEqual(asked(numbers.map(double), index));
      }),
    );
  });

  it('is as a list beyond one chunk of its columns', () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) => index / 4);
    expect([...new Numbers(numbers)]).toEqual(numbers);
  });
});
