import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { readEvidence } from '../../evidence/log.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { judgeEvidence, type Verdicts } from '../../run/verdicts.ts';
import type { Terminal } from './terminal.ts';

/**
 * The evidence of an earlier run.
 *
 * @param directory - the folder of its report, or the file itself
 * @throws {UsageError} when it is not there
 */
export function evidenceIn(directory: string): string {
  if (!existsSync(directory))
    throw new UsageError(`${directory} does not exist`, 'name the folder that `petvet check` gave as its report');
  if (!statSync(directory).isDirectory()) return directory;
  const file = join(directory, EVIDENCE_FILE);
  if (!existsSync(file))
    throw new UsageError(`${directory} holds no evidence`, `a report's folder has an ${EVIDENCE_FILE}`);
  return file;
}

/** The verdicts on a run's evidence, judged again. Where it breaks off is said; what is there is judged. */
export async function judgeAgain(evidence: string, terminal: Terminal): Promise<Verdicts> {
  const verdicts = await judgeEvidence((numbers) => readEvidence(evidence, numbers), {
    ownTraffic: true,
    isPlanned: true,
    interrupt: terminal.interrupt,
  });
  if (verdicts.brokenOff !== undefined) terminal.err(`Judged in part: ${verdicts.brokenOff}.\n`);
  return verdicts;
}
