import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import type { Signature, Signer } from '@sigstore/sign';
import type { Addresses } from './addresses.ts';
import { isOfItsCheckpoint } from './checkpoint.ts';
import { ForeignCertificateError, whyNotSigned } from './failure.ts';
import type { TokenSource } from './identity-token.ts';
import { loadSigning } from './packages.ts';

/** A service may take so long for one request, in milliseconds, and is asked again so often where it is busy. */
const TIMEOUT = 20_000;
const RETRY = { retries: 2, minTimeout: 500, maxTimeout: 2_000 };

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
  const { DSSEBundleBuilder, FulcioSigner, RekorWitness, TSAWitness, InternalError, bundleFromJSON, bundleToJSON } =
    await loadSigning();
  const options = { timeout: TIMEOUT, retry: RETRY };
  const { fulcio, rekor, tsa } = addresses;
  return async ({ payloadType, payloads }) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const holder: Signer = {
      sign: (data) =>
        Promise.resolve({ signature: sign('sha256', data, privateKey), key: { $case: 'publicKey', publicKey: pem } }),
    };
    const issuing = new FulcioSigner({ ...options, fulcioBaseURL: fulcio, identityProvider: token, keyHolder: holder });
    let issued: Signature['key'] | undefined;
    const signer: Signer = {
      // One certificate for all: who reads one statement sees that the other is of the same signer.
      async sign(data) {
        issued ??= demandOwn((await issuing.sign(data)).key, pem);
        return { signature: (await holder.sign(data)).signature, key: issued };
      },
    };
    const witnesses = [
      ...(rekor === undefined ? [] : [new RekorWitness({ ...options, rekorBaseURL: rekor })]),
      ...(tsa === undefined ? [] : [new TSAWitness({ ...options, tsaBaseURL: tsa })]),
    ];
    const builder = new DSSEBundleBuilder({ signer, witnesses });
    try {
      const lines: string[] = [];
      for (const payload of payloads(pem)) {
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
      const failed = error instanceof InternalError ? { code: error.code, cause: error.cause } : { cause: error };
      throw new NotSignedError(whyNotSigned(failed, addresses, (text) => token.redact(text)));
    }
  };
}

/** A certificate that was issued for another key would make a signature that nobody can verify. */
function demandOwn(key: Signature['key'], publicKey: string): Signature['key'] {
  if (key.$case !== 'x509Certificate' || keyIn(key.certificate) !== publicKey) throw new ForeignCertificateError();
  return key;
}

function keyIn(certificate: string): string | undefined {
  try {
    return new X509Certificate(certificate).publicKey.export({ format: 'pem', type: 'spki' }).toString();
  } catch {
    return undefined;
  }
}
