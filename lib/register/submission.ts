import type { ClientPredicate } from '../certificate/client-predicate.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import type { JudgedRules } from '../certificate/rejudge.ts';
import type { NamedDispute } from './dispute.ts';
import type { Product } from './product.ts';

/** One version of one implementation, as it was submitted, and what came of checking it. */
export interface Submission {
  /** The folders NAME/VERSION. */
  readonly name: string;
  readonly version: string;
  /** `unchecked`: it may hold, but this petvet cannot tell. */
  readonly state: 'holds' | 'fails' | 'unchecked';
  /** Why, as a clause. */
  readonly says: string;
  /** Absent of a service. By the name of the evidence, so that it is known of what is refused, too. */
  readonly kind?: 'client';
  /** The name of the file with the evidence, where it is there. */
  readonly evidence?: string;
  readonly product?: Product;
  /** SHA-256 of the certificate. */
  readonly sha256?: string;
  /** `key`, or the issuer of the signer's identity. */
  readonly signedBy?: string;
  /** Why it would be refused without the errata; absent where they change nothing. */
  readonly withoutErrata?: string;
  /** Counter-evidence against this version. */
  readonly disputes?: readonly NamedDispute[];
  /** Refused for its age alone. */
  readonly isStale?: true;
  /** What the certificate of a service says, where it holds, or would if it were not too old. */
  readonly certificate?: CertificatePredicate;
  /** The same of a client. */
  readonly client?: ClientPredicate;
  /** What its evidence says of each rule, judged again; there with the certificate. */
  readonly rules?: JudgedRules;
}

/** A service with nothing against it but, maybe, its age. */
export type Sound = Submission & Required<Pick<Submission, 'certificate' | 'rules'>>;

/** See {@link Sound}. */
export function isSound(submission: Submission): submission is Sound {
  return submission.certificate !== undefined && submission.rules !== undefined;
}

/** A client with nothing against it but, maybe, its age. */
export type SoundClient = Submission & Required<Pick<Submission, 'client'>>;

/** See {@link SoundClient}. */
export function isSoundClient(submission: Submission): submission is SoundClient {
  return submission.client !== undefined;
}

/** The same of either kind. */
export type AnySound = Sound | SoundClient;

/** See {@link AnySound}. */
export function isAnySound(submission: Submission): submission is AnySound {
  return isSound(submission) || isSoundClient(submission);
}

/** The last day of the run, YYYY-MM-DD. */
export function dayOf(submission: AnySound): string {
  const { claims } = isSound(submission) ? submission.certificate : submission.client;
  return claims.endedAt.slice(0, 10);
}

/** What came of checking a submission, in words. */
export const STATES: Readonly<Record<Submission['state'], string>> = {
  holds: 'conforms',
  fails: 'refused',
  unchecked: 'not checked',
};
