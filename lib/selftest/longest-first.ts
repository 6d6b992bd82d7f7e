import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes minutes, the longest first: begun late, it would end alone. */
const MINUTES = [
  'load-tiers.waits.test.ts',
  'load.waits.test.ts',
  'exam.waits.test.ts',
  'load-safety.waits.test.ts',
  'mock.waits.test.ts',
  'asked-alone.waits.test.ts',
  'load-kubernetes.waits.test.ts',
  'load-parts.waits.test.ts',
  'repeated-runs.waits.test.ts',
  'diff-targets.waits.test.ts',
  'readme.waits.test.ts',
  'load-metrics.waits.test.ts',
  'replay.waits.test.ts',
  'browser.waits.test.ts',
  'certify-challenge.waits.test.ts',
  'load-distributed.waits.test.ts',
  'selftest-again.waits.test.ts',
  'limiter-identified.waits.test.ts',
  'larger-budgets.busy.test.ts',
  'alterations.busy.test.ts',
  'load-knee-generator.quiet.test.ts',
  'limit-reached-bucket.waits.test.ts',
];

/**
 * Puts the files that wait first, then those that compute, then the rest: a worker takes the next file only if that is of the same kind,
 * and ends otherwise, with all that it has loaded. What computes fills the time in which the last of the others wait.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.moduleId < b.moduleId ? -1 : 1));
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    return Promise.resolve(['quiet', 'waits', 'busy', 'fast'].flatMap(of));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = MINUTES.indexOf(basename(moduleId));
  return place === -1 ? MINUTES.length : place;
}
