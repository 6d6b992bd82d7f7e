import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import type { Signer } from '@sigstore/sign';
import type { Addresses } from './addresses.ts';
import { isOfItsCheckpoint } from './checkpoint.ts';
import { ForeignCertificateError, whyNotSigned } from './failure.ts';
import { IssuingError, issueCertificate, PATIENCE } from './fulcio.ts';
import { subjectOf, TokenError, type TokenSource } from './identity-token.ts';
import { loadSigning } from './packages.ts';

/** Nothing was signed; the message is a clause that says which service failed, and how. */
export class NotSignedError extends Error {
  override readonly name = 'NotSignedError';
}

/** What is signed. */
interface ToSign {
  readonly payloadType: string;
  /** The payloads, given the public key in PEM form. */
  readonly payloads: (publicKey: string) => readonly string[];
}

/** Signs payloads without a key that anybody keeps. @returns a Sigstore bundle for each, as one line of JSON */
export type KeylessSigner = (what: ToSign) => Promise<readonly string[]>;

/**
 * Makes a signer: a key that exists for this signature only, a certificate for it in exchange for the token, and a witness of the time.
 *
 * @throws {UsageError} when the client is not installed
 */
export async function keylessSigner(addresses: Addresses, token: TokenSource): Promise<KeylessSigner> {
  const { DSSEBundleBuilder, RekorWitness, TSAWitness, InternalError, bundleFromJSON, bundleToJSON } =
    await loadSigning();
  const { fulcio, rekor, tsa } = addresses;
  const issuedTo = async (publicKey: string, signed: (data: Buffer) => Buffer): Promise<string> => {
    const identity = await token.getToken();
    const subject = subjectOf(identity);
    if (subject === undefined) throw new TokenError('the identity token of the pipeline names no subject');
    const proof = signed(Buffer.from(subject));
    const certificate = await issueCertificate(fulcio, { token: identity, publicKey, proof });
    if (keyIn(certificate) !== publicKey) throw new ForeignCertificateError();
    return certificate;
  };
  return async ({ payloadType, payloads }) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const signed = (data: Buffer) => sign('sha256', data, privateKey);
    let issued: string | undefined;
    const signer: Signer = {
      // One certificate for all: who reads one statement sees that the other is of the same signer.
      async sign(data) {
        issued ??= await issuedTo(pem, signed);
        return { signature: signed(data), key: { $case: 'x509Certificate', certificate: issued } };
      },
    };
    const witnesses = [
      ...(rekor === undefined ? [] : [new RekorWitness({ ...PATIENCE, rekorBaseURL: rekor })]),
      ...(tsa === undefined ? [] : [new TSAWitness({ ...PATIENCE, tsaBaseURL: tsa })]),
    ];
    const builder = new DSSEBundleBuilder({ signer, witnesses });
    // What petvet itself says is not to be blamed on a service.
    const own = payloads(pem);
    try {
      const lines: string[] = [];
      for (const payload of own) {
        // The second is under the certificate that came with the first.
        // oxlint-disable-next-line no-await-in-loop
        const bundle = await builder.create({ data: Buffer.from(payload), type: payloadType });
        const text = JSON.stringify(bundleToJSON(bundle));
        const { tlogEntries } = bundleFromJSON(JSON.parse(text)).verificationMaterial;
        if (!tlogEntries.every(isOfItsCheckpoint)) throw new TypeError('a log entry of Rekor');
        lines.push(text);
      }
      return lines;
    } catch (error) {
      const failed =
        error instanceof InternalError || error instanceof IssuingError
          ? { code: error.code, cause: error.cause }
          : { cause: error };
      throw new NotSignedError(
        whyNotSigned(failed, addresses, (text) => token.redact(text)),
        { cause: error },
      );
    }
  };
}

function keyIn(certificate: string): string | undefined {
  try {
    return new X509Certificate(certificate).publicKey.export({ format: 'pem', type: 'spki' }).toString();
  } catch {
    return undefined;
  }
}
