import { describe, expect, it } from 'vitest';
import { flowing, abilitiesOf } from './terminal.ts';

const xterm = { isTTY: true, columns: 100, hasColors: () => true };

describe('what a terminal shows', () => {
  it('is colours, a line that is written over, and as many columns as it has', () => {
    expect(abilitiesOf(xterm, xterm, { TERM: 'xterm' })).toEqual({
      colour: true,
      live: true,
      piped: false,
      width: 100,
    });
  });

  it.each([
    ['a dumb one', { TERM: 'dumb' }, { colour: false, live: false }],
    ['NO_COLOR', { TERM: 'xterm', NO_COLOR: '1' }, { colour: false, live: true }],
    ['an empty NO_COLOR, which asks for nothing', { TERM: 'xterm', NO_COLOR: '' }, { colour: true, live: true }],
  ])('of %s is less', (_, environment, expected) => {
    expect(abilitiesOf(xterm, xterm, environment)).toMatchObject(expected);
  });

  it.each([
    [0, 80],
    [undefined, 80],
    [40, 40],
    [300, 120],
  ])('of %s columns is %i columns wide', (columns, width) => {
    const stream = { isTTY: true, ...(columns !== undefined && { columns }) };
    expect(abilitiesOf(stream, stream, {})).toMatchObject({ width, colour: false });
  });

  it('in a pipe has no colours, and long lines', () => {
    expect(abilitiesOf({}, xterm, { TERM: 'xterm' })).toEqual({ colour: false, live: true, piped: true, width: 120 });
  });
});

describe('a sentence', () => {
  const text = 'a run now begins with waiting until the rate limit renews';

  it('is wrapped at a terminal, beneath its beginning', () => {
    expect(flowing(text, { piped: false, width: 40 }, 2)).toBe(
      '  a run now begins with waiting until\n  the rate limit renews',
    );
    expect(flowing(text, { piped: false, width: 40 }, '✔ key ')).toBe(
      '✔ key a run now begins with waiting\n      until the rate limit renews',
    );
  });

  it('is one line in a log and in a pipe', () => {
    expect(flowing(text, { width: 40 }, 2)).toBe(`  ${text}`);
    expect(flowing(text, { piped: true, width: 40 })).toBe(text);
  });
});
