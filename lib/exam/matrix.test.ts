import { describe, expect, it } from 'vitest';
import { aCatch, aResult } from './result.fixture.ts';
import { CONFORMING_NAMES } from './subjects.ts';
import { renderMatrixPage } from './matrix-markdown.ts';
import { renderMatrix } from './matrix-text.ts';
import { isAsItShouldBe, matrixOf } from './matrix.ts';

const PLAIN = { colour: false, width: 100 };

const GOOD = [
  aResult('chunked'),
  aResult('reset-never-comes'),
  aCatch('html-404', 'JSON-1', 30),
  aCatch('limit-1-gives-2', 'LIST-2', 5),
  ...CONFORMING_NAMES.map((name) => aResult(name, { kept: { 'LIST-2': 19, 'AUTH-6': 1 } })),
];

describe('the matrix', () => {
  it('has its rows in the order of the reference server, and counts what it comes to', () => {
    const { rows, totals, seeds } = matrixOf(GOOD);
    expect(rows.map(({ name }) => name)).toEqual([
      ...CONFORMING_NAMES,
      'html-404',
      'limit-1-gives-2',
      'reset-never-comes',
      'chunked',
    ]);
    expect(seeds).toEqual([1]);
    expect(totals).toEqual({
      kinds: 3,
      kindsCaught: 2,
      defects: 3,
      caught: 2,
      caughtDeep: 0,
      misnamed: 0,
      missed: 0,
      gaps: 1,
      variants: 1,
      inPeace: 1,
      faulty: 0,
    });
    expect(isAsItShouldBe(matrixOf(GOOD))).toBe(true);
  });

  it.each([
    ['a defect is missed', aResult('any-key'), { missed: 1 }],
    ['a defect is named wrongly', aCatch('bare-404', 'GET-1', 3), { misnamed: 1 }],
    ['a variant is called wrong', aCatch('gzip', 'JSON-1', 1), { inPeace: 1, variants: 2 }],
    ['the conforming server is called wrong', aCatch('conforming', 'JSON-1', 1), {}],
    ['too much is sent', aResult('chunked', { requests: 200 }), {}],
  ])('is not as it should be where %s', (_, result, totals) => {
    const matrix = matrixOf([...GOOD, result]);
    expect(matrix.totals).toMatchObject({ ...totals, faulty: 1 });
    expect(isAsItShouldBe(matrix)).toBe(false);
  });

  it('counts a defect as detected only where every seed detects it', () => {
    const matrix = matrixOf([...GOOD, aResult('limit-1-gives-2', { seed: 2 })]);
    expect(matrix.totals).toMatchObject({ caught: 1, missed: 1, faulty: 1 });
    expect(renderMatrix(matrix, PLAIN)).toContain(
      '✖ limit-1-gives-2           LIST-2 after 5; detected with 1 of 2 seeds; it was not detected as\n',
    );
  });

  it('says of each rule the fewest exchanges that could have shown a violation, and how many defects it caught', () => {
    const { guards } = matrixOf([...GOOD, aResult('conforming', { seed: 2, kept: { 'LIST-2': 12 } })]);
    expect(guards.find(({ rule }) => rule === 'LIST-2')).toEqual({
      rule: 'LIST-2',
      level: 'must',
      exchanges: { conforming: 12, 'conforming-limit-used-up': 19, 'conforming-after-removal': 19 },
      defects: 1,
      caught: 1,
    });
  });
});

