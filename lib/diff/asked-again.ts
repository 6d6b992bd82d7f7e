import { areaOf, isOfLimit, isRuleId, rules, type RuleId } from '../rules/index.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import type { ChecksDiff } from './diff-document.ts';

/**
 * Rules that the service after may yet verify: another client may have used its window. What is not configured there, what the run
 * was not to use up, and what a violation hides do not change by asking again.
 */
export function rulesLost(
  { undecided }: ChecksDiff,
  { secondApiKey }: { readonly secondApiKey?: string },
  after: ConformanceReport,
): RuleId[] {
  const hidden = new Set(
    after.rules.filter(({ findings }) => findings.some(({ see }) => see !== undefined)).map(({ id }) => id),
  );
  return rulesOf(undecided, 'lost').filter((id) => {
    if (hidden.has(id) || (isOfLimit(id) && after.scope?.limit !== true)) return false;
    return secondApiKey !== undefined || rules[id].needs?.includes('second key') !== true;
  });
}

/**
 * What the service before is asked for once more: what differs, with what tells whether numbers of items can be compared, and the rules
 * that only the one after verified, and violates.
 */
export function rulesInDoubt({ differences, undecided }: ChecksDiff): RuleId[] {
  const differing = differences.flatMap(({ rule = '' }) => (isRuleId(rule) ? [rule] : []));
  const ofPages = differing.some((id) => areaOf(id) === 'LIST') ? (['LIST-4'] as const) : [];
  return [...new Set([...differing, ...ofPages, ...rulesOf(undecided, 'violated')])];
}

function rulesOf(undecided: ChecksDiff['undecided'], which: ChecksDiff['undecided'][number]['kind']): RuleId[] {
  return undecided.filter(({ kind }) => kind === which).flatMap(({ about }) => about.filter(isRuleId));
}
