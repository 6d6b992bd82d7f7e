import { compareChecks, whyChecksIncomparable } from '../../diff/checks.ts';
import { UsageError } from '../../errors.ts';
import type { ConformanceReport } from '../../shapes/report.ts';
import type { DiffFormat, Regression } from './values.ts';
import { exitOfDiff, mostPercentOf, sayDiffStatus, tellDiff } from './telling.ts';
import type { Terminal } from '../shared/terminal.ts';

/** How two checks are compared, and where the result goes. */
interface ChecksDiffFlags {
  readonly maxRegression: readonly Regression[];
  readonly format?: DiffFormat;
  readonly out?: string;
}

/** A check with the file that it was read from. */
interface Check {
  readonly file: string;
  readonly report: ConformanceReport;
}

/**
 * Compares two checks, and says what would change for callers.
 *
 * @returns 0 nothing that callers could notice got worse, 1 something did, 2 it is undecided
 * @throws {UsageError} when they cannot be compared, or the result cannot be written
 */
export async function diffChecks(
  before: Check,
  after: Check,
  flags: ChecksDiffFlags,
  terminal: Terminal,
): Promise<number> {
  const mostPercent = mostPercentOf(flags.maxRegression);
  const why = whyChecksIncomparable(before.report, after.report);
  if (why !== undefined)
    throw new UsageError(
      `the runs cannot be compared: ${why}`,
      'name the reports of two runs that the same version of petvet judged',
    );
  const diff = compareChecks(before.report, after.report, { mostPercent });
  await tellDiff(diff, flags, [before.file, after.file], terminal);
  return sayDiffStatus(exitOfDiff(diff), flags, terminal);
}
