import { expect, it } from 'vitest';
import { narrowHelp } from './narrow-help.ts';

const WORDS = 'what this does is told in many words, more of them than one line of a terminal has room for';

it('wraps sentences as paragraphs, and leaves short lines alone', () => {
  const long = `${WORDS}\nand in a second line`;
  expect(narrowHelp(`Usage: a\n\n${long}\n`).split('\n')).toEqual([
    'Usage: a',
    '',
    'what this does is told in many words, more of them than one line of a terminal',
    'has room for and in a second line',
    '',
  ]);
  expect(narrowHelp('one\ntwo\n')).toBe('one\ntwo\n');
});

it('wraps a description beside what it describes, or below it', () => {
  expect(narrowHelp(`  name  ${WORDS}`).split('\n')).toEqual([
    '  name  what this does is told in many words, more of them than one line of a',
    '        terminal has room for',
  ]);
  expect(narrowHelp(`  petvet a command --with its --options --set  ${WORDS}`).split('\n').slice(0, 2)).toEqual([
    '  petvet a command --with its --options --set',
    '      what this does is told in many words, more of them than one line of a',
  ]);
});

it('does not break a command', () => {
  const command = `  petvet ${'--option value '.repeat(8)}`.trimEnd();
  expect(narrowHelp(command)).toBe(command);
});
