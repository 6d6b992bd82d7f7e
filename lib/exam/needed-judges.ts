import type { Knowledge } from '../evidence/knowledge.ts';
import { CHECK_JUDGES } from '../judges/index.ts';
import { LedgerBook } from '../ledger/book.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { JudgedRun } from '../probe/judged-run.ts';
import type { RuleId } from '../rules/index.ts';

/** The rules with a verdict. */
export function idsOf({ rows }: Ledger, verdict: LedgerRow['verdict']): RuleId[] {
  return rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
}

/**
 * The judges without which a defect would be missed, or a warning not given: of the run that shows it, a ledger is kept for each judge
 * in which it is not heard. Nothing is sent.
 *
 * @param breaks - the rules that the defect breaks, or of which the variant is warned
 * @param ledger - what all judges made of the run
 * @returns names of judges; none where nothing was told anyway
 */
export function neededJudges(
  { judged, knowledge }: { readonly judged: JudgedRun; readonly knowledge: Knowledge },
  breaks: readonly RuleId[],
  ledger: Ledger,
): string[] {
  if (!isCaught(breaks, ledger)) return [];
  const { bench } = judged;
  bench.conclude();
  return CHECK_JUDGES.filter(({ rules }) => rules.some((rule) => breaks.includes(rule))).flatMap(({ name }) => {
    const book = new LedgerBook(knowledge);
    for (const exchange of judged.exchanges())
      book.enter(judged.findingsOf(exchange).filter(({ judge }) => judge !== name));
    book.enter(bench.concludedWithout(name));
    return isCaught(breaks, book.close({ ownTraffic: true, aborted: false, seen: bench.sightings })) ? [] : [name];
  });
}

/** Whether a rule that the defect breaks fails; of a should it is enough that it warns. */
function isCaught(breaks: readonly RuleId[], ledger: Ledger): boolean {
  const told = [...idsOf(ledger, 'fail'), ...idsOf(ledger, 'warn')];
  return breaks.some((rule) => told.includes(rule));
}
