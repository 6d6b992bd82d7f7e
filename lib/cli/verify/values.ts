import type { TrustedRootFlags } from '../shared/trusted-root.ts';

/** What `petvet verify` is told. */
export interface VerifyFlags extends TrustedRootFlags {
  readonly evidence?: string;
  readonly publicKey?: string;
  readonly anySigner?: boolean;
  readonly certificateIdentity?: string;
  readonly certificateIssuer?: string;
  readonly nonce?: string;
  readonly subjectFile?: string;
  readonly live?: string;
  readonly allowPlainHttp?: boolean;
  /** The folder of a register. */
  readonly all?: string;
  /** The public key of the owner of the register. */
  readonly ownerKey?: string;
  readonly errata?: string;
  /** The private key that signs verification results. */
  readonly key?: string;
  readonly format?: 'markdown' | 'html' | 'json' | 'svr';
  /** One for each table. */
  readonly out?: readonly string[];
  /** YYYY-MM-DD */
  readonly asOf?: string;
  /** Where the submissions are published. */
  readonly submissions?: string;
}
