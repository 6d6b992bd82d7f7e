import { UsageError } from '../errors.ts';
import { parseChecker } from '../selftest/checker.ts';
import { subjectsOf } from '../selftest/exam-subjects.ts';
import { gradeChecker, isGraded } from '../selftest/grade-checker.ts';
import { isFaultless } from '../selftest/grades.ts';
import { renderGrades } from '../selftest/render-grades.ts';
import { EXIT } from './exit.ts';
import { fit } from './progress.ts';
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

const CLEARED = '\r\u001B[2K';

/** Where nothing can be written over, so many lines tell how far it is. */
const LINES = 10;

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
  const { live, width, interrupt } = terminal;
  const err = (text: string): void => terminal.err(text);
  const checker = parseChecker(command);
  const subjects = subjectsOf(names).filter(isGraded);
  const total = subjects.length;
  let count = 0;
  const onGrade = ({ name }: { readonly name: string }): void => {
    count++;
    const state = `${count} of ${total} judged`;
    if (live) err(`${CLEARED}${fit(`${state} · ${name}`, width - 1)}`);
    else if (Math.floor((count * LINES) / total) > Math.floor(((count - 1) * LINES) / total)) err(`${state}\n`);
  };
  try {
    const grades = await gradeChecker(checker, subjects, { parallel, timeoutSeconds: timeout, interrupt, onGrade });
    if (live) err(CLEARED);
    terminal.out(renderGrades(grades, terminal));
    if (interrupt.aborted) return EXIT.interrupted;
    return isFaultless(grades) ? EXIT.conforms : EXIT.violates;
  } finally {
    if (live) err(CLEARED);
  }
}
