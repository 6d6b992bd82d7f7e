import type { RuleId } from '../../rules/index.ts';
import type { Finding } from '../finding.ts';

/** A finding of the limiter's judges on some exchanges. */
export function finding(
  rule: RuleId,
  verdict: Finding['verdict'],
  shownBy: readonly number[],
  says: string,
  compared: Pick<Finding, 'expected' | 'actual' | 'see'> = {},
): Finding {
  return { rule, verdict, shownBy: [...new Set(shownBy)], says, ...compared };
}

/** As many exchanges as are pointed to where each of many shows the same. */
export const MOST_SHOWN = 5;
