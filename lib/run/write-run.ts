import { statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { inMemory, readEvidence, type EvidenceItem } from '../evidence/log.ts';
import { writeReport } from '../files/write-report.ts';
import { writeRequestFiles } from '../report/curl.ts';
import { TEXT_FORMATS, type TextFormat } from '../report/formats.ts';
import { writePage } from '../report/html/render.ts';
import type { RunReport } from '../report/run-report.ts';
import { EVIDENCE_FILE } from './check.ts';
import { reportOf } from './run-report.ts';
import type { EvidenceSource, Verdicts } from './verdicts.ts';

/** Writes the verdicts of a run beside its evidence, in every format. @param cwd - where the commands in them are typed */
export async function writeRun(verdicts: Verdicts, directory: string, cwd: string): Promise<void> {
  const folder = typedFolder(directory, cwd);
  await writeFiles({ ...reportOf(verdicts, folder), curlFolder: folder }, directory, verdicts.source);
}

/** Writes a report beside its evidence, in every format that is one file. @param given - the evidence; that of the folder when undefined */
export async function writeFiles(report: RunReport, directory: string, given?: EvidenceSource): Promise<void> {
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
