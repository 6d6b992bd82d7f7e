import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of the suites: pets are created first where that is asked for; the list is looked at first, before anything is written, and what finds most comes early,
 * because a budget may end the run.
 */
export const SUITE_ORDER = [
  'populate',
  'list',
  'get',
  'auth',
  'hostile',
  'create',
  'read-back',
  'hostile-bodies',
  'limits',
] as const;

/** Runs the suites in {@link SUITE_ORDER} instead of vitest's order by size. */
export class SuiteSequencer extends BaseSequencer {
  // oxlint-disable-next-line typescript/require-await -- vitest asks for a promise
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

function place({ moduleId }: TestSpecification): number {
  return SUITE_ORDER.findIndex((name) => basename(moduleId).startsWith(`${name}.suite.`));
}
