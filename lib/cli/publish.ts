import { statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { inMemory, readEvidence, type EvidenceItem } from '../evidence/log.ts';
import type { GateReport } from '../gate/gate-report.ts';
import { writeReport } from '../files/write-report.ts';
import { TEXT_FORMATS, type TextFormat } from '../report/formats.ts';
import { writePage } from '../report/html/render.ts';
import type { RunReport } from '../report/run-report.ts';
import { renderTerminal } from '../report/terminal.ts';
import { EVIDENCE_FILE } from '../run/check.ts';
import { leaveRoom } from '../run/folder.ts';
import { reportOf } from '../run/run-report.ts';
import type { EvidenceSource, Verdicts } from '../run/verdicts.ts';
import { tellGithub } from './github.ts';
import { placeInRepository } from './repository-place.ts';
import type { Terminal } from './terminal.ts';
import { hasRequestFiles, writeRequestFiles } from '../report/curl.ts';

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

/** Writes the verdicts of a run beside its evidence, as {@link publish} does, and prints nothing. */
export async function writeRun(verdicts: Verdicts, directory: string, { cwd }: Pick<Terminal, 'cwd'>): Promise<void> {
  const folder = typedFolder(directory, cwd);
  await writeFiles({ ...reportOf(verdicts, folder), curlFolder: folder }, directory, verdicts.source);
}

async function writeFiles(report: RunReport, directory: string, given?: EvidenceSource): Promise<void> {
  await writeFormats(report, directory);
  const source = given ?? (await readOnce(join(directory, EVIDENCE_FILE)));
  await writeRequestFiles(directory, report.knowledge, source());
  await writePage(directory, report, source());
}

/** Larger evidence is read each time instead of kept in memory. In bytes. */
const MOST_KEPT = 8 * 2 ** 20;

/** Evidence that several files are made of. */
async function readOnce(file: string): Promise<() => AsyncIterable<EvidenceItem>> {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_KEPT) return () => readEvidence(file);
  const items: EvidenceItem[] = [];
  for await (const item of readEvidence(file)) items.push(item);
  return inMemory(items);
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

/** A folder as it can be typed where a command was given: relative to it where it lies below, else absolute. */
export function typedFolder(directory: string, cwd: string): string {
  const whole = resolve(cwd, directory);
  const below = relative(cwd, whole);
  if (below === '') return '.';
  if (/^\.\.([/\\]|$)/.test(below) || isAbsolute(below)) return whole;
  return below.startsWith('-') ? `./${below}` : below;
}

/** Writes a report in every format that is one text, or in some of them. */
export async function writeFormats(
  report: RunReport,
  directory: string,
  formats: readonly TextFormat[] = Object.values(TEXT_FORMATS),
): Promise<void> {
  for (const { file, render } of formats) await writeReport(directory, file, render(report));
}
