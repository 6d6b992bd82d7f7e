import { readEvidence } from '../evidence/log.ts';
import { Bench, CHECK_JUDGES } from '../judges/index.ts';
import { LedgerBook } from '../ledger/book.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';

/** The rules with a verdict. */
export function idsOf({ rows }: Ledger, verdict: LedgerRow['verdict']): RuleId[] {
  return rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
}

/**
 * The judges without which a defect would be missed, or a warning not given: the evidence that shows it is judged again, and a
 * ledger is kept for each judge in which it is not heard. Nothing is sent.
 *
 * @param breaks - the rules that the defect breaks, or of which the variant is warned
 * @param ledger - what all judges made of the evidence
 * @returns names of judges; none where nothing was told anyway
 */
export async function neededJudges(evidenceFile: string, breaks: readonly RuleId[], ledger: Ledger): Promise<string[]> {
  if (!isCaught(breaks, ledger)) return [];
  const names = CHECK_JUDGES.filter(({ rules }) => rules.some((rule) => breaks.includes(rule))).map(({ name }) => name);
  let bench: Bench | undefined;
  const books = new Map<string, LedgerBook>();
  for await (const item of readEvidence(evidenceFile)) {
    if ('knowledge' in item) {
      bench = new Bench(item.knowledge);
      for (const name of names) books.set(name, new LedgerBook(item.knowledge));
    } else if ('exchange' in item && bench !== undefined) {
      const findings = bench.see(item.exchange);
      for (const [name, book] of books) book.enter(findings.filter(({ judge }) => judge !== name));
    }
  }
  if (bench === undefined) return [];
  bench.conclude();
  const needed: string[] = [];
  for (const [name, book] of books) {
    book.enter(bench.concludedWithout(name));
    const without = book.close({ ownTraffic: true, aborted: false, seen: bench.sightings });
    if (!isCaught(breaks, without)) needed.push(name);
  }
  return needed;
}

/** Whether a rule that the defect breaks fails; of a should it is enough that it warns. */
function isCaught(breaks: readonly RuleId[], ledger: Ledger): boolean {
  const told = [...idsOf(ledger, 'fail'), ...idsOf(ledger, 'warn')];
  return breaks.some((rule) => told.includes(rule));
}