describe('on a terminal', () => {
  const text = renderMatrix(matrixOf(GOOD), PLAIN);

  it('every subject has a line with the rule and the request that caught it', () => {
    expect(text).toContain('✔ html-404                  JSON-1 after 30\n');
    expect(text).toContain('✔ chunked                   passed\n');
    expect(text).toMatch(/\? reset-never-comes {9}not detected yet \(RATE-13, RATE-4\): while nothing/);
  });

  it('a rule that depends on one exchange is marked', () => {
    expect(text).toMatch(/^ {2}! AUTH-6 +1 +1 +1 +- {2}depends on one exchange$/m);
    expect(text).toMatch(/^ {4}LIST-2 +19 +19 +19 +1 of 1$/m);
    expect(text).toMatch(/^ {2}! GET-1 .* nothing could have shown it$/m);
  });

  it('nothing is said of rules that were not examined in each state', () => {
    const part = renderMatrix(matrixOf(GOOD.filter(({ name }) => name !== 'conforming-after-removal')), PLAIN);
    expect(part).not.toContain('depends on');
    expect(renderMatrix(matrixOf([aResult('chunked')]), PLAIN)).not.toContain('Rules');
  });

  it('the totals come last, and how to look at the faulty ones again', () => {
    const flowing = text.replaceAll(/\s+/g, ' ');
    expect(flowing).toContain(
      'Detection coverage: 2 of 3 kinds of fault, 2 of 3 defects detected under the right rule; 0 missed, 0 detected under the wrong rule, 1 known not to be detected yet.',
    );
    expect(flowing).toContain('Variants: 1 of 1 passed, no false alarm.');
    expect(flowing).toMatch(/ half of the detections come within 5 requests, nine in ten within 30, all within 30\.$/);
    const faulty = matrixOf([...GOOD, aCatch('gzip', 'JSON-1', 1, { seed: 7 }), aResult('bare-404', { seed: 7 })]);
    expect(renderMatrix(faulty, PLAIN)).toMatch(/Again: petvet selftest --seed 7 --only bare-404,gzip$/);
  });

  it('a warning about a variant is told, and is no fault', () => {
    const warned = matrixOf([aResult('chunked', { warned: ['RATE-9'] })]);
    expect(renderMatrix(warned, PLAIN)).toContain('✔ chunked  passed; warned of RATE-9\n');
    expect(isAsItShouldBe(warned)).toBe(true);
  });

  it('what a service said does no harm', () => {
    const says = { 'JSON-1': 'it answered \u001B[2J' };
    const shown = renderMatrix(matrixOf([aCatch('gzip', 'JSON-1', 1, { says })]), PLAIN);
    expect(shown).toContain(String.raw`it answered \u{1b}[2J`);
  });
});

describe('as a page', () => {
  const page = renderMatrixPage(matrixOf(GOOD), '2026-11-22');

  it('has a table of defects with rule, requests and whether it is the right one', () => {
    expect(page).toMatch(/^\| `limit-1-gives-2` \| [^|]+ \| LIST-2, LIST-9 \| LIST-2 +\| 5 +\| yes +\| +\|$/m);
    expect(page).toMatch(/^## Defects that are not detected yet\n\n.*\n.*\n\| `reset-never-comes` \|/m);
  });

  it('marks a wrong rule, and what is called wrong', () => {
    const wrong = renderMatrixPage(
      matrixOf([aCatch('html-404', 'GET-1', 3), aCatch('gzip', 'LIST-2', 3)]),
      '2026-11-22',
    );
    expect(wrong).toMatch(/GET-1 \(wrong\) \| +\| no +\|/);
    expect(wrong).toMatch(/\| `gzip` +\| [^|]+ \| false alarm \| LIST-2 was called violated/);
  });

  it('keeps its tables whole, whatever a service said', () => {
    const says = { 'LIST-2': 'a | b\n<i>*c*' };
    expect(renderMatrixPage(matrixOf([aCatch('gzip', 'LIST-2', 3, { says })]), '2026-11-22')).toContain(
      String.raw`called violated: a \| b\\u{a}\<i\>\*c\* |`,
    );
  });

  it('has tables with lines of one length', () => {
    const lines = page.split('\n').filter((line) => line.startsWith('|'));
    const tables = page.split('\n\n').filter((block) => block.startsWith('|'));
    for (const table of tables)
      expect(
        new Set(
          table
            .trimEnd()
            .split('\n')
            .map((line) => line.length),
        ).size,
      ).toBe(1);
    expect(tables.join('\n').trimEnd().split('\n')).toHaveLength(lines.length);
  });
});
