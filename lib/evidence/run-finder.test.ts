import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunFinder, SHORTEST_RUN } from './run-finder.ts';

/** A few letters, so that runs begin within each other and patterns repeat themselves. */
const fewLetters = (minLength: number) =>
  fc.array(fc.constantFrom('0', '-', 'a'), { minLength, maxLength: 60 }).map((letters) => letters.join(''));

/** Every run that could not begin one character earlier, found by comparing each place of the text with each of the pattern. */
function everyRun(text: string, pattern: string): string[] {
  const runs: string[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let from = 0; from < pattern.length; from += 1) {
      if (start > 0 && from > 0 && text[start - 1] === pattern[from - 1]) continue;
      let length = 0;
      while (from + length < pattern.length && text[start + length] === pattern[from + length]) length += 1;
      if (length >= SHORTEST_RUN) runs.push(`${start}-${start + length} from ${from}`);
    }
  }
  return runs.toSorted();
}

describe('runs of patterns in a text', () => {
  it('are found also where one begins within another', () => {
    const patterns = ['000000005b42-0008-0001-0000-00000000', '00000000-0000-1000-8000-24b500000000'];
    const find = createRunFinder(patterns.map((text) => ({ text, of: text })));
    const whole = find(`key-${patterns[1]}`).filter(({ from, start, end }) => from === 0 && end - start === 36);
    expect(whole.map(({ start, pattern }) => [start, pattern.of])).toEqual([[4, patterns[1]]]);
  });

  it('are all those that a comparison of every place finds', () => {
    fc.assert(
      fc.property(fewLetters(SHORTEST_RUN), fewLetters(0), fewLetters(0), (pattern, before, after) => {
        const find = createRunFinder([{ text: pattern, of: undefined }]);
        const text = `${before}${pattern}${after}`;
        const found = find(text).map(({ start, end, from }) => `${start}-${end} from ${from}`);
        expect(found.toSorted()).toEqual(everyRun(text, pattern));
      }),
      { numRuns: 500 },
    );
  });

  it('begin a pattern, however many patterns begin alike', () => {
    const patterns = Array.from({ length: 300 }, (_, at) => `sk_live_${`${at}`.padStart(4, '0')}`);
    const find = createRunFinder(patterns.map((text) => ({ text, of: text })));
    const whole = find('the key sk_live_0299').filter(({ start, end }) => end - start === 12);
    expect(whole.map(({ pattern }) => pattern.of)).toEqual(['sk_live_0299']);
  });
});
