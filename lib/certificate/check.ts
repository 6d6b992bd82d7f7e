import type { AnyPredicate } from './client-predicate.ts';

/** What was checked of a certificate. */
export const CHECKS = [
  'signature',
  'chain',
  'signer',
  'evidence',
  'report',
  'complete',
  'verdicts',
  'attested',
  'errata',
  'dates',
  'nonce',
  'subject',
  'service',
] as const;

/**
 * How a check came out: it holds; it does not; it could not be made; or nobody asked for it, and something stays open. Only the second and
 * the third keep a certificate from being relied on.
 */
export type CheckState = 'holds' | 'fails' | 'unchecked' | 'open';

/** One check of a certificate, told in one sentence. */
export interface Check {
  readonly what: (typeof CHECKS)[number];
  readonly state: CheckState;
  readonly says: string;
}

/** What came of checking who signed a certificate. */
export interface SignatureChecked {
  readonly checks: readonly Check[];
  /** What it says, where it is signed as it stands. */
  readonly predicate?: AnyPredicate;
}

/** What all checks come to: one that fails outweighs one that could not be made. */
export function concludeChecks(checks: readonly Check[]): Exclude<CheckState, 'open'> {
  return (['fails', 'unchecked'] as const).find((state) => checks.some((check) => check.state === state)) ?? 'holds';
}

/** A certificate that does not stand as it was signed. @param why - a clause */
export function changedCheck(why: string): Check {
  return { what: 'signature', state: 'fails', says: `the certificate was changed: ${why}` };
}

/** Who signed a certificate. @param says - a clause */
export function signerCheck(state: CheckState, says: string): Check {
  return { what: 'signer', state, says };
}

/** What is only the signer's word stays open, statement by statement. */
export function attestedChecks({ attested = [] }: { readonly attested?: readonly string[] }): Check[] {
  return attested.map((says) => ({
    what: 'attested',
    state: 'open',
    says: `the signer states, and no run shows: ${says}`,
  }));
}
