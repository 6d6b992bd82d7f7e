import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beside, columnsOf, paint, wrap } from './terminal-look.ts';

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

it('stands further lines under the first one', () => {
  const look = { colour: false, width: 60 };
  const lines = beside(look, { label: 'plan', column: 40, text: 'free, sixty requests a minute' });
  expect(lines).toEqual([`plan${' '.repeat(36)}free, sixty requests`, `${' '.repeat(40)}a minute`]);
});

it('stands a text below its label where there is no room beside it', () => {
  const look = { colour: false, width: 40 };
  expect(beside(look, { label: 'plan', column: 30, text: 'free, sixty requests of one key in a minute' })).toEqual([
    'plan',
    '    free, sixty requests of one key in a',
    '    minute',
  ]);
  expect(beside(look, { label: '', column: 30, text: 'free of it' })).toEqual([`${' '.repeat(30)}free of it`]);
});

it('colours only when it is told to', () => {
  expect(paint({ colour: false, width: 80 }, 'bad', 'fail')).toBe('fail');
  expect(paint({ colour: true, width: 80 }, 'bad', 'fail')).toBe('\u001b[31mfail\u001b[39m');
});
