import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNewPet } from '../expectation/new-pet.ts';
import {
  betterRefused,
  missingFields,
  unknownField,
  unseenCategories,
  notAnObject,
  valuesThatGetLost,
  type Ingredients,
  type OddBody,
} from './bodies.ts';
import { wrongTypes } from './wrong-types.ts';
import type { Draw } from './draws.ts';
import { longName, nameInScripts, nameLikeAValue, nameOfDigits, nameWithPunctuation } from './odd-names.ts';
import { spacedJson } from './written-json.ts';

let names = 0;
const ingredients = (categoryId = 3n): Ingredients => ({
  name: () => `petvettest${++names}`,
  categoryId,
  otherCategoryId: categoryId + 1n,
  status: 'sold',
});

function bodiesOf({ always, others = [], any }: Draw<OddBody>): readonly OddBody[] {
  return [...always, ...others, ...fc.sample(any, { numRuns: 60, seed: 1 })];
}

const kindOf = (text: string) => readNewPet({ kind: 'bytes', bytes: new TextEncoder().encode(text) }).kind;

describe('bodies that must be refused', () => {
  it.each([1n, 3n, -4n, 9_007_199_254_740_993n])('are read as what they are, for category %s', (categoryId) => {
    for (const seed of [0, 1, 2, 3])
      for (const { what, text } of bodiesOf(missingFields(ingredients(categoryId), seed)))
        expect(kindOf(text), what).toBe('missing');
    for (const { what, text } of bodiesOf(wrongTypes(ingredients(categoryId))))
      expect(kindOf(text), what).toBe('wrong-type');
    for (const { what, text } of bodiesOf(notAnObject(ingredients(categoryId))))
      expect(kindOf(text), what).toBe('not-an-object');
  });
});

describe('bodies with a wrong type', () => {
  it('are as many for each seed, each with a word for a status, and numbers of enumerations', () => {
    for (const seed of [0, 1, 2, 3, 4, 5, 6]) {
      const texts = wrongTypes(ingredients(), seed).always.map(({ text }) => text);
      expect(texts).toHaveLength(13);
      expect(texts.join()).toMatch(/"status":"adopted".*"status":1\}/);
    }
  });
});

describe('a name that is an object', () => {
  it('cannot be printed either, as an error message may do', () => {
    const texts = wrongTypes(ingredients()).always.map(({ text }) => text);
    expect(texts.filter((text) => text.includes('"toString":null'))).toHaveLength(1);
  });
});

describe('bodies without a field', () => {
  it('are as many for each seed, and by turns hold what a lenient reader takes for the field', () => {
    const sent = [0, 1, 2, 3].map((seed) => missingFields(ingredients(), seed).always.map(({ text }) => text));
    for (const texts of sent) {
      expect(texts).toHaveLength(5);
      // Where one of them hides whether a field may be missing, another one tells.
      expect(
        texts.filter((text) => /"(pet|data)":/.test(text) || /" categoryId"|"categoryId "/.test(text)),
      ).toHaveLength(1);
    }
    for (const part of ['"pet":', '"data":', '" categoryId"', '"categoryId "', '"category_id"'])
      expect(sent.flat().join()).toContain(part);
  });
});

describe('names', () => {
  it.each(['petvetabcAA', 'petvetabcAB'])('of digits have no zero in front, and as many digits for %s', (name) => {
    expect(nameOfDigits(name)).toMatch(/^[1-9]\d{8}$/);
    expect(nameOfDigits(name)).toBe(nameOfDigits(name));
    expect(nameOfDigits(`${name}x`)).not.toBe(nameOfDigits(name));
  });

  it.each([0, 1, 2, 3])('of other types may be refused, and so may digits, in turn %i', (seed) => {
    expect(nameLikeAValue('petvetabcAA', seed)).toMatch(/^(\d{5}e2|true|00\d{9}|null)$/);
    for (const name of [nameLikeAValue('petvetabcAA', seed), nameOfDigits(`petvet${seed}`)])
      expect(
        readNewPet({ kind: 'bytes', bytes: new TextEncoder().encode(JSON.stringify({ name, categoryId: 3 })) }),
      ).toMatchObject({ kind: 'valid', odd: [{ what: 'the name reads as another value' }] });
  });

  it('are by turns on two lines, and then as long', () => {
    const [one, two] = [0, 1].map((seed) =>
      valuesThatGetLost(ingredients(), { taken: 5n, free: 6n, field: {}, seed })
        .always.map(({ text }) => text)
        .join(),
    );
    expect(one).not.toContain('two lines');
    expect(two).toContain(String.raw`\tof\ntwo lines long [x]`);
  });

  it('have letters and signs of many kinds, and a length that most services take', () => {
    const [inScripts, long] = [nameInScripts('petvetabcAA'), longName('petvetabcAA')];
    for (const one of ['ß', 'ζ', '한', '𠮷', '“', '’', '–', '\ufe0f', '\u200d', '🏽']) expect(inScripts).toContain(one);
    expect(inScripts.length).toBeLessThanOrEqual(60);
    for (const sign of ['[', ']', ':', '//', '...', '!', String.raw`\u0041`]) expect(long).toContain(sign);
    expect(long).toHaveLength(1_000);
  });
});

