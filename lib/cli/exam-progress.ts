import { printable } from '../report/printable.ts';
import { gradeOf } from '../selftest/exam-grade.ts';
import type { ExamResult } from '../selftest/exam-result.ts';
import { fit } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Shows how far an examination is. */
export interface ExamProgress {
  /** Counts a run that is done, and says at once what went wrong with it. */
  take(result: ExamResult): void;
  /** Takes the line away, before the matrix is printed. */
  done(): void;
}

/** Where nothing can be written over, so many lines tell how far it is. */
const LINES = 10;

const CLEARED = '\r\u001B[2K';

/** Makes the progress of an examination of so many runs; all of it goes to the error stream. */
export function createExamProgress(
  total: number,
  { err, live, width }: Pick<Terminal, 'err' | 'live' | 'width'>,
): ExamProgress {
  let count = 0;
  let faulty = 0;
  return {
    take(result) {
      count++;
      const { faults } = gradeOf(result);
      if (faults.length > 0) faulty++;
      for (const fault of faults)
        err(`${live ? CLEARED : ''}${result.name} (seed ${result.seed}): ${printable(fault)}\n`);
      const state = `${count} of ${total} examined, ${faulty} not as they should be`;
      if (live) err(`${CLEARED}${fit(`${state} · ${result.name}`, width - 1)}`);
      else if (Math.floor((count * LINES) / total) > Math.floor(((count - 1) * LINES) / total)) err(`${state}\n`);
    },
    done() {
      if (live) err(CLEARED);
    },
  };
}
