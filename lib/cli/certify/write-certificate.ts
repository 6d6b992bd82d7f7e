import { join } from 'node:path';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import type { Catalogue } from '../../certificate/catalogues.ts';
import { claimsOf, freshUntil, limitsOf } from '../../certificate/claims.ts';
import { digestOf } from '../../certificate/digest.ts';
import { LOAD_REPORT_FILE } from '../../certificate/load-run.ts';
import type { Claims, Subject } from '../../certificate/predicate.ts';
import { rejudge, whyNotCertifiable } from '../../certificate/rejudge.ts';
import type { StartedService } from '../../certificate/started-service.ts';
import { REPORT_FILE } from '../../replay/recorded-run.ts';
import { writeReport } from '../../files/write-report.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import type { CertificateSigner } from './signer.ts';

/** A run that may become a certificate. */
export interface Certifying {
  /** The folder of its report. */
  readonly directory: string;
  readonly catalogue: Catalogue;
  readonly subject: Subject;
  readonly subjectFile?: string | undefined;
  readonly nonce?: string | undefined;
  /** What the signer states besides. */
  readonly attested: readonly string[];
  /** What petvet started for it. */
  readonly service?: StartedService | undefined;
  readonly sign: CertificateSigner;
}

/**
 * Holds a run to what `petvet verify` will hold it to: its evidence is judged again, from the disk.
 *
 * @returns what a certificate may say of it; else why there is none, as a clause
 */
export async function whyNotThisRun(
  { directory, catalogue, subject, subjectFile, service, nonce }: Omit<Certifying, 'sign'>,
  interrupt: AbortSignal,
): Promise<Claims | string> {
  if (service?.isAlive() === false)
    return 'what --start started ended during the run, so something else may have responded';
  if (subject.kind === 'started' && subjectFile !== undefined) {
    const { sha256 } = await digestOf(subjectFile, 'the file');
    if (sha256 !== subject.sha256) return `${subjectFile} changed during the run`;
  }
  const rejudged = await rejudge(
    join(directory, EVIDENCE_FILE),
    { petvet: PETVET_VERSION, challenge: nonce },
    interrupt,
  );
  return whyNotCertifiable(rejudged, catalogue)?.why ?? claimsOf(rejudged.verdicts, catalogue);
}

/** The report of a run, in its folder. */
export function reportFileOf({ profile }: Pick<Claims, 'profile'>): typeof REPORT_FILE | typeof LOAD_REPORT_FILE {
  return profile === 'complete' ? REPORT_FILE : LOAD_REPORT_FILE;
}

/** Signs what a run came to, beside its report. */
export async function writeCertificate(
  { directory, subject, nonce, attested, sign }: Certifying,
  claims: Claims,
): Promise<void> {
  const [evidence, report] = await Promise.all([
    digestOf(join(directory, EVIDENCE_FILE), 'the evidence'),
    digestOf(join(directory, reportFileOf(claims)), 'the report'),
  ]);
  const text = await sign({
    petvet: PETVET_VERSION,
    claims,
    freshUntil: freshUntil(claims),
    about: subject,
    ...(nonce !== undefined && { challenge: nonce }),
    ...(attested.length > 0 && { attested: [...attested] }),
    evidence: { name: EVIDENCE_FILE, ...evidence },
    report: { name: reportFileOf(claims), sha256: report.sha256 },
    doesNotProve: limitsOf({ claims, about: subject, challenge: nonce }),
  });
  await writeReport(directory, CERTIFICATE_FILE, text);
}
