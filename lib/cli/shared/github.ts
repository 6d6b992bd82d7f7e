import { isAbsolute } from 'node:path';
import type { GateReport } from '../../gate/gate-report.ts';
import { constants } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { annotationsOf } from '../../report/annotations.ts';
import { harmless } from '../../text/log-commands.ts';
import { printable } from '../../text/printable.ts';
import type { RunReport } from '../../report/run-report.ts';
import { renderSummary } from '../../report/summary.ts';
import type { Terminal } from './terminal.ts';

/**
 * Tells a run to GitHub Actions, where it is one of its jobs: the summary of the job (GITHUB_STEP_SUMMARY), and annotations
 * (GITHUB_ACTIONS). A summary that cannot be written is a line on `err`, and changes nothing else.
 */
export async function tellGithub(report: RunReport, terminal: Terminal): Promise<void> {
  const { GITHUB_STEP_SUMMARY: file = '' } = terminal.environment;
  if (isJob(terminal)) for (const line of annotationsOf(report)) terminal.pass(`${line}\n`);
  if (file === '') return;
  try {
    await appendFile(file, harmless(`${renderSummary(report)}\n`), { flag: ADDING });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    terminal.err(`petvet: the summary of the job cannot be written: ${printable(why)}\n`);
  }
}

/** A pipe that nobody reads is refused, and not waited for. Windows lacks the last flag; undefined changes no bit. */
const ADDING = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;

function isJob({ environment }: Terminal): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/**
 * The file of the repository at which code scanning shows violations, as a service that runs has no line of source: the baseline
 * where there is one, else the workflow that made the run.
 *
 * @returns a path with slashes from the root of the repository; undefined outside a workflow of GitHub
 */
export function placeInRepository(
  gate: GateReport | undefined,
  { environment }: Pick<Terminal, 'environment'>,
): string | undefined {
  const workflow = /^[^/@]+\/[^/@]+\/(?<path>[^@]+)@/.exec(environment['GITHUB_WORKFLOW_REF'] ?? '')?.groups?.['path'];
  const baseline = gate?.baseline?.file.replaceAll('\\', '/').replace(/^\.\//, '');
  const isWithin = baseline !== undefined && !isAbsolute(baseline) && !baseline.startsWith('../');
  return workflow === undefined || !isWithin ? workflow : baseline;
}
