import { UsageError } from '../errors.ts';
import { holdsBundles, readBundles, signerOf } from '../keyless/bundles.ts';
import type { KeylessSigner } from '../keyless/sign.ts';
import { boundPredicate, statementsOf, type AnyContent } from './bundle.ts';
import { changedCheck, signerCheck, type Check, type SignatureChecked } from './check.ts';
import { CLOCKS_DIFFER } from './dates.ts';
import { PAYLOAD_TYPE } from './envelope.ts';
import { keyIdOf, pemOf } from './keys.ts';
import type { AnyPredicate } from './client-predicate.ts';
import type { SignerIdentity, SignerPlan } from './signer-plan.ts';

/** Signs a certificate without a key of its own: two Sigstore bundles, a line each. */
export async function printKeylessCertificate(content: AnyContent, sign: KeylessSigner): Promise<string> {
  const lines = await sign({
    payloadType: PAYLOAD_TYPE,
    payloads: (publicKey) => statementsOf(content, publicKey),
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Whether a certificate is, or was, one without a key of its own. */
export function isKeyless(bytes: Buffer): boolean {
  return holdsBundles(bytes.toString());
}

/**
 * Checks who signed a certificate that was signed without a key of its own, and that nothing in it was changed. What others sign in it can be
 * written in two ways, and still says the same.
 */
export async function checkKeyless(bytes: Buffer, plan: SignerPlan): Promise<SignatureChecked> {
  try {
    return await checkBundles(bytes, plan);
  } catch (error) {
    // Without the verifier, nothing is said of this certificate, and others of a register can be checked.
    if (!(error instanceof UsageError)) throw error;
    return { checks: [{ what: 'signature', state: 'unchecked', says: `${error.message}: ${error.hint}` }] };
  }
}

async function checkBundles(
  bytes: Buffer,
  { identity, trustedRoot, publicKey, isAnySigner }: SignerPlan,
): Promise<SignatureChecked> {
  const signed = await readBundles(bytes, 2);
  if (typeof signed === 'string') return changed(signed);
  const [one, other] = signed;
  if (one === undefined || other === undefined) return changed('it has no second line');
  if (signed.some(({ payloadType }) => payloadType !== PAYLOAD_TYPE)) return changed('it holds no in-toto statement');
  const predicate = boundPredicate(one.payload, other.payload);
  if (predicate === undefined) return changed('its two statements do not belong together');
  if (predicate.signer.publicKey !== pemOf(other.key)) return changed('the key in it is not the one that signed');
  const signature: Check = {
    what: 'signature',
    state: 'holds',
    says: `signed with ECDSA by the key ${keyIdOf(other.key)}, which was made for it`,
  };
  if (publicKey !== undefined) return { checks: [signature, signerCheck('unchecked', HAS_NO_KEY)] };
  if (trustedRoot === undefined)
    return { checks: [signature, { what: 'chain', state: 'unchecked', says: HAS_NO_ROOT }], predicate };
  const signer = await signerOf(signed, trustedRoot);
  const failing = (says: string) => ({ checks: [signature, { what: 'chain', state: 'fails', says } as const] });
  if (typeof signer === 'string') return failing(signer);
  const early = whyEarly(signer.signedAt, predicate);
  if (early !== undefined) return failing(early);
  const at = new Date(signer.signedAt).toISOString();
  const chain: Check = {
    what: 'chain',
    state: 'holds',
    says: `the signing certificate leads to the trusted root, and was valid at ${at}, when ${WITNESSED[signer.witness]}`,
  };
  return { checks: [signature, chain, checkSigner(signer, identity, isAnySigner)], predicate };
}

function changed(why: string): SignatureChecked {
  return { checks: [changedCheck(why)] };
}

/** What the witness that gave the time did. */
const WITNESSED = {
  log: 'the transparency log recorded it',
  'timestamp authority': 'a timestamp authority saw it',
} as const;

const HAS_NO_KEY =
  'it was signed by a pipeline, which keeps no key: --certificate-identity and --certificate-issuer say whose it must be';

const HAS_NO_ROOT =
  'it was signed without a key of its own, so only a trusted root can tell who signed it: --trusted-root names one';

function checkSigner(signer: SignerIdentity, asked: SignerIdentity | undefined, isAnySigner = false): Check {
  const who = `${signer.identity}, as ${signer.issuer} says`;
  if (asked === undefined)
    return isAnySigner
      ? signerCheck('open', `signed by ${who}`)
      : signerCheck(
          'unchecked',
          `nobody said whose signature counts, and it is signed by ${who}: --certificate-identity and --certificate-issuer name the signer, --any-signer accepts every one`,
        );
  if (signer.identity !== asked.identity)
    return signerCheck('fails', `it was signed by ${signer.identity}, not by ${asked.identity}`);
  if (signer.issuer !== asked.issuer)
    return signerCheck('fails', `its signer was identified by ${signer.issuer}, not by ${asked.issuer}`);
  return signerCheck('holds', `signed by ${who}`);
}

/** The time of a witness is not the signer's to choose: a run cannot end after it. */
function whyEarly(signedAt: number, { claims: { endedAt } }: AnyPredicate): string | undefined {
  if (Date.parse(endedAt) <= signedAt + CLOCKS_DIFFER) return undefined;
  return `it was signed at ${new Date(signedAt).toISOString()}, before its run ended at ${endedAt}`;
}
