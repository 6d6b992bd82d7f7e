import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderChecksDiffJson } from '../../diff/diff-json.ts';
import { renderChecksDiffMarkdown } from '../../diff/markdown.ts';
import { renderChecksDiffPage } from '../../diff/page.ts';
import { renderChecksDiff } from '../../diff/terminal.ts';
import { whyOfDiff } from '../../diff/words.ts';
import { UsageError } from '../../errors.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { writeReport, writeWhole } from '../../files/write-report.ts';
import type { DiffFormat, Regression } from './values.ts';
import { EXIT } from '../../gate/exit.ts';
import { apart, sayDecision } from '../shared/printed-outcome.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { ChecksDiff, DiffOutcome } from '../../diff/diff-document.ts';

/** The folders of the second runs, below that of the comparison. */
export const AGAIN = { before: 'again', after: 'after-again' } as const;

/** How a comparison is printed, and where it goes. */
interface Telling {
  readonly format?: DiffFormat | undefined;
  readonly out?: string | undefined;
}

const STATUSES: Readonly<Record<DiffOutcome, number>> = {
  same: EXIT.conforms,
  changed: EXIT.conforms,
  worse: EXIT.violates,
  undecided: EXIT.cannotJudge,
};

/** The exit status of a comparison of two checks, and why. */
export function exitOfDiff(diff: ChecksDiff): Parameters<typeof sayDecision>[0] {
  return { exitStatus: STATUSES[diff.outcome], because: whyOfDiff(diff) };
}

/**
 * The limit of the median response time, in percent.
 *
 * @throws {UsageError} for a limit that only load runs have
 */
export function mostPercentOf(limits: readonly Regression[]): number | undefined {
  const foreign = limits.find(({ of }) => of !== 'median');
  if (foreign !== undefined)
    throw new UsageError(`--max-regression ${foreign.of} is for load runs`, 'of two checks, limit median');
  return limits[0]?.most;
}

/** The last line of a comparison: what it exits with, and why. Where standard output holds a document, it is on the error stream. */
export function sayDiffStatus(
  exit: Parameters<typeof sayDecision>[0],
  { format = 'terminal' }: Telling,
  terminal: Terminal,
): number {
  sayDecision(exit, format === 'terminal' ? terminal : apart(terminal));
  return exit.exitStatus;
}

/**
 * Prints a comparison, or writes it to the file that the user named.
 *
 * @param reports - files that it must not write over
 * @throws {UsageError} when it cannot be written
 */
export async function tellDiff(
  diff: ChecksDiff,
  { format = 'terminal', out }: Telling,
  reports: readonly string[],
  terminal: Terminal,
): Promise<void> {
  // What goes into a file has neither colours nor commands of GitHub around it.
  const text = {
    terminal: () => renderChecksDiff(diff, out === undefined ? terminal : { ...terminal, colour: false }),
    markdown: () => renderChecksDiffMarkdown(diff),
    html: () => renderChecksDiffPage(diff),
    json: () => renderChecksDiffJson(diff),
  }[format]();
  if (out === undefined) terminal.out(text);
  else terminal.out(`Written: ${await write(text, resolve(terminal.cwd, out), reports)}`);
}

/** The pages of the runs of a comparison of two targets, as seen from its own. */
const PAGES = {
  before: 'before/report.html',
  after: 'after/report.html',
  again: `${AGAIN.before}/report.html`,
  afterAgain: `${AGAIN.after}/report.html`,
} as const;

const FILES: Readonly<Record<string, (diff: ChecksDiff) => string>> = {
  'diff.json': renderChecksDiffJson,
  'diff.md': renderChecksDiffMarkdown,
  'diff.html': (diff) => renderChecksDiffPage(diff, PAGES),
};

/** The files that a comparison of two targets leaves. */
export const DIFF_FILES = Object.keys(FILES);

/** Writes a comparison in every format that is a file. */
export async function writeDiff(diff: ChecksDiff, directory: string): Promise<void> {
  for (const [name, render] of Object.entries(FILES)) await writeReport(directory, name, render(diff));
}

async function write(text: string, path: string, reports: readonly string[]): Promise<string> {
  demandOutputFile(path, 'name a file with --out, or omit --out to print it');
  if (existsSync(path) && reports.includes(realpathSync(path)))
    throw new UsageError(`${path} is one of the reports`, 'name another file with --out');
  await writeWhole(path, text);
  return path;
}
