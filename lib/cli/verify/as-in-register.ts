import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import type { Check } from '../../certificate/check.ts';
import { isOfClient, type AnyPredicate } from '../../certificate/client-predicate.ts';
import type { JudgedRules } from '../../certificate/rejudge.ts';
import { UsageError } from '../../errors.ts';
import type { Erratum } from '../../register/errata.ts';
import { checkErrata } from '../../register/judged-by-errata.ts';
import { ERRATA_FILE, readErrata } from '../../register/programme.ts';
import { PRODUCT_FILE } from '../../register/register.ts';
import { evidenceAmong } from '../../register/submitted-evidence.ts';
import { unpack } from '../../register/unpacked.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { VerifyFlags } from './values.ts';

/** Errata that a certificate is checked by, and whether whoever checks it named them. */
interface FoundErrata {
  readonly errata: readonly Erratum[];
  readonly areNamed: boolean;
}

/**
 * The errata of the flag; else those of the register around the certificate, where it lies in one.
 *
 * @throws {UsageError} when they cannot be used
 */
export function errataFor(certificate: string, { errata }: Pick<VerifyFlags, 'errata'>): FoundErrata | undefined {
  if (errata !== undefined) return { errata: readErrata(errata), areNamed: true };
  const folder = dirname(certificate);
  const around = join(folder, '..', '..', ERRATA_FILE);
  const isSubmission = basename(certificate) === CERTIFICATE_FILE && existsSync(join(folder, PRODUCT_FILE));
  return isSubmission && existsSync(around) ? { errata: readErrata(around), areNamed: false } : undefined;
}

/**
 * The evidence of a certificate, unpacked where it is gzip: by its name, or because nothing else is beside the certificate.
 *
 * @returns undefined where it is not packed, or not there
 * @throws {UsageError} when it cannot be unpacked
 */
export async function plainEvidence(certificate: string, evidence: string | undefined) {
  const folder = dirname(certificate);
  const beside = evidenceAmong(existsSync(folder) ? readdirSync(folder) : []);
  const packed = evidence ?? join(folder, beside.file);
  if (!packed.endsWith('.gz') || !existsSync(packed)) return undefined;
  const unpacked = await unpack(packed, beside.name);
  if ('file' in unpacked) return unpacked;
  const why = 'refused' in unpacked ? unpacked.refused : unpacked.unchecked;
  throw new UsageError(`${packed} cannot be unpacked: ${why}`, 'name the evidence with --evidence');
}

/** What was found of a certificate, by the errata that apply to it. */
export async function withErrata(
  {
    checks,
    predicate,
    rules,
    file,
    evidence,
  }: {
    readonly checks: readonly Check[];
    readonly predicate?: AnyPredicate;
    readonly rules?: JudgedRules;
    readonly file: string;
    readonly evidence: string | undefined;
  },
  found: FoundErrata | undefined,
  { interrupt }: Pick<Terminal, 'interrupt'>,
): Promise<readonly Check[]> {
  if (found === undefined || predicate === undefined) return checks;
  if (isOfClient(predicate)) {
    if (!found.areNamed) return checks;
    throw new UsageError('--errata is for the certificate of a service', 'leave it out: this one is of a client');
  }
  if (rules === undefined) return checks;
  const log = evidence ?? join(dirname(file), predicate.evidence.name);
  return checkErrata({ checks, predicate, rules, evidence: log }, found, {
    today: new Date().toISOString().slice(0, 10),
    interrupt,
  });
}
