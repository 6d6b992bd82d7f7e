import type { Exchange } from '../evidence/exchange.ts';
import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import type { RunReport } from './run-report.ts';

/** Where to look at a rule that is inconclusive. */
interface FirstShown {
  /** What is in doubt; absent where the rule is only not verified on every operation. */
  readonly finding?: CountedFinding;
  /** The first exchange that shows it; absent where none does. */
  readonly exchange?: Exchange;
}

/** The first doubt of a row that an exchange of the report shows. */
export function firstShown({ findings }: LedgerRow, { exchanges }: Pick<RunReport, 'exchanges'>): FirstShown {
  const doubts = findings.filter(({ verdict, see }) => verdict === 'inconclusive' || see !== undefined);
  for (const finding of doubts) {
    const exchange = finding.shownBy.map((id) => exchanges.get(id)).find((one) => one !== undefined);
    if (exchange !== undefined) return { finding, exchange };
  }
  const [finding] = doubts;
  return finding === undefined ? {} : { finding };
}
