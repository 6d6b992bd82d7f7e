import * as z from 'zod';
import { UsageError } from '../errors.ts';

/** As many statements, at most. */
const MOST = 20;

/** What a signer states besides the run: no evidence shows it. */
export const Attested = z
  .array(z.string().regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u))
  .min(1)
  .max(MOST)
  .meta({ description: 'What the signer states and no run can show, such as the limits of Enterprise' });

/** Reads what was given with `--attest`. @throws {UsageError} for what may not stand in a certificate */
export function readAttested(given: readonly string[], secrets: readonly string[]): string[] {
  if (given.length === 0) return [];
  const hint = `give up to ${MOST} statements of at most 200 printable characters, each with --attest, and no key in any`;
  if (secrets.some((secret) => secret !== '' && given.some((text) => text.includes(secret))))
    throw new UsageError('--attest must not contain an API key', hint);
  const reading = Attested.safeParse(given);
  if (!reading.success) throw new UsageError('--attest has a statement that no certificate can hold', hint);
  return reading.data;
}
