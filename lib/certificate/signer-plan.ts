import type { KeyObject } from 'node:crypto';
import type { TrustedRoot } from '../keyless/trusted-root.ts';

/** Who signed without a key of its own: the name in the signing certificate, and who vouched for it. */
export interface SignerIdentity {
  readonly identity: string;
  readonly issuer: string;
}

/** Who is to have signed a certificate. */
export interface SignerPlan {
  /** The key that is to have signed it. */
  readonly publicKey?: KeyObject | undefined;
  /** Whoever names the key decides who may sign: what another key signed, and what is no certificate, fails. */
  readonly isKeyDecisive?: boolean | undefined;
  /** Whoever signed it counts: nobody is to be known by it. */
  readonly isAnySigner?: boolean | undefined;
  /** Who is to have signed it, where it was signed without a key. */
  readonly identity?: SignerIdentity | undefined;
  /** Whom to believe about that. */
  readonly trustedRoot?: TrustedRoot | undefined;
}
