import { describe, expect, it } from 'vitest';
import type { Grade, GradeState } from './grade-checker.ts';
import { isFaultless, totalsOf } from './checker-grades.ts';
import { renderGrades } from './render-checker-grades.ts';

const LOOK = { colour: false, width: 100 };

function grade(name: string, state: GradeState, given: Partial<Grade> = {}): Grade {
  const status = state === 'caught' || state === 'false alarm' ? 1 : state === 'undecided' ? 2 : 0;
  const end = { status, tookTooLong: false, seconds: 1, said: `about ${name}` };
  return { name, state, breaks: [], requests: 10, end, ...given };
}

const GRADES: readonly Grade[] = [
  grade('conforming', 'in peace'),
  grade('two-for-one', 'caught', { breaks: ['LIST-2'], requests: 30 }),
  grade('one-too-many', 'survived', { breaks: ['LIST-2', 'LIST-4'], requests: 40 }),
  grade('bare-401', 'undecided', { breaks: ['RATE-1'] }),
  grade('slow', 'undecided', { end: { status: null, tookTooLong: true, seconds: 60, said: '' } }),
  grade('odd-names', 'false alarm', { requests: 20 }),
];

it('grades are counted', () => {
  expect(totalsOf(GRADES)).toEqual({
    defects: 3,
    caught: 1,
    conforming: 3,
    falseAlarms: 1,
    undecided: 2,
    requests: 10,
    seconds: 1,
  });
  expect(totalsOf([])).toMatchObject({ defects: 0, caught: 0, requests: undefined });
});

it('only a checker that catches all and wrongs none is faultless', () => {
  expect(isFaultless(GRADES.slice(0, 2))).toBe(true);
  for (const one of GRADES.slice(2)) expect(isFaultless([one])).toBe(false);
});

describe('the grades of a checker on a terminal', () => {
  const lines = renderGrades(GRADES, LOOK).split('\n');

  it('stand by rule, with what was not caught', () => {
    expect(lines).toContain('  ✖ LIST-2        1 of 2  one-too-many');
    expect(lines).toContain('  ✖ RATE-1        0 of 1  bare-401');
  });

  it('name what was called wrong and what was not decided, with the last words', () => {
    expect(lines).toContain('  odd-names  about odd-names');
    expect(lines).toContain('  bare-401  exited with status 2: about bare-401');
    expect(lines).toContain('  slow      took too long');
  });

  it('end with the sum', () => {
    expect(lines.at(-2)).toBe('1 of 3 defects detected, false alarms on 1 of 3 conforming services, 2 not decided.');
    expect(lines.at(-1)).toBe('For one service it took 1.0 s and 10 requests (medians).');
  });

  it('say that a checker that calls the conforming server wrong has shown nothing', () => {
    expect(renderGrades([grade('conforming', 'false alarm')], LOOK)).toContain('what it detected says nothing');
    expect(lines.join('\n')).not.toContain('says nothing');
  });

  it('print what a checker said harmlessly', () => {
    const end = { status: 1, tookTooLong: false, seconds: 1, said: '\u001B[31mred' };
    expect(renderGrades([grade('x', 'false alarm', { end })], LOOK)).not.toContain('\u001B');
  });
});
