import { relative, join } from 'node:path';
import { writeHar } from '../evidence/har-out.ts';
import { readEvidence } from '../evidence/log.ts';
import { renderConformance } from '../report/conformance.ts';
import { writeReport } from '../report/files.ts';
import { writePage } from '../report/html/render.ts';
import type { RunReport } from '../report/run-report.ts';
import { renderTerminal } from '../report/terminal.ts';
import { EVIDENCE_FILE } from '../run/check.ts';
import { reportOf } from '../run/run-report.ts';
import type { Verdicts } from '../run/verdicts.ts';
import { PETVET_VERSION } from '../run/version.ts';
import type { Terminal } from './terminal.ts';

/** Prints the verdicts and writes them beside the evidence: conformance.json, report.html and evidence.har. */
export async function publish(verdicts: Verdicts, directory: string, terminal: Terminal): Promise<void> {
  const report = reportOf(verdicts);
  const evidence = join(directory, EVIDENCE_FILE);
  await writeReport(directory, 'conformance.json', renderConformance(report));
  await writePage(directory, report, readEvidence(evidence));
  await writeHar(join(directory, 'evidence.har'), readEvidence(evidence), { name: 'petvet', version: PETVET_VERSION });
  print(report, terminal);
  terminal.out(`Report: ${relative(terminal.cwd, directory) || '.'} (report.html is for reading)`);
}

/** Prints verdicts without writing anything. */
export function printVerdicts(verdicts: Verdicts, terminal: Terminal): void {
  print(reportOf(verdicts), terminal);
}

function print(report: RunReport, terminal: Terminal): void {
  terminal.out(renderTerminal(report, terminal));
}
