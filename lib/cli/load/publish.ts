import { relative } from 'node:path';
import type { LoadRun } from '../../load/run-load.ts';
import { writeLoad, type JudgedLoad, type LoadExit } from '../../load/write-load.ts';
import { renderLoadTerminal } from '../../report/terminal-load.ts';
import { tellGithub } from '../shared/github.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Judges the evidence of a load run, writes its report, and prints it. @returns the exit status with its reason */
export async function publishLoad(made: LoadRun, judged: JudgedLoad, terminal: Terminal): Promise<LoadExit> {
  const { report, exit } = await writeLoad(made, judged);
  terminal.out(renderLoadTerminal(report, terminal));
  terminal.out(`Report: ${relative(terminal.cwd, judged.directory) || '.'} (report.html is for reading)`);
  await tellGithub(report, terminal);
  return exit;
}
