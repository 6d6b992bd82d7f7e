import type { CallerLog } from './caller-log.ts';
import type { Finding } from './finding.ts';

const STRENGTH = ['fail', 'inconclusive', 'pass'];

/** As many findings of one kind show what is wrong; further ones would only repeat it, and ask for looks of their own. */
const MOST_ALIKE = 3;

/**
 * Of several findings on one relation the strongest kind: violations if there are any, else what stayed open, else one pass.
 * A relation that was seen to hold somewhere is no excuse for where it did not.
 */
export function strongest(findings: readonly (Finding | undefined)[]): Finding[] {
  for (const verdict of STRENGTH) {
    const kind = findings.filter((finding) => finding !== undefined).filter((finding) => finding.verdict === verdict);
    if (kind.length > 0) return kind.slice(0, verdict === 'pass' ? 1 : MOST_ALIKE);
  }
  return [];
}

/** A violation, or an open question where the log does not tell who called: another caller may be shown other animals. */
export function uncertain(finding: Finding, { certain }: CallerLog): Finding {
  if (certain) return finding;
  return {
    ...finding,
    verdict: 'inconclusive',
    says: `${finding.says}; the log does not tell whether one caller asked for all of it`,
  };
}
