import { X509Certificate, type KeyObject } from 'node:crypto';
import type { SignedEntity } from '@sigstore/verify';
import { isOfItsCheckpoint } from './checkpoint.ts';
import { loadVerifying } from './packages.ts';
import type { TrustedRoot } from './trusted-root.ts';

/** How every line of such a file begins. Source: Sigstore bundle, protobuf specs, v0.3. */
const BEGINNING = '{"mediaType":"application/vnd.dev.sigstore.bundle';

/** A statement that was signed without a key of its own. */
export interface SignedPayload {
  readonly payloadType: string;
  readonly payload: string;
  /** The key that the signing certificate is for. */
  readonly key: KeyObject;
  /** DER. */
  readonly certificate: Buffer;
  readonly entity: SignedEntity;
}

/** Who signed, and when, as the trusted root vouches for it. */
export interface Signer {
  readonly identity: string;
  readonly issuer: string;
  /** In milliseconds since 1970. */
  readonly signedAt: number;
  /** Who says so. */
  readonly witness: Witness;
}

/** Who saw a signature, and says when. */
type Witness = 'log' | 'timestamp authority';

/** Whether a file holds, or held, Sigstore bundles. */
export function holdsBundles(text: string): boolean {
  return text.startsWith(BEGINNING);
}

/**
 * Reads Sigstore bundles, a line each, and checks their signatures with the key in their certificates. Whatever differs from what petvet
 * writes is a reason to refuse.
 *
 * @returns why they cannot be relied on, as a clause, where they cannot
 * @throws {UsageError} when the verifier is not installed
 */
export async function readBundles(bytes: Buffer, count: number): Promise<readonly SignedPayload[] | string> {
  const text = bytes.toString();
  if (!bytes.equals(Buffer.from(text))) return 'it is not UTF-8';
  const lines = text.split('\n');
  if (lines.length !== count + 1 || lines.at(-1) !== '') return `it does not end with line ${count} and a line feed`;
  const { BUNDLE_V03_MEDIA_TYPE, bundleFromJSON, bundleToJSON, toSignedEntity } = await loadVerifying();
  const read: SignedPayload[] = [];
  for (const [index, line] of lines.slice(0, count).entries()) {
    try {
      const bundle = bundleFromJSON(JSON.parse(line));
      const { mediaType, content, verificationMaterial } = bundle;
      if (mediaType !== BUNDLE_V03_MEDIA_TYPE) return `line ${index + 1} is a Sigstore bundle of another version`;
      if (content.$case !== 'dsseEnvelope' || verificationMaterial.content.$case !== 'certificate')
        return `line ${index + 1} is not a Sigstore bundle as petvet writes it`;
      if (JSON.stringify(bundleToJSON(bundle)) !== line) return `line ${index + 1} is not written as petvet writes it`;
      if (!verificationMaterial.tlogEntries.every(isOfItsCheckpoint))
        return `the log entry of line ${index + 1} is not of its checkpoint`;
      const { payload, payloadType, signatures } = content.dsseEnvelope;
      if (signatures.length !== 1 || signatures[0]?.keyid !== '') return `line ${index + 1} has not one signature`;
      const certificate = verificationMaterial.content.certificate.rawBytes;
      const { publicKey: key } = new X509Certificate(certificate);
      const entity = toSignedEntity(bundle);
      if (!entity.signature.verifySignature(key)) return `the signature of line ${index + 1} does not match`;
      read.push({ payloadType, payload: payload.toString(), key, certificate, entity });
    } catch {
      return `line ${index + 1} is not a Sigstore bundle as petvet writes it`;
    }
  }
  const [first] = read;
  return read.every(({ certificate }) => first?.certificate.equals(certificate) === true)
    ? read
    : 'its lines are signed under two certificates';
}

/**
 * Checks who signed: the certificate leads to the trusted root, was valid when a witness saw the signature, and every witness's word is of this
 * signature. What the trusted root names is demanded: a log entry where it names logs, a certificate transparency entry where it names such logs.
 *
 * @returns why it does not hold, as a clause, where it does not
 */
export async function signerOf(signed: readonly SignedPayload[], root: TrustedRoot): Promise<Signer | string> {
  const { Verifier } = await loadVerifying();
  const verifier = new Verifier(root, {
    tlogThreshold: root.tlogs.length === 0 ? 0 : 1,
    ctlogThreshold: root.ctlogs.length === 0 ? 0 : 1,
    timestampThreshold: 1,
  });
  let last: Signer | undefined;
  for (const { entity, key } of signed) {
    try {
      const { key: certified, identity } = verifier.verify(entity);
      if (!certified.equals(key)) return 'its certificate is read in two ways';
      const [name, issuer] = [identity?.subjectAlternativeName, identity?.extensions?.issuer];
      if (name === undefined || issuer === undefined) return 'its signing certificate names no identity';
      last = { identity: name, issuer, ...seenAt(entity) };
    } catch (error) {
      return whyNotTrusted(error);
    }
  }
  return last ?? 'it holds no signature';
}

/** All are verified by now; the earliest is the time by which it was signed. A log's time counts where the log signed it. */
function seenAt({ timestamps }: SignedEntity): Pick<Signer, 'signedAt' | 'witness'> {
  const times = timestamps.flatMap((one): Pick<Signer, 'signedAt' | 'witness'>[] => {
    if (one.$case === 'timestamp-authority')
      return [{ signedAt: one.timestamp.signingTime.getTime(), witness: 'timestamp authority' }];
    const { inclusionPromise, integratedTime } = one.tlogEntry;
    return inclusionPromise === undefined ? [] : [{ signedAt: 1_000 * Number(integratedTime), witness: 'log' }];
  });
  const [first] = times.toSorted((a, b) => a.signedAt - b.signedAt);
  if (first === undefined) throw new TypeError('a signature that is verified has a time');
  return first;
}

const REASONS: readonly (readonly [code: RegExp, says: string])[] = [
  [/^CERTIFICATE_/, 'its signing certificate does not lead to the trusted root, or was not valid when it signed'],
  [/^TIMESTAMP_/, 'no witness that the trusted root names says when it was signed'],
  [/^TLOG_/, 'it is not in a transparency log that the trusted root names'],
  [/^SIGNATURE_/, 'its signature does not match'],
];

function whyNotTrusted(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [, says = 'its signing certificate cannot be read'] = REASONS.find(([of]) => of.test(code)) ?? [];
  return error instanceof Error && code !== '' ? `${says} (${error.message})` : says;
}
