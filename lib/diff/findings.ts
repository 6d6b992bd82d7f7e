import { statusesWith, withoutView } from '../shapes/fault-names.ts';
import { shownByOf, subjectOf, type Compared, type ReportedFinding, type RuleRow } from './difference.ts';
import type { RunNames } from './run-names.ts';
import type { Difference } from './diff-document.ts';

/** A row of a report lists no more findings of one verdict: what else was found, nobody knows. */
const MOST_LISTED = 50;

/** How alike the requests of two runs are. */
export interface Likeness {
  /** Both set out to send the same kinds of requests. */
  readonly isOneScope: boolean;
  /** One seed drew as many values for both. */
  readonly isOneSeed: boolean;
  /** Neither set out to use up the rate limit. */
  readonly leavesLimit: boolean;
  readonly names: RunNames;
}

/**
 * Compares how a rule is violated in two runs that both violate it, or which warnings stand beside its passes. Findings are told
 * apart by the kind of fault and the field or header that shows it, so that sentences and ids do not matter.
 *
 * Operation and input do not count. The seed draws which invalid key goes to which operation, and a run that has fewer faults to
 * look at again has requests to spare for more inputs: two runs of one defective service differ in both. For the same reason a
 * kind of fault counts as new, or gone, only where the other run must have met it, too; else it is told as undecided.
 */
export function compareFindings(was: RuleRow, is: RuleRow, likeness: Likeness): Compared {
  const [before, after] = [Map.groupBy(violationsOf(was), kindOf), Map.groupBy(violationsOf(is), kindOf)];
  const appeared = isCut(was) ? [] : [...after].filter(([kind]) => !before.has(kind)).map(([, group]) => group);
  const gone = isCut(is) ? [] : [...before].filter(([kind]) => !after.has(kind)).map(([, group]) => group);
  const isMet = (group: readonly ReportedFinding[]) => group.some((finding) => isMetInBoth(was.id, finding, likeness));
  const known = new Set(violationsOf(was).map(nameOf));
  const isFurther = violationsOf(is).some((finding) => before.has(kindOf(finding)) && !known.has(nameOf(finding)));
  const undecided = [
    ...appeared
      .filter((group) => !isMet(group))
      .map(([first]) => `${first?.says ?? is.says}: which ${likeness.names.before.run} may not have met`),
    ...(isFurther ? ['a known fault shows on other requests, which the seed may have drawn'] : []),
    ...(isCut(was) || isCut(is) ? [`a report lists ${MOST_LISTED} findings of a rule at most`] : []),
  ];
  return {
    differences: [
      ...appeared.filter(isMet).map((group) => differenceOf(is, group, 'after')),
      ...gone.filter(isMet).map((group) => differenceOf(was, group, 'before')),
    ],
    undecided: undecided.map((why) => ({ about: [is.id], why, kind: 'other' })),
    count: 0,
  };
}

/** How such a fault shows depends on the instants of the requests. */
const BY_TIME = /^RATE-(?:4|5|6|8|9|1[0-3])$/;

/** Statuses that every run meets. */
const EVERYWHERE: ReadonlySet<number> = new Set([200, 201, 400, 401, 404]);

/** Whether two runs of one service would both meet a fault: on a plain request, or in responses of a status that every run meets. */
function isMetInBoth(rule: string, { fault, input }: ReportedFinding, likeness: Likeness): boolean {
  if (!likeness.isOneScope || BY_TIME.test(rule)) return false;
  const statuses = statusesWith(fault);
  const isOfTheRequest = statuses.length === 0;
  return (
    likeness.isOneSeed || (isOfTheRequest ? input === undefined : statuses.every((status) => EVERYWHERE.has(status)))
  );
}

/** Violations that are blamed on the rule itself, and warnings. */
export function violationsOf({ findings }: RuleRow): ReportedFinding[] {
  return findings.filter(({ verdict, see }) => (verdict === 'fail' || verdict === 'warn') && see === undefined);
}

function isCut({ findings }: RuleRow): boolean {
  const counts = Map.groupBy(findings, ({ verdict }) => verdict);
  return [...counts.values()].some(({ length }) => length >= MOST_LISTED);
}

/** The operation that showed a fault first is not part of the fault. */
function kindOf({ verdict, fault, place }: ReportedFinding): string {
  return JSON.stringify([verdict, fault === undefined ? null : withoutView(fault), place ?? null]);
}

function nameOf(finding: ReportedFinding): string {
  return JSON.stringify([kindOf(finding), finding.operation ?? null, finding.input ?? null]);
}

function differenceOf(row: RuleRow, findings: readonly ReportedFinding[], shownIn: Difference['shownIn']): Difference {
  const [first] = findings;
  const isViolation = row.level === 'must' && first?.verdict === 'fail';
  const isNew = shownIn === 'after';
  const says = `${isViolation ? 'fail' : 'warn'}: ${first?.says ?? row.says}`;
  const other = row.verdict === 'pass' ? 'no such warning' : 'violated in other ways';
  return {
    weight: isViolation ? (isNew ? 'worse' : 'better') : 'changed',
    of: 'finding',
    subject: subjectOf(
      'finding',
      row.id,
      first?.fault === undefined ? undefined : withoutView(first.fault),
      first?.place,
    ),
    rule: row.id,
    what: row.title,
    before: isNew ? other : says,
    after: isNew ? says : other,
    expected: isNew ? first?.expected : undefined,
    actual: isNew ? first?.actual : undefined,
    shownBy: shownByOf(findings),
    shownIn,
  };
}
