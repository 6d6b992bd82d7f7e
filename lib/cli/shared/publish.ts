import { relative } from 'node:path';
import type { GateReport } from '../../gate/gate-report.ts';
import { writePage } from '../../report/html/render.ts';
import type { RunReport } from '../../report/run-report.ts';
import { renderTerminal } from '../../report/terminal.ts';
import { leaveRoom } from '../../run/folder.ts';
import { reportOf } from '../../run/run-report.ts';
import type { EvidenceSource, Verdicts } from '../../run/verdicts.ts';
import { typedFolder, writeFiles, writeFormats } from '../../run/write-run.ts';
import { tellGithub, placeInRepository } from './github.ts';
import type { Terminal } from './terminal.ts';
import { hasRequestFiles, writeRequestFiles } from '../../report/curl.ts';

/** Prints the verdicts, and writes them beside the evidence in every format that is one file; then the folder is free again. */
export async function publish(
  verdicts: Verdicts,
  directory: string,
  terminal: Terminal,
  { verbose = false, quiet = false, gate }: Told = {},
): Promise<void> {
  const folder = typedFolder(directory, terminal.cwd);
  const report = withGate({ ...reportOf(verdicts, folder), curlFolder: folder }, gate, terminal);
  try {
    await writeFiles(report, directory, verdicts.source);
  } finally {
    // Where the disk takes no more, the verdicts are here at least.
    terminal.out(renderTerminal(asStarted(report, terminal), { ...terminal, verbose, quiet }));
  }
  terminal.out(`Report: ${relative(terminal.cwd, directory) || '.'} (report.html is for reading)`);
  await tellGithub(report, terminal);
  leaveRoom(directory);
}

/** What is printed here is typed here; the files go elsewhere. */
function asStarted(report: RunReport, { petvet }: Pick<Terminal, 'petvet'>): RunReport {
  return { ...report, ...(petvet !== undefined && { petvet }) };
}

/** How much is printed, and what was decided. */
interface Told {
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  /** Absent where nobody asked for a decision. */
  readonly gate?: GateReport | undefined;
}

function withGate(report: RunReport, gate: GateReport | undefined, terminal: Terminal): RunReport {
  const place = placeInRepository(gate, terminal);
  return {
    ...report,
    ...(gate !== undefined && { gate }),
    ...(place !== undefined && { placeInRepository: place }),
  };
}

/** Where verdicts of recorded traffic go, and how they are printed. */
interface JudgedWhere extends Told {
  /** Where they are written, too; nothing is written without one. */
  readonly directory?: string | undefined;
  /** The folder of the run whose traffic it is, where its report is there. */
  readonly recorded?: string | undefined;
}

/**
 * Prints verdicts of recorded traffic.
 *
 * @param source - its evidence
 */
export async function publishJudged(
  verdicts: Verdicts,
  source: EvidenceSource,
  { directory, recorded, verbose = false, quiet = false, gate }: JudgedWhere,
  terminal: Terminal,
): Promise<void> {
  const plain = reportOf(verdicts, recorded === undefined ? undefined : typedFolder(recorded, terminal.cwd));
  // Beside what is written here, or beside what the run wrote then.
  const files = directory ?? (recorded !== undefined && hasRequestFiles(recorded) ? recorded : undefined);
  const curlFolder = files === undefined ? {} : { curlFolder: typedFolder(files, terminal.cwd) };
  const report = withGate({ ...plain, ...curlFolder }, gate, terminal);
  terminal.out(renderTerminal(asStarted(report, terminal), { ...terminal, verbose, quiet }));
  if (verdicts.brokenOff !== undefined) terminal.out(`Judged in part: ${verdicts.brokenOff}.`);
  if (directory !== undefined) {
    await writeFormats(report, directory);
    await writeRequestFiles(directory, report.knowledge, source());
    await writePage(directory, report, source());
  }
  await tellGithub(report, terminal);
}
