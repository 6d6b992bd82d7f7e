import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, wrap } from './columns.ts';

describe('wrap', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['one two', 100, ['one two']],
    ['', 5, ['']],
    ['  "id": 1', 20, ['  "id": 1']],
    ['abcdefgh ij', 4, ['abcd', 'efgh', 'ij']],
    ['犬犬犬', 4, ['犬犬', '犬']],
  ])('sets %j in %i columns', (text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines);
  });

  it('never wraps at an infinite width', () => {
    expect(wrap('x '.repeat(1_000).trim(), Number.POSITIVE_INFINITY)).toHaveLength(1);
  });

  it('keeps within the columns and loses nothing but the blanks that it breaks at', () => {
    const holds = fc.property(
      fc.string({ unit: 'grapheme-composite' }),
      fc.integer({ min: 4, max: 40 }),
      (text, columns) => {
        const lines = wrap(text, columns);
        const isSame = lines.join('').replaceAll(' ', '') === text.replaceAll(' ', '');
        return isSame && lines.every((line) => columnsOf(line) <= columns);
      },
    );
    expect(fc.check(holds)).toMatchObject({ failed: false });
  });
});
