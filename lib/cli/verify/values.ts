/** What `petvet verify` is told. */
export interface VerifyFlags {
  readonly evidence?: string;
  readonly publicKey?: string;
  readonly anySigner?: boolean;
  readonly certificateIdentity?: string;
  readonly certificateIssuer?: string;
  readonly trustedRoot?: string;
  readonly nonce?: string;
  readonly subjectFile?: string;
  readonly live?: string;
  readonly allowPlainHttp?: boolean;
  /** The folder of a register. */
  readonly all?: string;
  readonly format?: 'markdown' | 'html' | 'json';
  /** One for each table. */
  readonly out?: readonly string[];
  /** YYYY-MM-DD */
  readonly asOf?: string;
  /** Where the submissions are published. */
  readonly submissions?: string;
}
