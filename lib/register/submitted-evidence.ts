import { checkSigned, type VerifyPlan } from '../certificate/verify.ts';
import type { Check } from '../certificate/check.ts';
import { isOfClient, type ClientPredicate } from '../certificate/client-predicate.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import type { JudgedRules } from '../certificate/rejudge.ts';
import { verifyAny } from '../certificate/verify-client.ts';
import { CLIENT_EVIDENCE_FILE } from '../client/client-evidence.ts';
import { CLIENT_REPORT_FILE } from '../client/client-report.ts';
import type { Submission } from './submission.ts';

/** The evidence of a service, as it is unpacked. */
const EVIDENCE_FILE = 'evidence.jsonl';

/** What a submission is about, and what its evidence is called. */
export interface SubmittedEvidence extends Pick<Submission, 'kind'> {
  /** As it is unpacked. */
  readonly name: string;
  /** As it is submitted: evidence is a few megabytes, and a fiftieth of that as gzip. */
  readonly file: string;
}

/** The name of evidence as gzip. */
export function packedName(name: string): string {
  return `${name}.gz`;
}

/** Which of the files of a submission is its evidence; where there is none, the one that is missing. */
export function evidenceAmong(files: readonly string[]): SubmittedEvidence {
  const has = (name: string) => files.includes(name) || files.includes(packedName(name));
  const isClient = !has(EVIDENCE_FILE) && (has(CLIENT_EVIDENCE_FILE) || files.includes(CLIENT_REPORT_FILE));
  const name = isClient ? CLIENT_EVIDENCE_FILE : EVIDENCE_FILE;
  const isPacked = !files.includes(name) && files.includes(packedName(name));
  return { ...(isClient && { kind: 'client' }), name, file: isPacked ? packedName(name) : name };
}

/** What came of checking a certificate of either kind. */
interface Checked {
  readonly checks: readonly Check[];
  readonly predicate?: CertificatePredicate;
  readonly client?: ClientPredicate;
  readonly rules?: JudgedRules;
}

/**
 * Checks a certificate of a service or of a client.
 *
 * @throws {UsageError} when the certificate cannot be read at all
 * @throws {InterruptedError} when it was interrupted
 */
export async function verifySubmitted(plan: VerifyPlan, { kind, name }: SubmittedEvidence): Promise<Checked> {
  const signed = await checkSigned(plan);
  const { checks, predicate } = signed;
  if (predicate === undefined) return { checks };
  const isClient = isOfClient(predicate);
  if (isClient !== (kind === 'client')) {
    const says = `the certificate is of a ${isClient ? 'client' : 'service'}: submit ${predicate.evidence.name}, not ${name}`;
    return { checks: [...checks, { what: 'evidence', state: 'fails', says }] };
  }
  const { predicate: verified, ...found } = await verifyAny(plan, signed);
  if (verified === undefined) return found;
  return { ...found, ...(isOfClient(verified) ? { client: verified } : { predicate: verified }) };
}
