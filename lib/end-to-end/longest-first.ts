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
  'many-samples.waits.test.ts',
  'limit-reached-bucket.waits.test.ts',
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
  'change-points.busy.test.ts',
  'alterations.busy.test.ts',
  'finding-names.busy.test.ts',
  'hostile.busy.test.ts',
  'writes.busy.test.ts',
  'load-knee-generator.quiet.test.ts',
];

/**
 * Those that take longest begin first: all that measure or wait, then all that compute, because a worker is kept only while the next file in
 * the row is of its own project.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.moduleId < b.moduleId ? -1 : 1));
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const computing = of('computes');
    return Promise.resolve([
      ...of('quiet'),
      ...of('waits'),
      ...computing.filter(isBusy),
      ...computing.filter((file) => !isBusy(file)),
    ]);
  }
}

function isBusy({ moduleId }: TestSpecification): boolean {
  return moduleId.endsWith('.busy.test.ts');
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = MINUTES.indexOf(basename(moduleId));
  return place === -1 ? MINUTES.length : place;
}
