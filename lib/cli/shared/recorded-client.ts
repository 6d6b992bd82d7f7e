import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clientEvidenceAt, judgeClientEvidence, readClientEvidence } from '../../client/client-evidence.ts';
import { CLIENT_REPORT_FILE, type ClientReport } from '../../client/client-report.ts';
import { clientItems, clientVerdicts } from '../../client/client-run.ts';
import type { Grease } from '../../client/grease.ts';
import { reportOfClient } from '../../certificate/client-claims.ts';
import { UsageError } from '../../errors.ts';
import { inMemory, readEvidence } from '../../evidence/log.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import type { EvidenceSource, Verdicts } from '../../run/verdicts.ts';
import { evidenceIn, judgeAgain } from './recorded.ts';
import type { Terminal } from './terminal.ts';

/** What an earlier run came to, judged again. */
export interface JudgedAgain {
  /** The file of the evidence. */
  readonly evidence: string;
  readonly verdicts: Verdicts;
  /** What it sent to a service; nothing of a client, whose rules no request by itself decides. */
  readonly source: EvidenceSource;
  /** Of a client that petvet ran. */
  readonly client?: ClientReport;
  /** What it was shown to stand, where it was run with a seed. */
  readonly grease?: Grease;
}

/**
 * Judges an earlier run again, of `petvet check` or of `petvet client`.
 *
 * @param given - the folder of its report, or the file of its evidence
 * @throws {UsageError} when there is none, or it cannot be judged
 */
export async function judgeRunAgain(given: string, terminal: Terminal): Promise<JudgedAgain> {
  const own = clientEvidenceIn(given);
  if (own !== undefined) {
    const { judged, report, verdicts } = await judgeClientAgain(own);
    const { grease } = judged;
    return { evidence: own, verdicts, source: inMemory([]), client: report, ...(grease && { grease }) };
  }
  const evidence = evidenceIn(given);
  const source: EvidenceSource = (numbers) => readEvidence(evidence, numbers);
  return { evidence, verdicts: await judgeAgain(evidence, terminal), source };
}

/** The evidence of an earlier run as it is put into a HAR: it is not judged where it is that of a check. */
export async function evidenceAgain(given: string): Promise<Pick<JudgedAgain, 'evidence' | 'source'>> {
  const own = clientEvidenceIn(given);
  if (own === undefined) {
    const evidence = evidenceIn(given);
    return { evidence, source: () => readEvidence(evidence) };
  }
  const { judged, verdicts } = await judgeClientAgain(own);
  return { evidence: own, source: inMemory(clientItems(judged, verdicts)) };
}

/** The evidence of a client, where a folder or a file is that; undefined where it is of a check. */
function clientEvidenceIn(given: string): string | undefined {
  const own = clientEvidenceAt(given);
  const isOfCheck = existsSync(join(given, EVIDENCE_FILE));
  if (own !== undefined && isOfCheck)
    throw new UsageError(
      `${given} holds the evidence of a client and of a check`,
      `name one of the files, ${join(given, EVIDENCE_FILE)} or ${own}`,
    );
  if (own === undefined && !isOfCheck && existsSync(join(given, CLIENT_REPORT_FILE)))
    throw new UsageError(
      `${given} holds no evidence: it is about a recorded client`,
      'judge the recording again: `petvet judge --client` writes JUnit, CTRF, SARIF and others',
    );
  return own;
}

async function judgeClientAgain(file: string) {
  const judged = await judgeClientEvidence(readClientEvidence(file), file);
  const report = reportOfClient(judged);
  return { judged, report, verdicts: clientVerdicts(report) };
}
