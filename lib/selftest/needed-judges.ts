import { readEvidence, type EvidenceItem } from '../evidence/log.ts';
import { CHECK_JUDGES } from '../judges/index.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import { judgeEvidence } from '../run/verdicts.ts';

/** The rules with a verdict. */
export function idsOf({ rows }: Ledger, verdict: LedgerRow['verdict']): RuleId[] {
  return rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
}

/**
 * The judges without which a defect would be missed, or a warning not given: the evidence that shows it is judged again,
 * each time with one judge left out. Nothing is sent.
 *
 * @param breaks - the rules that the defect breaks, or of which the variant is warned
 * @param ledger - what all judges made of the evidence
 * @returns names of judges; none where nothing was told anyway
 */
export async function neededJudges(evidenceFile: string, breaks: readonly RuleId[], ledger: Ledger): Promise<string[]> {
  if (!isCaught(breaks, ledger)) return [];
  const evidence: EvidenceItem[] = [];
  for await (const item of readEvidence(evidenceFile)) evidence.push(item);
  const source = async function* () {
    yield* evidence;
  };
  const needed: string[] = [];
  for (const { name, rules } of CHECK_JUDGES) {
    if (!rules.some((rule) => breaks.includes(rule))) continue;
    const without = await judgeEvidence(source, { ownTraffic: true, leftOutJudge: name });
    if (!isCaught(breaks, without.ledger)) needed.push(name);
  }
  return needed;
}

/** Whether a rule that the defect breaks fails; of a should it is enough that it warns. */
function isCaught(breaks: readonly RuleId[], ledger: Ledger): boolean {
  const told = [...idsOf(ledger, 'fail'), ...idsOf(ledger, 'warn')];
  return breaks.some((rule) => told.includes(rule));
}
