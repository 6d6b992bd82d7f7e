import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { subjectOf } from '../certificate/predicate.ts';
import type { VerificationResult } from '../certificate/svr.ts';
import { isListed, type Standing } from './standing.ts';
import { isAnySound, isSound, type Submission } from './submission.ts';

/** What a state says beyond being listed. */
const SAYS: Partial<Readonly<Record<Standing['state'], string>>> = {
  conformant: 'conforms',
  partial: 'conforms in part',
};

/**
 * Where a submission stands, as the result of a verification: of its certificate, and of what that is about where it is known. What is not
 * listed has no property.
 *
 * @param isOwned - the owner of the register signed what it depends on
 * @returns undefined where there is no certificate that could be named
 */
export function submissionResult(
  submission: Submission,
  standing: Standing,
  isOwned: boolean,
): VerificationResult | undefined {
  const { name, version, sha256 } = submission;
  if (sha256 === undefined) return undefined;
  const certificate = { name: `${name}/${version}/${CERTIFICATE_FILE}`, digest: { sha256 } };
  if (!isAnySound(submission) || !isListed(standing)) return { subject: [certificate], properties: [] };
  const says = SAYS[standing.state];
  const listed = ['listed', ...(says === undefined ? [] : [says])];
  const owned = isOwned ? ['owner'] : [];
  if (!isSound(submission)) return { subject: [certificate], properties: [...listed, 'client', ...owned] };
  const { catalogue, profile } = submission.certificate.claims;
  return {
    subject: [...subjectOf(submission.certificate), certificate],
    properties: [...listed, `profile ${profile}`, `catalogue ${catalogue}`, ...owned],
  };
}
