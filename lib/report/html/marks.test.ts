import { describe, expect, it } from 'vitest';
import { differing, tellingOf, withMarks } from './marks.ts';

describe('what differs', () => {
  it.each([
    ['at most 1 items', '2 items', '<mark>at most 1</mark> items', '<mark>2</mark> items'],
    ['401 or 429', '200', '<mark>401 or 429</mark>', '<mark>200</mark>'],
    ['the same', 'the same', 'the same', 'the same'],
    [
      'X-RateLimit-Reset in seconds',
      'X-RateLimit-Reset in milliseconds',
      'X-RateLimit-Reset in <mark>seconds</mark>',
      'X-RateLimit-Reset in <mark>milliseconds</mark>',
    ],
  ])('is marked: %j and %j', (expected, actual, left, right) => {
    const both = differing(expected, actual);
    expect([String(both.expected), String(both.actual)]).toEqual([left, right]);
  });

  it('is escaped', () => {
    expect(String(differing('a name', '<script>alert(1)</script>').actual)).not.toContain('<script');
    expect(String(differing('"&', "<'>").actual)).toBe('<mark>&lt;&#39;&gt;</mark>');
  });

  it('is not looked for in what is too long', () => {
    const long = 'word '.repeat(1_000);
    expect(String(differing(long, `${long}!`).actual)).toBe(`${long}!`);
  });
});

describe('what a finding tells of its exchange', () => {
  it('is the status that was not expected', () => {
    expect(tellingOf({ says: 'x', expected: '401 or 429', actual: '200' }).status).toBe('200');
    expect(tellingOf({ says: 'x', expected: '200 or 404', actual: '200 with no body' }).status).toBeUndefined();
  });

  it('is the headers that it names, and short names of theirs', () => {
    expect(
      tellingOf({ says: 'Remaining fell by 2', expected: 'no Retry-After', actual: 'retry-after: 7' }).headers,
    ).toEqual(['retry-after', 'x-ratelimit-remaining']);
  });

  it('is the values that came and were not expected', () => {
    expect(
      tellingOf({ says: 'x', expected: 'the id 9007199254740993', actual: '"Felix" and 9007199254740992' }).values,
    ).toEqual(['Felix', '9007199254740992']);
  });
});

describe('marks in a line', () => {
  it('stand around every occurrence, and the rest is escaped', () => {
    expect(String(withMarks('<b>Felix, Felix</b>', ['Felix']))).toBe(
      '&lt;b&gt;<mark>Felix</mark>, <mark>Felix</mark>&lt;/b&gt;',
    );
  });

  it('are none where nothing is told', () => {
    expect(String(withMarks('a line', ['', 'another']))).toBe('a line');
  });
});