describe('bodies of categories that nobody was shown', () => {
  it.each([0, 7, 999_999_999, 4_294_967_295])('are valid, small first, then beyond 2^53, by chance %i', (chance) => {
    const read = unseenCategories(ingredients(), chance).map(({ text }) =>
      readNewPet({ kind: 'bytes', bytes: new TextEncoder().encode(text) }),
    );
    const [small, large] = read.map((one) => (one.kind === 'valid' ? one.categoryId : undefined));
    expect(small).toBeGreaterThanOrEqual(1_000_000_000n);
    expect(small).toBeLessThan(2n ** 31n);
    expect(large).toBeGreaterThan(2n ** 53n);
    expect(BigInt(Number(large))).not.toBe(large);
  });
});

describe('bodies that may be accepted', () => {
  it('are better refused, where a strict reader refuses them', () => {
    for (const { what, text } of bodiesOf(betterRefused(ingredients())))
      expect(kindOf(text), what).toBe('should-refuse');
  });

  it.each([0, 1, 2, 3, 4, 5, 4_294_967_295])('have a field that is unknown beside a free id, by seed %i', (seed) => {
    const sent = { taken: 5n, free: 6n, field: unknownField(seed) };
    const read = valuesThatGetLost(ingredients(), sent).always.map(({ text }) =>
      readNewPet({ kind: 'bytes', bytes: new TextEncoder().encode(text) }),
    );
    const [free, taken] = read.slice(-2);
    expect(free).toMatchObject({
      kind: 'valid',
      sentId: 6n,
      odd: [{ what: 'the request has an id' }, { what: 'the request has unknown fields' }],
    });
    // Two oddities of one request hide what becomes of each.
    expect(taken).toMatchObject({ kind: 'valid', sentId: 5n, odd: [{ what: 'the request has an id' }] });
  });

  it('have not all one status: one is of few pets, and of one the service decides', () => {
    for (const seed of [0, 1]) {
      const texts = valuesThatGetLost(ingredients(), { taken: 5n, free: 6n, field: {}, rarer: 'pending', seed });
      const statuses = texts.always.map(({ text }) => /"status":"(\w+)"/.exec(text)?.[1]);
      expect(statuses).toEqual(['sold', 'pending', 'sold', undefined, 'sold', 'sold']);
    }
  });

  it('have a name with what tables, statements and templates take for their own', () => {
    for (const sign of [
      ',',
      ';',
      '#',
      '(',
      '?',
      "'",
      '"',
      '&',
      '<',
      '%',
      '+',
      '\\',
      '$&',
      '*',
      '_',
      '|',
      '~',
      '^',
      '=',
    ])
      expect(nameWithPunctuation('petvet')).toContain(sign);
  });

  it('are valid with blanks of every kind around what they consist of', () => {
    const text = spacedJson({ name: 'Rex', categoryId: 9_007_199_254_740_993n });
    expect(readNewPet({ kind: 'bytes', bytes: new TextEncoder().encode(text) })).toMatchObject({
      kind: 'valid',
      name: 'Rex',
      categoryId: 9_007_199_254_740_993n,
      odd: [],
    });
    for (const blank of [' ', '\t', '\n', '\r']) expect(text).toContain(blank);
    expect(text).toMatch(/^\s\s?\{\s.*\s\}\s$/s);
  });

  it('are valid, and their names are short', () => {
    for (const { what, text } of bodiesOf(valuesThatGetLost(ingredients(), { taken: 5n, free: 6n, field: {} })))
      expect(kindOf(text), what).toBe('valid');
  });
});
