import type { BaselineEntry } from '../gate/baseline-file.ts';
import { covers, nameOf } from '../gate/finding-name.ts';
import { isSameFault, onPlain } from '../gate/same-fault.ts';
import { ownFindings } from '../gate/violations.ts';
import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import type { RunReport } from './run-report.ts';

/** Whether all violations of a rule are in the baseline of the gate, none of them expired: then the rule does not fail the gate. */
export function isKnown(row: LedgerRow, report: Pick<RunReport, 'gate'>): boolean {
  const { baseline } = report.gate ?? {};
  if (baseline === undefined || (row.verdict !== 'fail' && row.verdict !== 'warn')) return false;
  const own = ownFindings(row, false);
  if (own.length === 0) return baseline.known.some(({ rule }) => rule === row.id);
  return own.every((finding) => entryOf(row, finding, report) !== undefined);
}

/** Whether the warnings of a rule fail the gate, as none of the baseline lets them pass. */
export function failsGate(row: LedgerRow, report: Pick<RunReport, 'gate'>): boolean {
  return report.gate?.failing?.includes(row.id) === true && !isKnown(row, report);
}

/** The entry of the baseline that a finding is known by. */
export function entryOf(
  { id }: LedgerRow,
  finding: CountedFinding,
  { gate }: Pick<RunReport, 'gate'>,
): BaselineEntry | undefined {
  const name = nameOf(id, finding);
  // A fault in a part of the input that had passed is new, whatever it is called.
  if (gate?.baseline?.fresh.some((one) => covers(one, name)) === true) return undefined;
  const known = gate?.baseline?.known ?? [];
  const another = () => known.find((entry) => entry.where !== undefined && onPlain(entry) === onPlain(name));
  return known.find((entry) => isSameFault(entry, name)) ?? another();
}

/** Why the violations of a rule are let pass, as one clause. */
export function whyKnown(row: LedgerRow, report: Pick<RunReport, 'gate'>): string {
  const { file = '', known = [] } = report.gate?.baseline ?? {};
  const own = ownFindings(row, false).flatMap((finding) => entryOf(row, finding, report) ?? []);
  const entries = own.length > 0 ? own : known.filter(({ rule }) => rule === row.id);
  const reasons = entries.map(({ reason, owner }) => `${reason} (${owner})`);
  return `known, in ${file}: ${[...new Set(reasons)].join('; ')}`;
}
