import { describe, expect, it } from 'vitest';
import { alternating, turnOf } from './by-turns.ts';
import { notationsOf, STUMBLING_BLOCKS } from './notations.ts';

/** Readers of numbers that are not strict, as languages and careless code have them. */
const READERS: readonly ((text: string) => number)[] = [
  Number,
  Number.parseFloat,
  (text) => Number(text.trim().replaceAll('_', '')),
  (text) => Number(text.replaceAll(/[\u0660-\u0669]/g, (digit) => `${digit.charCodeAt(0) - 0x660}`)),
  (text) => Number(text) | 0,
];

describe('notations of a number', () => {
  const written = notationsOf(500).map((one) => decodeURIComponent(one));

  it('are each read as it, or a little more, by some lenient reader', () => {
    for (const text of written) {
      const read = READERS.map((reader) => reader(text));
      expect([text, read.some((value) => Math.trunc(value) === 500)]).toEqual([text, true]);
    }
  });

  it('are none that a strict reader of a page size takes', () => {
    expect(new Set(written)).toHaveProperty('size', written.length);
    for (const text of written) expect(text).not.toMatch(/^(100|[1-9]\d?)$/);
  });
});

it('stumbling blocks are legal in a path and in a query', () => {
  expect(STUMBLING_BLOCKS).toMatch(/^(?:[\w\-.~!$'()*,;:@]|%[\dA-F]{2})+$/);
  for (const one of [',', '\n', '²', 'ſ', '🐈', '%', '"', "'", '{', '$'])
    expect(decodeURIComponent(STUMBLING_BLOCKS)).toContain(one);
});

describe('turns', () => {
  it('come to each value, and leave the others', () => {
    const turns = [0, 1, 2, 3].map((seed) => turnOf(seed, 'a', 'b', 'c'));
    expect(turns.map(({ turn }) => turn)).toEqual(['a', 'b', 'c', 'a']);
    expect(turns[1]).toEqual({ turn: 'b', rest: ['a', 'c'] });
  });

  it('alternate between two lists', () => {
    expect(alternating([1, 2, 3], [7])).toEqual([7, 1, 2, 3]);
  });
});
