import { dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { MOST_CERTIFICATE_BYTES } from './bundle.ts';
import { attestedChecks, type Check, type SignatureChecked } from './check.ts';
import { isOfClient, type AnyPredicate } from './client-predicate.ts';
import { checkDates } from './dates.ts';
import { digestOf, sizeOf, type Digest } from './digest.ts';
import { checkKeyed } from './keyed.ts';
import { checkKeyless, isKeyless } from './keyless.ts';
import type { CertificatePredicate } from './predicate.ts';
import { checkEvidence, type JudgedRules } from './rejudge.ts';
import type { SignerPlan } from './signer-plan.ts';

/** What a certificate is checked against. */
export interface VerifyPlan extends SignerPlan {
  readonly file: string;
  /** Beside the certificate, unless said otherwise. */
  readonly evidence?: string | undefined;
  /** The nonce that the verifier gave. */
  readonly nonce?: string | undefined;
  /** The file that the subject is to be. */
  readonly subjectFile?: string | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Somebody named that date: it is not what the clock of this machine says. */
  readonly isDateGiven?: boolean | undefined;
  readonly interrupt: AbortSignal;
}

/** What came of checking a certificate. */
export interface Verified {
  readonly checks: readonly Check[];
  /** What it says, where it is signed as it stands. */
  readonly predicate?: CertificatePredicate;
  /** The pets that the run created, by id, with their names; where the evidence was read. */
  readonly created?: ReadonlyMap<string, string>;
  /** What the evidence says of each rule, where it was judged. */
  readonly rules?: JudgedRules;
}

/** Longer evidence is not of one run. */
const MOST_EVIDENCE_BYTES = 1_073_741_824;

/**
 * Checks a certificate without trusting whoever made it: the signature, the digests, that the run was complete, and every verdict, by judging
 * the evidence again. Sends nothing.
 *
 * @throws {UsageError} when the certificate cannot be read at all
 * @throws {InterruptedError} when it was interrupted
 */
export async function verifyCertificate(plan: VerifyPlan): Promise<Verified> {
  return verifySigned(plan, await checkSigned(plan));
}

/** Checks who signed a certificate. @throws {UsageError} when it cannot be read at all */
export async function checkSigned(plan: VerifyPlan): Promise<SignatureChecked> {
  const bytes = bytesOf(plan.file);
  return isKeyless(bytes) ? checkKeyless(bytes, plan) : checkKeyed(bytes, plan);
}

/** Checks the certificate of a service, of which it is known who signed it. */
export async function verifySigned(
  plan: VerifyPlan,
  { checks: signed, predicate }: SignatureChecked,
): Promise<Verified> {
  if (predicate === undefined) return { checks: signed };
  const known = [...signed];
  if (isOfClient(predicate))
    return { checks: [...known, evidenceCheck('unchecked', 'it is the certificate of a client, not of a service')] };
  const place = evidenceOf(plan, predicate);
  const digest = await checkDigest(place, predicate.evidence);
  known.push(digest);
  const report = await checkReport(plan, predicate);
  if (report !== undefined) known.push(report);
  const moment = { now: plan.now, isGiven: plan.isDateGiven };
  const later = [
    ...attestedChecks(predicate),
    checkDates(predicate, moment),
    checkNonce(plan, predicate),
    await checkSubject(plan, predicate),
  ];
  if (digest.state !== 'holds') return { checks: [...known, ...later], predicate };
  const judged = await checkEvidence(place, predicate, plan.interrupt);
  const after = await checkDigest(place, predicate.evidence);
  const moved: readonly Check[] =
    after.state === 'holds'
      ? []
      : [{ what: 'evidence', state: 'unchecked', says: 'the evidence was written to while it was judged' }];
  const { created, rules } = judged;
  return {
    checks: [...known, ...moved, ...judged.checks, ...later],
    predicate,
    created,
    ...(rules !== undefined && { rules }),
  };
}

/** Where the evidence of a certificate is. */
export function evidenceOf(plan: VerifyPlan, { evidence }: AnyPredicate): string {
  return plan.evidence ?? join(dirname(plan.file), evidence.name);
}

function bytesOf(file: string): Buffer {
  try {
    return readGivenFile(file, { bytes: MOST_CERTIFICATE_BYTES });
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(
      `the certificate ${file} cannot be read: ${error.message}`,
      'name the certificate.intoto.jsonl that `petvet certify` wrote',
    );
  }
}

function evidenceCheck(state: Check['state'], says: string): Check {
  return { what: 'evidence', state, says };
}

/** Whether the evidence is what was certified. */
export async function checkDigest(file: string, { name, sha256, bytes }: AnyPredicate['evidence']): Promise<Check> {
  const size = sizeOf(file);
  if (size === undefined)
    return evidenceCheck(
      'unchecked',
      `there is no evidence at ${file}: it belongs beside the certificate, or --evidence names it`,
    );
  if (size !== bytes)
    return evidenceCheck('fails', `the evidence was changed: it has ${size} bytes, and ${name} had ${bytes}`);
  if (bytes > MOST_EVIDENCE_BYTES)
    return evidenceCheck('unchecked', `the evidence is longer than ${MOST_EVIDENCE_BYTES} bytes`);
  const digest = await digested(file, 'the evidence');
  if (typeof digest === 'string') return evidenceCheck('unchecked', digest);
  if (digest.sha256 !== sha256)
    return evidenceCheck('fails', `the evidence was changed: its SHA-256 is ${digest.sha256}, not ${sha256}`);
  return evidenceCheck('holds', `the evidence is what was certified: ${bytes} bytes, SHA-256 ${sha256}`);
}

async function digested(file: string, what: string): Promise<Digest | string> {
  try {
    return await digestOf(file, what);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** The report follows from the evidence, so that nothing depends on it; but where it is there, it must be the one. */
export async function checkReport({ file }: VerifyPlan, { report }: AnyPredicate): Promise<Check | undefined> {
  const place = join(dirname(file), report.name);
  if (sizeOf(place) === undefined) return undefined;
  const digest = await digested(place, 'the report');
  if (typeof digest === 'string') return { what: 'report', state: 'unchecked', says: digest };
  return digest.sha256 === report.sha256
    ? { what: 'report', state: 'holds', says: `${report.name} is what was certified` }
    : {
        what: 'report',
        state: 'fails',
        says: `${report.name} beside the certificate was changed: its SHA-256 is another one`,
      };
}

function checkNonce({ nonce }: VerifyPlan, predicate: CertificatePredicate): Check {
  const { challenge: certified } = predicate;
  if (nonce === undefined)
    return {
      what: 'nonce',
      state: 'open',
      says:
        certified === undefined
          ? 'no nonce was given: the signer may have chosen this run among many'
          : `the run followed the nonce ${JSON.stringify(certified)}; --nonce checks whether it is yours`,
    };
  if (certified === nonce) return { what: 'nonce', state: 'holds', says: 'the run followed your nonce' };
  const says =
    certified === undefined
      ? 'the run followed no nonce'
      : `the run followed another nonce: ${JSON.stringify(certified)}`;
  return { what: 'nonce', state: 'fails', says };
}

/** Whether the file of a verifier is the one that was certified; undefined where there is no such file. */
export async function checkSubjectFile(
  { subjectFile }: VerifyPlan,
  about: { readonly name: string; readonly sha256: string } | undefined,
): Promise<Check | undefined> {
  if (subjectFile === undefined) return undefined;
  if (about === undefined)
    return {
      what: 'subject',
      state: 'fails',
      says: 'the certificate names no file: it covers whatever ran at that time',
    };
  const digest = await digested(subjectFile, 'the file');
  if (typeof digest === 'string') return { what: 'subject', state: 'unchecked', says: digest };
  return digest.sha256 === about.sha256
    ? { what: 'subject', state: 'holds', says: `${subjectFile} is the certified ${about.name}` }
    : {
        what: 'subject',
        state: 'fails',
        says: `${subjectFile} is not the certified ${about.name}: its SHA-256 is ${digest.sha256}, not ${about.sha256}`,
      };
}

async function checkSubject(plan: VerifyPlan, { about, claims }: CertificatePredicate): Promise<Check> {
  const file = await checkSubjectFile(plan, about.kind === 'address' ? undefined : about);
  if (file !== undefined) return file;
  const { baseUrl } = claims.target;
  const says =
    about.kind === 'address'
      ? `about ${baseUrl} at that time, not about a version of the service`
      : about.kind === 'named'
        ? `about ${about.name}, SHA-256 ${about.sha256}, which the signer says responded at ${baseUrl}`
        : `about ${about.name}, SHA-256 ${about.sha256}, started as ${JSON.stringify(about.command)}`;
  return { what: 'subject', state: 'open', says };
}
