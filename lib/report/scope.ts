import type { Knowledge } from '../evidence/knowledge.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import type { RunReport } from './run-report.ts';

/** Rules that were no part of a run, for one reason. */
interface OutOfScope {
  readonly reason: string;
  readonly rules: readonly RuleId[];
}

/** What a run did not ask about: left out with flags, or not what had failed before. The largest group first. */
function outOfScope({ ledger, knowledge: { leftOut } }: RunReport): OutOfScope[] {
  const groups = Map.groupBy(
    ledger.rows.filter((row) => !isInScope(row, leftOut)),
    ({ id }) => leftOut[id] ?? '',
  );
  return Array.from(groups, ([reason, rows]) => ({ reason, rules: rows.map(({ id }) => id) })).toSorted(
    (a, b) => b.rules.length - a.rules.length,
  );
}

/** What was asked for, and what is violated and explains something that was. */
function isInScope({ id, verdict }: LedgerRow, leftOut: Knowledge['leftOut']): boolean {
  return leftOut[id] === undefined || verdict === 'fail';
}

/** The report for readers: with the rules that the run asked about only. conformance.json has all of them. */
export function inScope(report: RunReport): RunReport {
  const { ledger, knowledge } = report;
  return {
    ...report,
    ledger: { ...ledger, rows: ledger.rows.filter((row) => isInScope(row, knowledge.leftOut)) },
  };
}

/** As many rules as are named; of more, their number tells enough. */
const MOST_NAMED = 6;

/** One sentence about the rules that were no part of a run; undefined where all of them were. */
export function describeOutOfScope(report: RunReport): string | undefined {
  const groups = outOfScope(report);
  if (groups.length === 0) return undefined;
  const told = groups.map(({ reason, rules }) => {
    const named = rules.length > MOST_NAMED ? '' : ` (${rules.join(', ')})`;
    return `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}${named} ${reason}`;
  });
  return `not part of this run: ${told.join('; ')}`;
}
