import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { rules } from '../rules/index.ts';
import type { ResponseKind } from '../rules/rule.ts';
import { wrongStatusOf } from '../shapes/fault-names.ts';
import { bareName, covers, keyOf, nameOf, type FindingName } from './finding-name.ts';

/** Which violations are meant. */
export interface Counting {
  /** The rows whose violations count. */
  readonly counts: (row: LedgerRow) => boolean;
  /** What a standard asks for beyond the specification counts beside a must rule's verdict, too. */
  readonly warnings: boolean;
}

/** Every violation, and every warning. */
export const EVERYTHING: Counting = { counts: () => true, warnings: true };

/** The findings that violate a rule of their own: what is blamed on another rule is told there. */
export function ownFindings({ level, findings }: LedgerRow, warnings: boolean): CountedFinding[] {
  return findings.filter(
    ({ verdict, see }) =>
      see === undefined &&
      level !== 'observed' &&
      (verdict === 'fail' || (verdict === 'warn' && (warnings || level === 'should'))),
  );
}

/** What the violations are called, one by one. A rule that the configuration alone violates has no finding. */
export function namesOf(rows: readonly LedgerRow[], { counts, warnings }: Counting): FindingName[] {
  const names = rows.filter(counts).flatMap((row) => {
    const own = ownFindings(row, warnings).map((finding) => nameOf(row.id, finding));
    return own.length === 0 && row.verdict === 'fail' ? [{ rule: row.id }] : own;
  });
  return eachOnce(names);
}

/** The violations by as few names as tell them apart; see {@link summed}. */
export function violationsOf(rows: readonly LedgerRow[], counting: Counting): FindingName[] {
  return summed(namesOf(rows, counting));
}

/**
 * As few names as tell faults apart: one that another name is about, too, is left out; and of a rule on every response of a kind, such as
 * that an error has a code, a fault that is met on several inputs is met on that kind of response. Of a rule on requests each input
 * is a fault of its own, and so is each on which a status is wrong.
 */
export function summed(names: readonly FindingName[]): FindingName[] {
  const alike = Map.groupBy(names, (name) => keyOf(bareName({ ...name, input: undefined })));
  const wide = eachOnce([...alike.values()].flatMap(generalised));
  return wide.filter((name) => !wide.some((other) => other !== name && covers(other, name)));
}

/** A fault that is met on this many inputs belongs to the kind of response, whatever the input. */
const WHATEVER_THE_INPUT = 3;

/** Kinds of responses to any request. */
const OF_RESPONSES: readonly ResponseKind[] = ['every response', 'errors', 'unauthorized'];

function generalised(group: readonly FindingName[]): readonly FindingName[] {
  const [first] = group;
  if (first === undefined || group.length < WHATEVER_THE_INPUT) return group;
  if (wrongStatusOf(first.fault) !== undefined) return group;
  const isOfResponses = (rules[first.rule].shownOn ?? []).some((kind) => OF_RESPONSES.includes(kind));
  return isOfResponses ? [bareName({ ...first, input: undefined })] : group;
}

function eachOnce(names: readonly FindingName[]): FindingName[] {
  return [...new Map(names.map((name) => [keyOf(name), name])).values()];
}
