import { describe, expect, it } from 'vitest';
import { printableLines } from '../../text/printable.ts';
import { brokenLines } from './broken-lines.ts';
import { differing, marksInLines, withMarks } from './marks.ts';

describe('what differs', () => {
  it.each([
    ['at most 1 item', '20 items', 'at most <mark>1</mark> item', '<mark>20</mark> items'],
    ['401 or 429', '200', '<mark>401</mark> or <mark>429</mark>', '<mark>200</mark>'],
    ['3xx or 4xx', '200', '<mark>3xx</mark> or <mark>4xx</mark>', '<mark>200</mark>'],
    ['the same 5', 'the same 5', 'the same 5', 'the same 5'],
    ['id 5 everywhere', 'id -6', 'id <mark>5</mark> everywhere', 'id <mark>-6</mark>'],
    [
      'only pets with status "sold"',
      'a pet with status "available" (id 7)',
      'only pets with status <mark>&quot;sold&quot;</mark>',
      'a pet with status <mark>&quot;available&quot;</mark> (id 7)',
    ],
  ])('is marked where both have values of one kind: %j and %j', (expected, actual, left, right) => {
    const both = differing(expected, actual);
    expect([String(both.expected), String(both.actual)]).toEqual([left, right]);
  });

  it.each([
    ['X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset', 'no X-RateLimit-Reset'],
    ['a JSON body', 'Expected property name in JSON at position 2 (line 1 column 3)'],
    ['every item has id, categoryId and name', 'categoryId is missing'],
    ['one Remaining for int64 and UTF-8', 'petvet12 of v1.2.3'],
  ])('is not marked in sentences: %j and %j', (expected, actual) => {
    const both = differing(expected, actual);
    expect([String(both.expected), String(both.actual)]).toEqual([expected, actual]);
  });

  it('is escaped', () => {
    expect(String(differing('"a name"', '"<script>alert(1)</script>"').actual)).not.toContain('<script');
    expect(String(differing('"&"', `"<'>"`).actual)).toBe('<mark>&quot;&lt;&#39;&gt;&quot;</mark>');
  });
});

describe('marks in a line', () => {
  it('stand around each part, and the rest is escaped', () => {
    const parts = [
      { from: 10, to: 15 },
      { from: 3, to: 8 },
      { from: 90, to: 99 },
    ];
    expect(String(withMarks('<b>Felix, Felix</b>', parts))).toBe(
      '&lt;b&gt;<mark>Felix</mark>, <mark>Felix</mark>&lt;/b&gt;',
    );
  });

  it.each([
    ['one line', '[{"id":1,"name":"a"},{"id":2,"name":"a"}]'],
    ['several lines', '[\n\t{\n\t\t"id": 1,\n\t\t"name": "a"\n\t},\r\n{ "id": 2, "name":  "a" }]'],
    ['harmful characters', '\ufeff[{"id":1,"name":"\u202e\u0000"},{"id":2,"name":"a"}]'],
    ['emoji and blanks', '[{"id":1,"name":"🐈 \u3000🐈"}, {"id":2,"name":"a"}]'],
    ['a long text', `[{"id":1,"name":"${'x y '.repeat(100)}"},{"id":2,"name":"a"}]`],
  ])('are found where the lines show the part of the text: %s', (_, text) => {
    const from = text.lastIndexOf('"name"');
    const to = text.lastIndexOf('"') + 1;
    const [first = '', ...others] = printableLines(new TextEncoder().encode(text), text.length);
    const lines = [...brokenLines(first), ...others];
    const marked = marksInLines(lines, text, [{ from, to }]);
    const shown = marked.flatMap((spans, index) => spans.map((span) => lines[index]?.slice(span.from, span.to)));
    expect(shown.join('').replaceAll(' ', '')).toBe('"name":"a"');
  });
});
