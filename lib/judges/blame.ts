import type { RuleId } from '../rules/index.ts';
import type { Finding } from './finding.ts';

/**
 * Blame once, over the whole run: where several rules see one fault, the rules on the left give way to those on the
 * right. What one exchange shows is settled where it is judged.
 */
const YIELDS: Partial<Record<RuleId, readonly RuleId[]>> = {
  'GET-1': ['JSON-3'],
  'GET-6': ['LIST-7', 'GET-1', 'JSON-3'],
  'LIST-11': ['LIST-2', 'LIST-3'],
};

/**
 * Settles the blame among the findings of relation judges.
 *
 * @param failed - the rules that the run was seen to violate
 */
export function blameOnce(findings: readonly Finding[], failed: ReadonlySet<RuleId>): Finding[] {
  return findings.map((finding) => {
    const see = finding.verdict === 'fail' ? YIELDS[finding.rule]?.find((rule) => failed.has(rule)) : undefined;
    return see === undefined ? finding : { ...finding, verdict: 'inconclusive', says: `see ${see}`, see };
  });
}
