import { isSameFault } from '../gate/same-fault.ts';
import { defects } from '../reference/defects/index.ts';
import type { ExamResult } from './result.ts';

/** How often the violations of a defect have the same names in two runs. */
export interface NameStability {
  /** Pairs of runs of one defect with different seeds, each both ways: a baseline of the first run, held against the second. */
  readonly pairs: number;
  /** Those in which the baseline knows every violation of the second run. */
  readonly same: number;
}

/** Counts how often a baseline that one run wrote knows all that a run with another seed finds, over all defects. */
export function nameStability(results: readonly ExamResult[]): NameStability {
  const ofDefects = results.filter(({ name }) => Object.hasOwn(defects, name));
  const pairs = [...Map.groupBy(ofDefects, ({ name }) => name).values()].flatMap((runs) =>
    runs.flatMap((known) => runs.filter((seen) => seen.seed !== known.seed).map((seen) => ({ known, seen }))),
  );
  const same = pairs.filter(({ known, seen }) =>
    seen.names.every((name) => known.names.some((entry) => isSameFault(entry, name))),
  );
  return { pairs: pairs.length, same: same.length };
}
