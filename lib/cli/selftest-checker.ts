import { UsageError } from '../errors.ts';
import { parseChecker } from '../selftest/checker.ts';
import { subjectsOf } from '../selftest/exam-subjects.ts';
import { gradeChecker, isGraded } from '../selftest/grade-checker.ts';
import { isFaultless } from '../selftest/grades.ts';
import { renderGrades } from '../selftest/render-grades.ts';
import { EXIT } from './exit.ts';
import { createCounting } from './counting.ts';
import type { Terminal } from './terminal.ts';

/** What is asked for with `--checker`. */
export interface CheckerFlags {
  readonly checker: string;
  /** Seconds. */
  readonly timeout: number;
  readonly parallel: number;
}

/** For `--help`. */
export const ABOUT_CHECKERS = `
--checker lets another tester judge the same services: a command whose exit status says 0 for conforming, 1 for violating; any
other, or none in time, is a service not decided. {url}, {key}, {second} (another caller's key) and {today} (the day at which the
service lives) stand for what it needs. Process lists show arguments: the key is in the environment, too, as PETVET_KEY, with what
\`petvet check\` reads there. Defects that break nothing but a should are left out.`;

/**
 * Grades another tester over the defects and variants of these names, all when there are none.
 *
 * @returns the exit status: 0 when it caught every defect and wronged no service, else 1
 */
export async function runCheckerGrading(
  { checker: command, timeout, parallel }: CheckerFlags,
  names: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (timeout < 1) throw new UsageError('--timeout 0 leaves no time', 'give 1 second or more');
  const { interrupt } = terminal;
  const checker = parseChecker(command);
  const subjects = subjectsOf(names).filter(isGraded);
  const counting = createCounting(subjects.length, terminal);
  const onGrade = ({ name }: { readonly name: string }): void =>
    counting.show((count) => `${count} of ${subjects.length} judged`, name);
  try {
    const grades = await gradeChecker(checker, subjects, { parallel, timeoutSeconds: timeout, interrupt, onGrade });
    counting.done();
    terminal.out(renderGrades(grades, terminal));
    if (interrupt.aborted) return EXIT.interrupted;
    return isFaultless(grades) ? EXIT.conforms : EXIT.violates;
  } finally {
    counting.done();
  }
}
