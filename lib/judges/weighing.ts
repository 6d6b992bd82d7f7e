import type { CallerLog } from './caller-log.ts';
import { toDoubt, type Finding } from './finding.ts';

const STRENGTH: readonly ((finding: Finding) => boolean)[] = [
  ({ verdict }) => verdict === 'fail',
  ({ verdict, unverified }) => verdict === 'inconclusive' && unverified !== true,
  ({ verdict }) => verdict === 'pass',
  ({ unverified }) => unverified === true,
];

/** The most findings of one kind: further ones would only repeat it, and require further requests. */
const MOST_ALIKE = 3;

/**
 * Of several findings on one relation the strongest kind: violations if there are any, else what stayed open, else one pass,
 * else one that says why nothing could be verified. A relation that holds somewhere does not excuse where it does not.
 */
export function strongest(findings: readonly (Finding | undefined)[]): Finding[] {
  const all = findings.filter((finding) => finding !== undefined);
  for (const isOfKind of STRENGTH) {
    const kind = all.filter(isOfKind);
    const isOneEnough = kind[0]?.verdict === 'pass' || kind[0]?.unverified === true;
    if (kind.length > 0) return kind.slice(0, isOneEnough ? 1 : MOST_ALIKE);
  }
  return [];
}

/** What would be a violation, if other clients were not seen at work. */
export function amongClients(finding: Finding): Finding {
  return toDoubt(finding, `${finding.says}, but other clients may have written meanwhile`);
}

/** A violation, or a doubt where the log does not show who called: another caller may be shown other pets. */
export function uncertain(finding: Finding, { certain }: CallerLog): Finding {
  if (certain) return finding;
  return toDoubt(finding, `${finding.says}; the log does not tell whether one caller asked for all of it`);
}
