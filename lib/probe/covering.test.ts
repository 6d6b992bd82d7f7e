import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderByCoverage } from './covering.ts';

const letters = (text: string) => text.split('');

describe('the order that covers most', () => {
  it('begins with the value of most features, and goes on with what is new', () => {
    expect(orderByCoverage(['a', 'ab', 'c', 'abd'], letters)).toEqual(['abd', 'c', 'a', 'ab']);
  });

  it('covers pairs when every feature is covered', () => {
    expect(orderByCoverage(['ax', 'by', 'by', 'ay', 'bx'], letters)).toEqual(['ax', 'by', 'ay', 'bx', 'by']);
  });

  const words = fc.array(
    fc
      .string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), maxLength: 4 })
      .map((word) => [...new Set(word.split(''))].join('')),
    { maxLength: 30 },
  );

  it('loses nothing, whatever it is given', () => {
    fc.assert(
      fc.property(words, fc.nat({ max: 40 }), (values, most) => {
        expect(orderByCoverage(values, letters, most).toSorted()).toEqual(values.toSorted());
      }),
    );
  });

  it('covers every feature in no more values than there are features', () => {
    fc.assert(
      fc.property(words, (values) => {
        const features = new Set(letters(values.join('')));
        const first = orderByCoverage(values, letters).slice(0, features.size);
        expect(new Set(letters(first.join('')))).toEqual(features);
      }),
    );
  });
});
