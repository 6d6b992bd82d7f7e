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

/** Puts the files that wait, and those that compute, by turns, so that neither the cores nor the workers are idle; then the rest. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.moduleId < b.moduleId ? -1 : 1));
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    return Promise.resolve([...of('quiet'), ...byTurns(of('waits'), of('busy')), ...of('fast')]);
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = MINUTES.indexOf(basename(moduleId));
  return place === -1 ? MINUTES.length : place;
}

/** Two of the first for each of the second. */
function byTurns<T>(first: readonly T[], second: readonly T[]): T[] {
  const rest = [...second];
  const mixed = first.flatMap((one, index) => [one, ...(index % 2 === 1 ? rest.splice(0, 1) : [])]);
  return [...mixed, ...rest];
}
