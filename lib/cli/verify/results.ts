import { basename } from 'node:path';
import { concludeChecks, type Check } from '../../certificate/check.ts';
import { ownStatement, type AnyPredicate } from '../../certificate/client-predicate.ts';
import { digestOf } from '../../certificate/digest.ts';
import { readSigningKey, type SigningKey } from '../../certificate/keys.ts';
import type { VerificationResult } from '../../certificate/svr.ts';
import { UsageError } from '../../errors.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { VerifyFlags } from './values.ts';

/** Whether a file is for results that policy engines read, by its name. */
export function isResultFile(name: string): boolean {
  return /\.svr(?:\.intoto)?\.jsonl?$/i.test(name);
}

/**
 * The key that signs results; undefined where they stay unsigned.
 *
 * @throws {UsageError} when it cannot be used, or no result is asked for; or when a result would be of another day than it is made
 */
export function resultKey(
  { key, format, out = [], asOf }: Pick<VerifyFlags, 'key' | 'format' | 'out' | 'asOf'>,
  terminal: Terminal,
): SigningKey | undefined {
  const areAsked = format === 'svr' || (format === undefined && out.some(isResultFile));
  if (areAsked && asOf !== undefined)
    throw new UsageError('a verification result is of now', 'leave --as-of out, or write a table');
  if (key === undefined) return undefined;
  if (!areAsked)
    throw new UsageError('--key signs verification results, and none is asked for', 'add --out FILE.svr.jsonl');
  const read = readSigningKey(key);
  if (read.warning !== undefined) terminal.err(`${read.warning}\n`);
  return read;
}

/** The result of checking one certificate: what held of it, and whether it is valid. */
export async function certificateResult(
  file: string,
  checks: readonly Check[],
  predicate: AnyPredicate | undefined,
): Promise<VerificationResult> {
  const { sha256 } = await digestOf(file, 'the certificate');
  const isValid = concludeChecks(checks) === 'holds';
  const holding = [...new Set(checks.map(({ what }) => what))].filter(
    (what) =>
      checks.some((one) => one.what === what && one.state === 'holds') &&
      checks.every((one) => one.what !== what || one.state === 'holds' || one.state === 'open'),
  );
  const certificate = { name: basename(file), digest: { sha256 } };
  return {
    subject: predicate === undefined ? [certificate] : [...ownStatement(predicate).subject, certificate],
    properties: [...(isValid ? ['valid'] : []), ...holding],
  };
}
