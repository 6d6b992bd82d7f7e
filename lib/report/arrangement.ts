import type { Exchange } from '../evidence/exchange.ts';
import type { CountedFinding, Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import type { RunReport } from './run-report.ts';

/** What a service does where the specification is silent: the rule that records it, and the finding. */
export interface Observation {
  readonly rule: RuleId;
  readonly finding: CountedFinding;
}

/** Every observation of a run, in the order of the catalogue. Of a rule that is only observed, every finding is one. */
export function observationsOf({ rows }: Ledger): Observation[] {
  return rows.flatMap(({ id, level, findings }) =>
    findings
      .filter(({ verdict }) => level === 'observed' || verdict === 'observed')
      .map((finding) => ({ rule: id, finding })),
  );
}

/** Rules that a run did not judge, for one and the same reason. */
export interface Unjudged {
  readonly reason: string;
  readonly verdict: 'not-exercised' | 'not-applicable';
  readonly rules: readonly RuleId[];
  /** The run ended before it could have verified them. */
  readonly isCutShort: boolean;
}

/** What a run did not judge, grouped by reason; reasons in the order of the catalogue, not-exercised ones first. */
export function unjudgedOf({ rows }: Ledger): Unjudged[] {
  return (['not-exercised', 'not-applicable'] as const).flatMap((verdict) => {
    const groups = Map.groupBy(
      rows.filter((row) => row.verdict === verdict),
      ({ says }) => says,
    );
    return Array.from(groups, ([reason, group]) => ({
      reason,
      verdict,
      rules: group.map(({ id }) => id),
      isCutShort: group.some((row) => row.isCutShort === true),
    }));
  });
}

/** The findings that make a row a violation of its own; a fault that is blamed on another rule is told there. */
export function ownViolations({ findings }: LedgerRow): CountedFinding[] {
  return findings.filter(({ verdict, see }) => verdict === 'fail' && see === undefined);
}

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
