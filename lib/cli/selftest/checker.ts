import { UsageError } from '../../errors.ts';
import { parseChecker } from '../../exam/checker.ts';
import { subjectsOf } from '../../exam/subjects.ts';
import { gradeChecker, isGraded } from '../../exam/grade-checker.ts';
import { isFaultless } from '../../exam/checker-grades.ts';
import { renderGrades } from '../../exam/render-checker-grades.ts';
import { EXIT } from '../../gate/exit.ts';
import { createCounting } from './counting.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What is asked for with `--checker`. */
export interface CheckerFlags {
  readonly checker: string;
  /** Seconds. */
  readonly timeout: number;
  readonly parallel: number;
}

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
