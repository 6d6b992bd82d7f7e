import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { annotationsOf } from '../report/annotations.ts';
import { printable } from '../report/printable.ts';
import type { RunReport } from '../report/run-report.ts';
import { renderSummary } from '../report/summary.ts';
import type { Terminal } from './terminal.ts';

/**
 * Tells a run to GitHub Actions, where it is one of its jobs: the summary of the job (GITHUB_STEP_SUMMARY), and annotations
 * (GITHUB_ACTIONS). A summary that cannot be written is a line on `err`, and changes nothing else.
 */
export async function tellGithub(report: RunReport, terminal: Terminal): Promise<void> {
  const { GITHUB_STEP_SUMMARY: file = '' } = terminal.environment;
  if (isJob(terminal)) for (const line of annotationsOf(report)) terminal.out(line);
  if (file === '') return;
  try {
    await appendFile(file, `${renderSummary(report)}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.err(`petvet: the summary of the job cannot be written: ${printable(why)}\n`);
  }
}

/**
 * Prints a text that repeats what a service said. A runner of GitHub takes a line that begins with two colons, blanks
 * aside, for a command, and a wrapped line can begin so: commands are off meanwhile.
 */
export function outShielded(text: string, terminal: Terminal): void {
  if (!isJob(terminal)) {
    terminal.out(text);
    return;
  }
  // Whoever knows the token could turn commands on again.
  const token = randomUUID();
  terminal.out(`::stop-commands::${token}`);
  terminal.out(text);
  terminal.out(`::${token}::`);
}

function isJob({ environment }: Terminal): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}
