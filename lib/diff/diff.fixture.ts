import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { renderConformance } from '../report/conformance.ts';
import { aReport, type ReportParts } from '../report/report.fixture.ts';
import type { RuleId } from '../rules/index.ts';
import { ConformanceReport } from '../shapes/report.ts';

/** A check as its conformance.json has it: what is not said passes. Another name is another run. */
export function aCheck(name: string, rows: ReportParts['rows'] = [], parts: ReportParts = {}): ConformanceReport {
  const report = aReport({ ...parts, rows, run: { runId: name, ...parts.run } });
  return ConformanceReport.parse(JSON.parse(renderConformance(report)));
}

/** A row that is violated, by these findings. */
export function violated(id: RuleId, ...faults: readonly Partial<CountedFinding>[]): Row {
  const findings = faults.map((fault) => ({
    rule: id,
    verdict: 'fail' as const,
    says: 'an item too many',
    shownBy: [7],
    times: 1,
    ...fault,
  }));
  return { id, verdict: 'fail', says: findings[0]?.says ?? 'violated', evidence: [7], findings };
}

/** A row that was not verified. */
export function open(id: RuleId, says = 'the run sent no such request'): Row {
  return { id, verdict: 'not-exercised', says, evidence: [], evidenceCount: 0 };
}

/** A row that was not verified, because the same fault is blamed on another rule. */
export function blamed(id: RuleId, see: RuleId): Row {
  const says = `see ${see}`;
  const findings = [{ rule: id, verdict: 'fail' as const, see, says, shownBy: [7], times: 1 }];
  return { id, verdict: 'inconclusive', says, evidence: [7], findings };
}

/** A row that records what a service did: topic, what it did, and how often. */
export function observed(
  id: RuleId,
  ...seen: readonly (readonly [topic: string, actual: string, times?: number])[]
): Row {
  const findings = seen.map(([topic, actual, times = 1], index) => ({
    rule: id,
    verdict: 'observed' as const,
    says: `${topic}: ${actual}`,
    topic,
    actual,
    shownBy: [index + 1],
    times,
  }));
  return { id, verdict: 'observed', says: 'seen', findings };
}

type Row = Partial<LedgerRow> & Pick<LedgerRow, 'id'>;
