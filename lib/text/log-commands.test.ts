import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmless } from './log-commands.ts';
import { LOG_COMMANDS, obeying } from './log-systems.fixture.ts';
import { paint } from './look.ts';
import { wrap } from './columns.ts';

const OWN = { colour: true, live: true };
const look = { colour: true, width: 80 };

/** A text in which commands stand anywhere, also cut and coloured in pieces. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...LOG_COMMANDS),
      fc.constantFrom(
        '##',
        '#',
        '[',
        '::',
        ':',
        'vso',
        '---',
        'section_start',
        ' ',
        '\n',
        '\r',
        '\r\n',
        '\t',
        '\u00a0',
      ),
      fc.constantFrom(paint(look, 'bad', '##'), paint(look, 'good', ':'), '\r\u001b[2K', '\u001b[31m', '\u001b[0K'),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.lorem({ maxCount: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('no text is a command of a system that shows a log', () => {
  it('whatever stands before and behind it', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isTerminal) => {
        expect(obeying(harmless(text, isTerminal ? OWN : undefined))).toEqual([]);
      }),
    );
  });

  it('wherever it is wrapped', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), fc.nat({ max: 8 }), (text, columns, margin) => {
        const lines = wrap(text, columns).map((line) => ' '.repeat(margin) + line);
        expect(obeying(harmless(lines.join('\n')))).toEqual([]);
      }),
    );
  });

  it.each(LOG_COMMANDS)('%j, which is one as it came', (command) => {
    expect(obeying(command)).not.toEqual([]);
    expect(obeying(harmless(command))).toEqual([]);
  });
});

describe('what is left of a text', () => {
  it('is the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), texts, fc.nat({ max: 2 }), (value, text, indent) => {
        const json = JSON.stringify({ [text]: text, value }, null, indent);
        expect(JSON.parse(harmless(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it('is all of it, and harmless already when it comes again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = harmless(text);
        const read = once.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
        fc.pre(!text.includes(String.raw`\u`));
        expect(read).toBe(text);
        expect(harmless(once)).toBe(once);
      }),
    );
  });

  it.each([
    'C## [x]',
    '## a heading, # b',
    'std::vector is a::b, and ::1 is not first',
    'http://[::1]:8080/v1',
    'a -- b --- c, 1 +++ 2',
    '---',
    '| --- | --- |',
    'a section start: 1560896352:x',
    'Rex, Ærø, 犬, 👩‍🚒 and 🐶:\t100 % "fine"\n  next\r\n',
    'non\u2060breaking, soft\u00adly',
  ])('is as it was: %j', (text) => {
    expect(harmless(text)).toBe(text);
  });

  it.each([
    ['\u001b[2J\u007f\u009b2J', '\\u001b[2J\\u007f\\u009b2J'],
    ['a\u202eb', 'a\\u202eb'],
    ['a\rb', 'a\\u000db'],
    ['\u001b[31mred\u001b[39m', '\\u001b[31mred\\u001b[39m'],
    ['C##[x]', 'C\\u0023#[x]'],
    [' ::error::x', ' \\u003a:error::x'],
  ])('%j is shown as %j', (text, shown) => {
    expect(harmless(text)).toBe(shown);
  });

  it('has the colours and the line that is written over where there is a terminal', () => {
    const own = `\r\u001B[2K${paint(look, 'bad', 'x')}`;
    expect(harmless(own, OWN)).toBe(own);
    expect(harmless(own, { colour: false, live: true })).toBe('\r\u001B[2K\\u001b[31mx\\u001b[39m');
  });
});
