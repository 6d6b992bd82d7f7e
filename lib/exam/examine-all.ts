import { availableParallelism } from 'node:os';
import { defects } from '../reference/defects/index.ts';
import { gradeOf } from './grade.ts';
import { examineApart, type PoolOptions } from './examine-apart.ts';
import { ExamResult, type Sitting } from './result.ts';
import { mostlyWaits } from './subjects.ts';

/** How an examination is made, and who is told of it. */
export interface ExamineOptions extends Omit<PoolOptions<ExamResult>, 'form' | 'program'> {
  /** Told of each run that is made once more; its result is not told of. */
  readonly onRepeat: (sitting: Sitting) => void;
}

/**
 * Makes all runs, and once more, one for each core at a time, those with writes in which a defect of the limiter, or one that shows only
 * briefly, was missed: a machine too busy for a minute of a few seconds, or for requests at the same moment, explains a miss. Whatever was called wrong is never tried again.
 *
 * @returns one result for each run, in the order of the sittings; fewer after an interrupt
 * @throws {Error} when a process ends before its runs are done
 */
export async function examineAll(sittings: readonly Sitting[], options: ExamineOptions): Promise<ExamResult[]> {
  const results = new Map<string, ExamResult>();
  const onResult = (result: ExamResult) => {
    results.set(keyOf(result), result);
    options.onResult(result);
  };
  await examineApart(sittings, { ...options, form: ExamResult, onResult });
  const missed = sittings.filter((sitting) => {
    const result = results.get(keyOf(sitting));
    return sitting.writes && isHiddenByLoad(sitting.name) && result !== undefined && gradeOf(result).state === 'missed';
  });
  for (const sitting of missed) options.onRepeat(sitting);
  const onRepeated = (result: ExamResult) => results.set(keyOf(result), { ...result, isRepeated: true });
  await examineApart(missed, { ...options, parallel: availableParallelism(), form: ExamResult, onResult: onRepeated });
  return sittings.flatMap((sitting) => results.get(keyOf(sitting)) ?? []);
}

function isHiddenByLoad(name: string): boolean {
  return mostlyWaits(name) || defects[name]?.isBrief === true;
}

function keyOf({ name, seed }: Pick<Sitting, 'name' | 'seed'>): string {
  return `${seed} ${name}`;
}
