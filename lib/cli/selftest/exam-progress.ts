import { printable } from '../../text/printable.ts';
import { gradeOf } from '../../exam/grade.ts';
import type { ExamResult } from '../../exam/result.ts';
import { createCounting } from './counting.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Shows how far an examination is. */
export interface ExamProgress {
  /** Counts a run that is done, and says at once what went wrong with it. */
  take(result: ExamResult): void;
  /** Takes the line away, before the matrix is printed. */
  done(): void;
}

/** Makes the progress of an examination of that many runs; all of it goes to the error stream. */
export function createExamProgress(total: number, terminal: Pick<Terminal, 'err' | 'live' | 'width'>): ExamProgress {
  const counting = createCounting(total, terminal);
  let faulty = 0;
  return {
    take(result) {
      const { faults } = gradeOf(result);
      if (faults.length > 0) faulty++;
      for (const fault of faults) counting.say(`${result.name} (seed ${result.seed}): ${printable(fault)}`);
      counting.show((count) => `${count} of ${total} examined, ${faulty} unexpected`, result.name);
    },
    done: () => counting.done(),
  };
}
