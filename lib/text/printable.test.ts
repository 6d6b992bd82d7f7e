import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrintable, printable, printableLines } from './printable.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('printable', () => {
  it('leaves ordinary text of any script as it is', () => {
    expect(printable('Rex, Ærø, 犬 and 🐶: 100 % "fine"')).toBe('Rex, Ærø, 犬 and 🐶: 100 % "fine"');
  });

  it.each([
    ['\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
    ['one\ntwo\r\tthree\0', 'one\\u{a}two\\u{d}\\u{9}three\\u{0}'],
    ['\u009b2J', '\\u{9b}2J'],
    ['\u202egnp.exe', '\\u{202e}gnp.exe'],
    ['a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
    ['\ufeffzero\u200bwidth', '\\u{feff}zero\\u{200b}width'],
    ['line\u2028separator', 'line\\u{2028}separator'],
    ['half \ud83d of a dog', 'half \\u{d83d} of a dog'],
    ['tag \u{e0041}', 'tag \\u{e0041}'],
  ])('shows what is harmful in %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('cuts megabytes, never through a character', () => {
    expect(printable('x'.repeat(5_000_000), 10)).toBe('xxxxxxxxxx… (5000000 characters)');
    expect(printable('🐶🐶🐶', 3)).toBe('🐶… (6 characters)');
  });

  it('lets nothing harmful through', () => {
    const harmless = fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) =>
      isPrintable(printable(String.fromCharCode(...units), 20)),
    );
    expect(fc.check(harmless, { numRuns: 500 })).toMatchObject({ failed: false });
  });
});

describe('printableLines', () => {
  it('keeps the line ends of a body', () => {
    expect(printableLines(bytesOf('{\r\n\t"id": 1\n}'), 100)).toEqual(['{', '  "id": 1', '}']);
  });

  it('shows bytes that are not UTF-8 as the replacement character', () => {
    expect(printableLines(Uint8Array.of(0x41, 0xff, 0xfe, 0x42, 0xc3), 100)).toEqual(['A\ufffd\ufffdB\ufffd']);
  });

  it('cuts and says how long the body is', () => {
    expect(printableLines(bytesOf('é'.repeat(2_000_000)), 4)).toEqual(['éééé', '… (4000000 bytes)']);
    expect(printableLines(bytesOf('犬犬犬犬犬'), 4)).toEqual(['犬犬犬犬', '… (15 bytes)']);
  });
});
