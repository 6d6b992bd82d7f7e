import { extname, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { printable } from '../../text/printable.ts';
import { faultOf, renderAgain } from '../../exam/again-grade.ts';
import { AgainResult } from '../../exam/again-result.ts';
import { examineApart } from '../../exam/examine-apart.ts';
import { kindOf } from '../../exam/grade.ts';
import { longestFirst, subjectsOf } from '../../exam/subjects.ts';
import { createCounting } from './counting.ts';
import { EXIT } from '../../gate/exit.ts';
import type { Terminal } from '../shared/terminal.ts';

/** The program of a process, in the repository and in the package alike. */
const PROGRAM = join(import.meta.dirname, `again-exam-process${extname(import.meta.filename)}`);

/**
 * Examines the fixing loop: has every defect vetted, and runs the command that the report prints for it, which must show the
 * violation again on the same service, and must not on a conforming one.
 *
 * @param names - of the subjects; every defect when empty
 * @returns the exit status
 */
export async function runAgainExam(
  { seed, seeds }: { readonly seed: number; readonly seeds: number },
  parallel: number,
  names: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const subjects = longestFirst(subjectsOf(names).filter(({ name }) => kindOf(name) === 'defect'));
  if (subjects.length === 0)
    throw new UsageError('--again examines defects, and --only names none', 'name a defect, or leave --only out');
  const sittings = Array.from({ length: seeds }, (_, index) => seed + index).flatMap((one) =>
    subjects.map(({ name }) => ({ name, seed: one, writes: true })),
  );
  const { interrupt } = terminal;
  const results: AgainResult[] = [];
  const counting = createCounting(sittings.length, terminal);
  const startedAt = Date.now();
  const onResult = (result: AgainResult) => {
    results.push(result);
    const fault = faultOf(result);
    if (fault !== undefined) counting.say(`${result.name} (seed ${result.seed}): ${printable(fault)}`);
    counting.show((done) => `${done} of ${sittings.length} examined`, result.name);
  };
  try {
    await examineApart(sittings, { parallel, interrupt, program: PROGRAM, form: AgainResult, onResult });
  } finally {
    counting.done();
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  terminal.out(renderAgain(results).join('\n'));
  terminal.out(`${results.length} of ${sittings.length} runs in ${seconds} s.`);
  if (interrupt.aborted) return EXIT.interrupted;
  if (results.every(({ rule, aborted }) => rule === undefined && aborted === undefined))
    throw new UsageError(
      'no defect was detected, so no command was examined',
      'name others with --only, or another --seed',
    );
  return results.some((result) => faultOf(result) !== undefined) ? EXIT.violates : EXIT.conforms;
}
