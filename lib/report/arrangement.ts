import type { CountedFinding, Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';

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
