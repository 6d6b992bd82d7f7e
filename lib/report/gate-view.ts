import type { BaselineEntry } from '../gate/baseline-file.ts';
import { covers, nameOf } from '../gate/finding-name.ts';
import { fixFirst } from '../gate/fix-first.ts';
import { isSameFault, onPlain } from '../gate/same-fault.ts';
import { ownFindings } from '../gate/violations.ts';
import type { LedgerRow, Outcome, CountedFinding } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import { counted } from '../text/counted.ts';
import type { RunReport } from './run-report.ts';

/** What every report tells of a gate, before the outcome of the service. */
export interface GateView {
  readonly hasPassed: boolean;
  /** `Gate passed: 1 known violation, expires 2027-01-31`; without a full stop. */
  readonly head: string;
  /** The part behind the colon; where the gate failed it may hold text of the service. */
  readonly says: string;
  /** The same in the few words of a badge. */
  readonly short: string;
  /** The colour: green says only that the gate let the run pass. */
  readonly look: Outcome;
}

/** Violated rules by what the gate makes of them, each list in the order to fix them. */
export interface Standings {
  /** They fail the gate; without a gate each violated rule is here. */
  readonly fresh: readonly LedgerRow[];
  /** All their violations are in the baseline. */
  readonly known: readonly LedgerRow[];
  /** They do not count: --fail-on does not name them. */
  readonly allowed: readonly LedgerRow[];
}

/** What a gate decided; undefined where no flag decides the exit status, so that the outcome says all. */
export function gateView({ gate }: Pick<RunReport, 'gate'>): GateView | undefined {
  if (gate?.isAsked !== true) return undefined;
  const { exitStatus, because, baseline, allowed = [] } = gate;
  if (exitStatus !== 0) {
    const isOpen = exitStatus === INCOMPLETE;
    const why = isOpen ? `incomplete: ${because}` : because;
    return {
      hasPassed: false,
      head: `Gate failed: ${why}`,
      says: why,
      short: isOpen ? 'gate failed, incomplete' : 'gate failed',
      look: isOpen ? 'incomplete' : exitStatus === VIOLATES ? 'violating' : 'aborted',
    };
  }
  const known = baseline?.known ?? [];
  const days = known.flatMap(({ expires }) => expires ?? []).toSorted();
  const expiry = days[0] === undefined ? 'no expiry' : `${known.length > 1 ? 'first expires' : 'expires'} ${days[0]}`;
  const clauses = [
    ...(known.length === 0 ? [] : [`${counted(known.length, 'known violation')}, ${expiry}`]),
    ...(allowed.length === 0 ? [] : [`${counted(allowed.length, 'violated rule')} outside --fail-on`]),
  ];
  const few = [
    ...(known.length === 0 ? [] : [counted(known.length, 'known violation')]),
    ...(allowed.length === 0 ? [] : [`${allowed.length} outside --fail-on`]),
  ];
  const says = clauses.length === 0 ? because : clauses.join('; ');
  return {
    hasPassed: true,
    head: `Gate passed: ${says}`,
    says,
    short: ['gate passed', ...few].join(', '),
    look: 'conforming',
  };
}

/** The exit statuses of a gate; the command line has them in full. */
const [VIOLATES, INCOMPLETE] = [1, 3];

/** The violated rules of a report by what its gate makes of them. @param isMeant - violated must rules where absent */
export function standingsOf(
  report: Pick<RunReport, 'ledger' | 'gate'>,
  isMeant: (row: LedgerRow) => boolean = isViolatedMust,
): Standings {
  const rows = fixFirst(report.ledger.rows).filter(isMeant);
  const known = rows.filter((row) => isKnown(row, report));
  const allowed = rows.filter((row) => !known.includes(row) && report.gate?.allowed?.includes(row.id) === true);
  return { known, allowed, fresh: rows.filter((row) => !known.includes(row) && !allowed.includes(row)) };
}

function isViolatedMust({ level, verdict }: LedgerRow): boolean {
  return level === 'must' && verdict === 'fail';
}

/** Whatever the level. */
export function isViolated({ verdict }: LedgerRow): boolean {
  return verdict === 'fail';
}

/** The ids of some rows. */
export function idsOf(rows: readonly LedgerRow[]): RuleId[] {
  return rows.map(({ id }) => id);
}

/** Which violated rules the gate lets pass, as a clause; undefined where there are none. */
export function letPassWords({ known, allowed }: Pick<Standings, 'known' | 'allowed'>): string | undefined {
  const clauses = [
    ...(known.length === 0 ? [] : [`known: ${idsOf(known).join(', ')}`]),
    ...(allowed.length === 0 ? [] : [`outside --fail-on: ${idsOf(allowed).join(', ')}`]),
  ];
  return clauses.length === 0 ? undefined : clauses.join('; ');
}

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
