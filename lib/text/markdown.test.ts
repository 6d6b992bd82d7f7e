import { marked } from 'marked';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOSTILE_TEXTS } from './hostile-texts.fixture.ts';
import { kindsIn } from './markdown.fixture.ts';
import { block, quoted, sentence, tableRow } from './markdown.ts';

describe('quoted', () => {
  it.each(HOSTILE_TEXTS)('%s is code and nothing else', (_, text) => {
    const markdown = quoted(text);
    expect(kindsIn(`a ${markdown} b`)).toEqual(['codespan']);
    expect(markdown.length).toBeLessThan(3_000);
  });

  it('is code, and shows every letter, whatever the text is', () => {
    const Code = z.object({ type: z.literal('codespan'), text: z.string() });
    const isCode = fc.property(fc.string({ unit: fc.constantFrom('`', ' ', 'a', '<', '*', '\\', '@') }), (text) => {
      const { tokens = [] } = z
        .object({ tokens: z.array(z.unknown()).optional() })
        .parse(marked.lexer(quoted(text))[0]);
      const [token] = tokens;
      return text.trim() === '' || (tokens.length === 1 && Code.parse(token).text.trim() === text.trim());
    });
    expect(fc.check(isCode, { numRuns: 500, examples: [['`'], [' `'], ['a `` b'], ['\\`']] })).toMatchObject({
      failed: false,
    });
  });

  it('stays in its cell of a table', () => {
    const table = [tableRow(['a', 'b']), '|---|---|', tableRow([quoted(String.raw`x | y \| z \\| \ `), 'c'])].join(
      '\n',
    );
    const [token] = marked.lexer(table);
    expect(token).toMatchObject({ type: 'table', rows: [[{}, { text: 'c' }]] });
  });
});

describe('block', () => {
  it.each(HOSTILE_TEXTS)('%s ends no block', (_, text) => {
    expect(kindsIn(block([...text.slice(0, 5_000).split('\n'), '```', '~~~']))).toEqual(['code']);
  });
});

it('a sentence takes a meaning from what has one, and leaves code', () => {
  expect(sentence('a * b `c*` <d> [e](f)')).toBe(String.raw`a \* b ${'`c*`'} \<d\> \[e\](f)`);
});
