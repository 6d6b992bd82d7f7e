import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenLines } from './broken-lines.ts';

const LONG = 'a'.repeat(80);

describe('line breaks in a body', () => {
  it.each(['{"a":[1,2]}', '', 'text, with commas', '[1]', '<p>[1,2]</p>'])('are not added to %j', (text) => {
    expect(brokenLines(text)).toEqual([text]);
  });

  it('give each item of a list a line, and keep the commas of its strings', () => {
    expect(brokenLines('["a,b",{"c":[1,2]},3]')).toEqual(['[', '  "a,b",', '  {"c":[1,2]},', '  3', ']']);
  });

  it('break what does not fit a line', () => {
    expect(brokenLines(`{"code":"x","details":{"message":"${LONG}","at":[1,2]}}`)).toEqual([
      '{',
      '  "code":"x",',
      '  "details":{',
      `    "message":"${LONG}",`,
      '    "at":[1,2]',
      '  }',
      '}',
    ]);
  });

  it.each(['[{"id":1},{"id"', '[[1,2],[3', '["open, and never', `{"a":"${LONG}`, '[1,2]]]}', `{${LONG}`])(
    'change nothing else of %j, which is no JSON',
    (text) => {
      expect(joined(brokenLines(text))).toBe(text);
    },
  );

  it('keep every token of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(joined(brokenLines(text))).toBe(text);
      }),
      { seed: 1 },
    );
  });
});

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trimStart()).join('');
}
