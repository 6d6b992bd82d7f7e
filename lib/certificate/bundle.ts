import { createHash, type KeyObject } from 'node:crypto';
import type * as z from 'zod';
import { parsedJson } from '../evidence/parsed-json.ts';
import { Envelope, isSignedBy, PAYLOAD_TYPE, seal, statementIn } from './envelope.ts';
import { keyIdOf, pemOf, publicKeyFrom, type SigningKey } from './keys.ts';
import { TestResultStatement, type CertificatePredicate } from './predicate.ts';
import {
  AnyStatement,
  ownStatement,
  resultStatement,
  type AnyPredicate,
  type ClientContent,
} from './client-predicate.ts';

/** The name of a certificate within the folder of its report. Source: in-toto attestation v1, bundle, naming convention. */
export const CERTIFICATE_FILE = 'certificate.intoto.jsonl';

/** A certificate is some 30 kB; what is much longer is something else. */
export const MOST_CERTIFICATE_BYTES = 4 * 1_048_576;

/** What a certificate says but for what its form adds: the key, and the digest that binds its two statements. */
export type CertificateContent = Omit<CertificatePredicate, 'signer' | 'testResult'>;

/** The same of a certificate of either kind. */
export type AnyContent = CertificateContent | ClientContent;

/** Signs a certificate: two envelopes, a line each. */
export function printCertificate(content: AnyContent, { privateKey, publicKey }: Omit<SigningKey, 'warning'>): string {
  const keyid = keyIdOf(publicKey);
  return statementsOf(content, pemOf(publicKey))
    .map((statement) => `${JSON.stringify(seal(statement, privateKey, keyid))}\n`)
    .join('');
}

/** The two statements of a certificate, as they are signed. @param publicKey - the key that signs them, in PEM form */
export function statementsOf(content: AnyContent, publicKey: string): readonly [first: string, own: string] {
  const testResult = JSON.stringify(resultStatement(content));
  const own = ownStatement({ ...content, testResult: { sha256: sha256(testResult) }, signer: { publicKey } });
  return [testResult, JSON.stringify(own)];
}

/** A certificate as it was read, or why it cannot be relied on. */
export type CertificateReading =
  | { readonly state: 'signed'; readonly predicate: AnyPredicate; readonly key: KeyObject }
  /** It is a certificate, and was changed; `says` is a clause. */
  | { readonly state: 'changed'; readonly says: string }
  /** It is none. */
  | { readonly state: 'foreign'; readonly says: string }
  /** The key that was asked for signed it, in a format that this petvet does not know. */
  | { readonly state: 'newer'; readonly says: string }
  /** The signature is not of the key that was asked for. */
  | { readonly state: 'other key'; readonly says: string };

/**
 * Reads a certificate and checks its signatures. Pure; never throws. Whatever differs from what petvet writes counts as changed, also
 * what a lenient reader of JSON or base64 would pass over.
 *
 * @param trusted - the key that is to have signed it; without one, the key in the certificate
 */
export function readCertificate(bytes: Buffer, trusted?: KeyObject): CertificateReading {
  const text = bytes.toString();
  const [first, second, ...rest] = text.split('\n');
  const envelopes = [first, second].map((line = '') => Envelope.safeParse(parsedJson(line)));
  const [one, other] = envelopes.flatMap(({ data }) => data ?? []);
  const wasOne = text.startsWith('{"payload":"') || text.includes(PAYLOAD_TYPE);
  if (one === undefined && other === undefined && !wasOne)
    return { state: 'foreign', says: 'it holds no DSSE envelope of an in-toto statement' };
  if (one === undefined || other === undefined)
    return {
      state: 'changed',
      says: `its ${one === undefined || envelopes[0]?.success !== true ? 'first' : 'second'} line is not a DSSE envelope as petvet writes it`,
    };
  if (rest.join('\n') !== '' || rest.length !== 1)
    return { state: 'changed', says: 'it does not end with the second line' };
  const inForm = `${JSON.stringify(one)}\n${JSON.stringify(other)}\n`;
  if (!bytes.equals(Buffer.from(inForm)) || [one, other].some((envelope) => !isCanonical(envelope)))
    return { state: 'changed', says: 'its envelopes are not written as petvet writes them' };
  return readStatements(one, other, trusted);
}

function readStatements(one: Envelope, other: Envelope, trusted: KeyObject | undefined): CertificateReading {
  const own = read(AnyStatement, statementIn(other));
  if (own === undefined)
    return trusted !== undefined && isSignedBy(other, trusted)
      ? { state: 'newer', says: 'its second statement is not a certificate of a format that this petvet knows' }
      : { state: 'changed', says: 'its second statement is not a certificate as petvet writes it' };
  const key = publicKeyFrom(own.predicate.signer.publicKey);
  if (key === undefined) return { state: 'changed', says: 'the key in it is not an Ed25519 key in PEM form' };
  if (!isSignedBy(other, key))
    return { state: 'changed', says: 'the signature of its second statement, the certificate, does not match' };
  if (!isSignedBy(one, key))
    return { state: 'changed', says: 'the signature of its first statement, the test result, does not match' };
  if ([one, other].some(({ signatures: [{ keyid }] }) => keyid !== keyIdOf(key)))
    return { state: 'changed', says: 'the name of the key beside a signature is not that of the key' };
  const predicate = predicateBoundTo(statementIn(one), own);
  if (predicate === undefined) return { state: 'changed', says: 'its two statements do not belong together' };
  if (trusted !== undefined && !trusted.equals(key))
    return { state: 'other key', says: `it is signed with the key ${keyIdOf(key)}, not with ${keyIdOf(trusted)}` };
  return { state: 'signed', predicate, key };
}

/** What two statements say, where they are those of one certificate. Whether they are signed is not looked at. */
export function boundPredicate(first: string, second: string): AnyPredicate | undefined {
  const own = read(AnyStatement, second);
  return own === undefined ? undefined : predicateBoundTo(first, own);
}

function predicateBoundTo(first: string, own: AnyStatement): AnyPredicate | undefined {
  const result = read(TestResultStatement, first);
  const { predicate } = own;
  const isOfTheSame =
    predicate.testResult.sha256 === sha256(first) &&
    JSON.stringify(result) === JSON.stringify(resultStatement(predicate)) &&
    JSON.stringify(own) === JSON.stringify(ownStatement(predicate));
  return isOfTheSame ? predicate : undefined;
}

/** A statement, where it is written as petvet writes it: a member that stands twice would mean one thing here and another elsewhere. */
function read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  const value = parsedJson(text);
  const reading = schema.safeParse(value);
  return reading.success && JSON.stringify(value) === text ? reading.data : undefined;
}

function isCanonical({ payload, payloadType, signatures: [{ sig }] }: Envelope): boolean {
  return (
    payloadType === PAYLOAD_TYPE &&
    [payload, sig].every((text) => Buffer.from(text, 'base64').toString('base64') === text)
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
