import { describe, expect, it } from 'vitest';
import { compareChecks } from './checks.ts';
import { aCheck, blamed, observed, open, violated } from './diff.fixture.ts';
import { EVERYTHING } from './every-part.fixture.ts';
import { renderChecksDiffJson } from './diff-json.ts';
import { renderChecksDiffMarkdown } from './markdown.ts';
import { renderChecksDiff } from './terminal.ts';
import type { ChecksDiff } from './diff-document.ts';

const LOOK = { colour: false, width: 100 };
const WIDE = { colour: false, width: Number.POSITIVE_INFINITY };

const RUN = { seed: 8 };

const WORSE = compareChecks(
  aCheck('a', [
    violated('LIST-7', {}),
    open('RATE-8', 'the limit is left alone'),
    observed('LIST-5', ['limit is "0"', '400'], ['limit is "abc"', '400']),
  ]),
  aCheck(
    'b',
    [
      violated('LIST-2', { says: 'two pets came', expected: 'at most 1 item', actual: '2 items', fault: 'too many' }),
      blamed('LIST-9', 'LIST-2'),
      observed('LIST-5', ['limit is "0"', '422'], ['limit is "abc"', '422']),
    ],
    { run: RUN },
  ),
);

const SAME = compareChecks(aCheck('a'), aCheck('b'));

/** A service that says what a terminal or a page of Markdown would obey. */
const HOSTILE = compareChecks(
  aCheck('a'),
  aCheck('b', [violated('LIST-2', { says: '\u001b[2J::error::<b>|@all', actual: '`</td>' })]),
);

function linesOf(diff: ChecksDiff, look = WIDE): string[] {
  return renderChecksDiff(diff, look).trimEnd().split('\n');
}

describe('in a terminal', () => {
  it.each([40, 80])('of %i columns no line is longer', (width) => {
    const lines = linesOf(EVERYTHING, { colour: false, width });
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  it('what got worse comes first, in full, and the outcome last', () => {
    const lines = linesOf(WORSE);
    expect(lines.filter((line) => /^\S/.test(line) && !line.startsWith('What'))).toEqual([
      'Worse (1)',
      'Changed (1)',
      'Better (1)',
      'Undecided',
      'The runs sent different values; `--seed 8` sends the service before the same values as the service after',
      'Worse for callers: 1 rule (LIST-2)',
    ]);
    const text = lines.join('\n');
    expect(text).toContain('✖ LIST-2 a limit from 1 to 100 returns 200 with at most that many items');
    expect(text).toMatch(/before +pass\n +after +fail: two pets came\n +expected +at most 1 item\n +actual +2 items\n/);
    expect(text).toContain('· LIST-5 limit is "0", limit is "abc": 400 → 422 (#1, #2 of the second run)');
    expect(text).toContain('LIST-9: verified before, inconclusive after: blocked by the violation of LIST-2');
    expect(text).toContain('RATE-8: verified only after');
  });

  it('nothing different is one line', () => {
    expect(linesOf(SAME)).toEqual([
      expect.stringMatching(/^No difference that callers could notice: \d+ rules and 0 observed behaviours compared$/),
    ]);
  });

  it('that one line has the response times: nobody takes a hundredfold one for no difference', () => {
    const [quick, slow] = [2, 200].map((medianMilliseconds) => {
      const check = aCheck(`${medianMilliseconds}`);
      return { ...check, requests: { ...check.requests, medianMilliseconds } };
    });
    expect(linesOf(compareChecks(quick ?? aCheck('a'), slow ?? aCheck('b')))).toEqual([
      expect.stringMatching(/compared; response time median 2\.0 ms before, 200\.0 ms after \(\+9900 %\)$/),
    ]);
  });

  it('what narrows the comparison is told although nothing differs', () => {
    const lines = linesOf(compareChecks(aCheck('a'), aCheck('b', [], { knowledge: { writes: false } })));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toContain('only what both runs verified is compared');
  });

  it('a violation that was not verified before is told although nothing differs', () => {
    const diff = compareChecks(aCheck('a', [open('LIST-2')]), aCheck('b', [violated('LIST-2', {})]));
    expect(linesOf(diff).at(-1)).toContain('compared; violated after, not verified before: LIST-2');
    expect(linesOf(diff).join(' ')).toContain('violated after: an item too many');
  });

  it('undecided says what to do', () => {
    const diff = compareChecks(aCheck('a'), aCheck('b', [open('LIST-2'), open('RATE-8')]));
    expect(linesOf(diff).slice(-2)).toEqual([
      'Repeat the second run, so that it verifies what the first run verified',
      'Undecided: nothing got worse, but 2 must rules verified before (LIST-2, RATE-8) are not verified after',
    ]);
  });

  it('no line is wider than the terminal, and none holds a control character', () => {
    expect(linesOf(WORSE, LOOK).filter((line) => line.length > LOOK.width)).toEqual([]);
    expect(renderChecksDiff(HOSTILE, LOOK)).toContain(String.raw`\u{1b}[2J`);
    expect(renderChecksDiff(HOSTILE, LOOK)).not.toContain('\u001b');
  });
});

describe('as Markdown', () => {
  it('the outcome is the title, and differences are rows', () => {
    const text = renderChecksDiffMarkdown(WORSE);
    expect(text).toMatch(/^## petvet diff: worse for callers: 1 rule \(LIST-2\)\n/);
    expect(text).toContain('| LIST-5 | `limit is "0", limit is "abc"` | `400` | `422` | #1, #2 of the second run |');
    expect(text).toContain('### Undecided');
  });

  it('what came from the service stands in code', () => {
    const text = renderChecksDiffMarkdown(HOSTILE);
    expect(text).toContain('`fail: \\u{1b}[2J::error::<b>\\u{7c}@all`');
    expect(text.replaceAll(/`+[^`]*`+/g, '')).not.toMatch(/<b>|@all/);
  });
});

it('as JSON every difference stands by itself', () => {
  const { schema, outcome, differences, compared } = JSON.parse(renderChecksDiffJson(WORSE));
  expect({ schema, outcome, compared }).toEqual({
    schema: 'petvet/diff/1',
    outcome: 'worse',
    compared: WORSE.compared,
  });
  expect(differences).toHaveLength(4);
});
