import { closeSync, openSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { systemWords } from '../../files/system-words.ts';
import { CATALOGUE_VERSION } from '../../rules/catalogue-version.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import { examineAll } from '../../exam/examine-all.ts';
import { longestFirst, namesOfSubjects, subjectsOf } from '../../exam/subjects.ts';
import { renderMatrixPage } from '../../exam/matrix-markdown.ts';
import { renderMatrix } from '../../exam/matrix-text.ts';
import { isAsItShouldBe, matrixOf, type Matrix } from '../../exam/matrix.ts';
import { PROCESSES_PER_CORE, RUNS_PER_CORE } from '../../exam/runs-per-core.ts';
import { gradeOf } from '../../exam/grade.ts';
import type { ExamResult } from '../../exam/result.ts';
import { printable } from '../../text/printable.ts';
import { createCounting } from './counting.ts';
import { EXIT } from '../../gate/exit.ts';
import { runAgainExam } from './again.ts';
import { runCheckerGrading } from './checker.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet selftest` is told. */
export interface SelftestFlags {
  readonly only: readonly string[];
  readonly seed: number;
  readonly seeds: number;
  readonly parallel?: number;
  /** JSON where the name ends with .json, else Markdown. */
  readonly out: readonly string[];
  readonly checker?: string;
  readonly timeout: number;
  readonly again?: boolean;
}

/** Examines petvet itself. @returns the exit status */
export async function runSelftest(flags: SelftestFlags, terminal: Terminal): Promise<number> {
  if (flags.seeds < 1) throw new UsageError('--seeds 0 examines nothing', 'give 1 or more');
  const perCore = flags.checker === undefined && flags.again !== true ? RUNS_PER_CORE : PROCESSES_PER_CORE;
  const { parallel = perCore * availableParallelism() } = flags;
  if (parallel < 1) throw new UsageError('--parallel 0 examines nothing', 'give 1 or more');
  const names = namesOfSubjects(flags.only);
  const { checker, timeout } = flags;
  if (checker !== undefined) return runCheckerGrading({ checker, timeout, parallel }, names, terminal);
  if (flags.again === true) return runAgainExam(flags, parallel, names, terminal);
  const subjects = longestFirst(subjectsOf(names));
  const sittings = Array.from({ length: flags.seeds }, (_, index) => flags.seed + index).flatMap((seed) =>
    subjects.map(({ name }) => ({ name, seed, writes: true })),
  );
  const files = flags.out.map((file) => writable(file, terminal.cwd));
  const counting = createCounting(sittings.length, terminal);
  let faulty = 0;
  const onResult = (result: ExamResult) => {
    const { faults } = gradeOf(result);
    if (faults.length > 0) faulty++;
    for (const fault of faults) counting.say(`${result.name} (seed ${result.seed}): ${printable(fault)}`);
    counting.show((count) => `${count} of ${sittings.length} examined, ${faulty} unexpected`, result.name);
  };
  const { interrupt } = terminal;
  const startedAt = Date.now();
  const results = await examineAll(sittings, {
    parallel,
    interrupt,
    onResult,
    onRepeat: ({ name, seed }) => terminal.err(`${name} (seed ${seed}) is examined once more, alone\n`),
  }).finally(() => counting.done());
  const matrix = matrixOf(results);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  terminal.out(renderMatrix(matrix, terminal));
  terminal.out(`${results.length} of ${sittings.length} runs in ${seconds} s.`);
  for (const file of files) {
    if (/\.json$/i.test(file)) writeFileSync(file, asJson(matrix, seconds, !interrupt.aborted));
    // A page that lacks the rest would not say so.
    else if (!interrupt.aborted) writeFileSync(file, renderMatrixPage(matrix, terminal.today));
  }
  if (interrupt.aborted) return EXIT.interrupted;
  return isAsItShouldBe(matrix) ? EXIT.conforms : EXIT.violates;
}

function asJson(matrix: Matrix, seconds: number, isComplete: boolean): string {
  const head = {
    schema: 'petvet/selftest/1',
    petvet: PETVET_VERSION,
    catalogue: CATALOGUE_VERSION,
    isComplete,
    seconds,
  };
  return `${JSON.stringify({ ...head, ...matrix }, null, 2)}\n`;
}

/** Sees at the start, and not after some minutes, that a file can be written. */
function writable(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  demandOutputFile(path, 'name another file');
  try {
    closeSync(openSync(path, 'a'));
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${systemWords(error)}`, 'name another file');
  }
  return path;
}
