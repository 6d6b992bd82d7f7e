import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIndex } from './spelling-index.ts';
import { unitsOf } from './views.ts';

/** A few letters, so that patterns begin within each other and repeat themselves. */
const fewLetters = (minLength: number) =>
  fc.array(fc.constantFrom('0', '-', 'a'), { minLength, maxLength: 60 }).map((letters) => letters.join(''));

const indexOf = (...texts: string[]) =>
  createIndex(texts.map((text) => ({ units: unitsOf(text), of: text, leastPart: 8 })));

/** Which characters of a text belong to something, as a string of marks. */
const marked = (length: number, spans: readonly { readonly start: number; readonly end: number }[]) =>
  Array.from({ length }, (_, at) => (spans.some(({ start, end }) => start <= at && at < end) ? '#' : '.')).join('');

describe('patterns in a text', () => {
  it('are all those that a comparison of every place finds', () => {
    fc.assert(
      fc.property(fewLetters(8), fewLetters(0), fewLetters(0), (pattern, before, after) => {
        const text = `${before}${pattern}${after}`;
        const found = indexOf(pattern)(unitsOf(text));
        const places = Array.from(text, (_, at) => at);
        const wholes = places
          .filter((at) => text.startsWith(pattern, at))
          .map((start) => ({ start, end: start + pattern.length }));
        const windows = places.filter((at) => at + 8 <= text.length && pattern.includes(text.slice(at, at + 8)));
        const parts = windows.map((start) => ({ start, end: start + 8 }));
        expect(
          marked(
            text.length,
            found.filter(({ part }) => part === undefined),
          ),
        ).toBe(marked(text.length, wholes));
        expect(
          marked(
            text.length,
            found.filter(({ part }) => part !== undefined),
          ),
        ).toBe(marked(text.length, parts));
      }),
      { numRuns: 500 },
    );
  });

  it('are found however many of them begin alike', () => {
    const patterns = Array.from({ length: 300 }, (_, at) => `sk_live_${`${at}`.padStart(4, '0')}`);
    const whole = indexOf(...patterns)(unitsOf('the key sk_live_0299')).filter(({ part }) => part === undefined);
    expect(whole.map(({ pattern, start, end }) => [pattern.of, start, end])).toEqual([['sk_live_0299', 8, 20]]);
  });

  it.each(['a', 'ab', 'abcd', 'abcdefgh'])('that repeat %s are searched in a text that does as well', (unit) => {
    const pattern = unit.repeat(4_096 / unit.length);
    const text = unit.repeat(400_000 / unit.length);
    const [whole] = indexOf(pattern)(unitsOf(text)).filter(({ part }) => part === undefined);
    expect(whole).toMatchObject({ start: 0, end: text.length });
    const nearly = `${pattern.slice(0, -1)}~`.repeat(100);
    expect(indexOf(pattern)(unitsOf(nearly)).filter(({ part }) => part === undefined)).toEqual([]);
  });
});
