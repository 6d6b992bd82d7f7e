import type { Grade, GradeState } from './grade-checker.ts';

/** What the grades of a checker come to. */
export interface GradeTotals {
  readonly defects: number;
  readonly caught: number;
  /** Services that conform. */
  readonly conforming: number;
  readonly falseAlarms: number;
  /** Of either kind. */
  readonly undecided: number;
  /** Of one service, the median; undefined when none was judged. */
  readonly requests: number | undefined;
  readonly seconds: number | undefined;
}

/** Counts grades. */
export function totalsOf(grades: readonly Grade[]): GradeTotals {
  const count = (...states: GradeState[]) => grades.filter(({ state }) => states.includes(state)).length;
  const defects = grades.filter(isOfDefect).length;
  return {
    defects,
    caught: count('caught'),
    conforming: grades.length - defects,
    falseAlarms: count('false alarm'),
    undecided: count('undecided'),
    requests: median(grades.map(({ requests }) => requests)),
    seconds: median(grades.map(({ end }) => end.seconds)),
  };
}

/** Whether a grade is about a service that breaks a rule. */
export function isOfDefect({ breaks }: Grade): boolean {
  return breaks.length > 0;
}

/** Whether a checker did all that can be asked: every defect caught, nothing called wrong. */
export function isFaultless(grades: readonly Grade[]): boolean {
  return grades.every(({ state }) => state === 'caught' || state === 'in peace');
}

function median(figures: readonly number[]): number | undefined {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)];
}
