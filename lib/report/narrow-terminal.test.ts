import { describe, expect, it } from 'vitest';
import { anXray } from './limiter.fixture.ts';
import { columnsOf } from '../text/columns.ts';
import { anExchange } from './report.fixture.ts';
import { plain, VIOLATING } from './terminal.fixture.ts';

/** Commands are never wrapped, so that they can be copied. */
const COMMAND = /^ {2}(?:#\d+ +curl|printf|reproduce +petvet) /;

describe.each([40, 60, 80])('a report on %i columns', (columns) => {
  it.each([
    ['a violating run', VIOLATING],
    ['a conforming run', {}],
    ['a run with a limiter', { xrays: [anXray()], exchanges: [anExchange()] }],
  ])('of %s has no longer line but for commands', (_, parts) => {
    const lines = plain(parts, columns).split('\n');
    expect(lines.filter((line) => columnsOf(line) > columns && !COMMAND.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(60);
  });
});

it('on few columns has the sentence of a rule below it', () => {
  expect(plain(VIOLATING, 40)).toContain('  ✖ LIST-2     fail\n    six came for five\n');
});
