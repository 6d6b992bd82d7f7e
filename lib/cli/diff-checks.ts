import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { compareChecks, whyChecksIncomparable, type DiffOutcome } from '../diff/checks.ts';
import { renderChecksDiffJson } from '../diff/json.ts';
import { renderChecksDiffMarkdown } from '../diff/markdown.ts';
import { renderChecksDiff } from '../diff/terminal.ts';
import { UsageError } from '../errors.ts';
import { demandOutputFile } from '../files/output-file.ts';
import { writeReport } from '../report/files.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import type { DiffFormat, Regression } from './commands/diff.ts';
import { EXIT } from './exit.ts';
import { outShielded } from './github.ts';
import type { Terminal } from './terminal.ts';

/** How two checks are compared, and where the result goes. */
interface ChecksDiffFlags {
  readonly limits: readonly Regression[];
  readonly format: DiffFormat;
  readonly out?: string | undefined;
}

/** A check with the file that it was read from. */
interface Check {
  readonly file: string;
  readonly report: ConformanceReport;
}

const STATUSES: Readonly<Record<DiffOutcome, number>> = {
  same: EXIT.conforms,
  changed: EXIT.conforms,
  worse: EXIT.violates,
  undecided: EXIT.cannotJudge,
};

/**
 * Compares two checks, and says what would change for callers.
 *
 * @returns 0 nothing that callers could notice got worse, 1 something did, 2 it is undecided
 * @throws {UsageError} when they cannot be compared, or the result cannot be written
 */
export async function diffChecks(
  before: Check,
  after: Check,
  { limits, format, out }: ChecksDiffFlags,
  terminal: Terminal,
): Promise<number> {
  const foreign = limits.find(({ of }) => of !== 'median');
  if (foreign !== undefined)
    throw new UsageError(`--max-regression ${foreign.of} is for load runs`, 'of two checks, limit median');
  const why = whyChecksIncomparable(before.report, after.report);
  if (why !== undefined)
    throw new UsageError(
      `the runs cannot be compared: ${why}`,
      'name the reports of two runs that the same version of petvet judged',
    );
  const diff = compareChecks(before.report, after.report, limits[0]?.most);
  // What goes into a file has neither colours nor commands of GitHub around it.
  const text = {
    terminal: () => renderChecksDiff(diff, out === undefined ? terminal : { ...terminal, colour: false }),
    markdown: () => renderChecksDiffMarkdown(diff),
    json: () => renderChecksDiffJson(diff),
  }[format]();
  if (out === undefined && format === 'terminal') outShielded(text, terminal);
  else if (out === undefined) terminal.out(text);
  else terminal.out(`Written: ${await write(text, resolve(terminal.cwd, out), [before.file, after.file])}`);
  return STATUSES[diff.outcome];
}

async function write(text: string, path: string, reports: readonly string[]): Promise<string> {
  demandOutputFile(path, 'name a file with --out, or leave --out out to have it printed');
  if (existsSync(path) && reports.includes(realpathSync(path)))
    throw new UsageError(`${path} is one of the reports`, 'name another file with --out');
  await writeReport(dirname(path), basename(path), text);
  return path;
}
