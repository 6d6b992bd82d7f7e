import { readCertificate } from './bundle.ts';
import { changedCheck, signerCheck, type Check, type SignatureChecked } from './check.ts';
import { keyIdOf } from './keys.ts';
import type { SignerPlan } from './signer-plan.ts';

/** Checks who signed a certificate with a key, and that not a byte of it was changed. */
export function checkKeyed(
  bytes: Buffer,
  { publicKey, isKeyDecisive = false, isAnySigner = false, identity, trustedRoot }: SignerPlan,
): SignatureChecked {
  const reading = readCertificate(bytes, publicKey);
  if (reading.state === 'changed') return { checks: [changedCheck(reading.says)] };
  if (reading.state !== 'signed') {
    const says =
      reading.state === 'foreign'
        ? `this is not a certificate: ${reading.says}; name the certificate.intoto.jsonl that petvet certify wrote`
        : reading.says;
    // A format that a newer petvet writes may well hold.
    const state = isKeyDecisive && reading.state !== 'newer' ? 'fails' : 'unchecked';
    return { checks: [{ what: 'signature', state, says }] };
  }
  const { predicate, key } = reading;
  const signature: Check = {
    what: 'signature',
    state: 'holds',
    says: `signed with Ed25519 by the key ${keyIdOf(key)}`,
  };
  if (identity !== undefined) return { checks: [signature, signerCheck('unchecked', HAS_NO_IDENTITY)] };
  if (publicKey !== undefined)
    return { checks: [signature, signerCheck('holds', 'that is the key of --public-key')], predicate };
  if (isAnySigner) return { checks: [signature, signerCheck('open', COUNTS_WHOEVER)], predicate };
  // Who names a root wants to know who signed.
  if (trustedRoot !== undefined) return { checks: [signature, signerCheck('unchecked', HAS_NO_CHAIN)] };
  return { checks: [signature, signerCheck('unchecked', IS_UNKNOWN)], predicate };
}

const HAS_NO_IDENTITY = 'it is signed with a key, which has no identity: --public-key says whose it must be';

const HAS_NO_CHAIN =
  'it is signed with a key, of which a trusted root says nothing: --public-key says whose it must be';

const COUNTS_WHOEVER =
  'the signature was checked with the key in the certificate alone, so who signed is unknown: anyone can make a key';

const IS_UNKNOWN = 'nobody said whose signature counts: --public-key names the key, --any-signer accepts every one';
