import { isOfLimit, isRuleId } from '../rules/index.ts';
import { compareFindings, violationsOf, type Likeness } from './findings.ts';
import { groupedByReason, shownByOf, subjectOf, type Compared, type ComparedRow, type RuleRow } from './difference.ts';
import type { Difference, Undecided } from './diff-document.ts';

/** What a run says of a rule. */
type State = 'satisfied' | 'violated' | 'not verified';

/**
 * Compares the verdicts on the rules that bind. A must rule that both runs verified gets worse or better with its verdict. What a
 * standard asks for beyond the specification (should) is `changed` in either direction: `petvet check` passes a service that
 * violates a should rule, and comparing must not be stricter than checking.
 */
export function compareVerdicts(
  before: readonly ComparedRow[],
  after: readonly ComparedRow[],
  likeness: Likeness,
): Compared {
  const rowsAfter = new Map(after.map((row) => [row.id, row]));
  const pairs = before
    .filter(({ level }) => level !== 'observed')
    .map((was) => ({ was, is: rowsAfter.get(was.id) ?? missing(was) }));
  const results = pairs.map(({ was, is }) => compareRule(was, is, likeness));
  return {
    differences: results.flatMap(({ differences }) => differences),
    undecided: groupedByReason(results.flatMap(({ undecided }) => undecided)),
    count: results.reduce((sum, { count }) => sum + count, 0),
  };
}

/** A report without a row says nothing of its rule. */
function missing(was: RuleRow): RuleRow {
  return { ...was, verdict: 'not-exercised', says: 'the report does not have the rule', findings: [], evidence: [] };
}

function compareRule(was: ComparedRow, is: ComparedRow, likeness: Likeness): Compared {
  const [then, now] = [stateOf(was), stateOf(is)];
  if (then === 'not verified' || now === 'not verified')
    return { differences: [], undecided: undecidedOf(was, is, likeness), count: 0 };
  if (then === now) {
    // A second run sends other requests, so that it need not meet each kind of fault.
    const isOneScope = likeness.isOneScope && was.isOfSecondRun !== true && is.isOfSecondRun !== true;
    const { differences, undecided } = compareFindings(was, is, { ...likeness, isOneScope });
    return { differences, undecided, count: 1 };
  }
  return { differences: [verdictDifference(was, is)], undecided: [], count: 1 };
}

/**
 * What two runs of one service verify together: the rules that its first run did not verify have the rows of the second one, where that
 * verified them.
 */
export function withSecondRun(
  first: readonly RuleRow[],
  second: readonly RuleRow[] | undefined,
): readonly ComparedRow[] {
  const rows = new Map(second?.map((row) => [row.id, row]));
  return first.map((row) => {
    const other = rows.get(row.id);
    const isBetter = stateOf(row) === 'not verified' && other !== undefined && stateOf(other) !== 'not verified';
    return isBetter ? { ...other, isOfSecondRun: true } : row;
  });
}

/** A must rule that has warnings and nothing else is not violated. */
function stateOf({ level, verdict }: RuleRow): State {
  if (verdict === 'pass') return 'satisfied';
  if (verdict === 'warn') return level === 'should' ? 'violated' : 'satisfied';
  return verdict === 'fail' ? 'violated' : 'not verified';
}

function verdictDifference(was: ComparedRow, is: ComparedRow): Difference {
  const gotWorse = stateOf(is) === 'violated';
  const [violated, first, second] = gotWorse
    ? ([is, 'after', 'afterAgain'] as const)
    : ([was, 'before', 'again'] as const);
  const own = violationsOf(violated);
  const [finding] = own;
  const shown = shownByOf(own);
  return {
    weight: was.level === 'should' ? 'changed' : gotWorse ? 'worse' : 'better',
    of: 'verdict',
    subject: subjectOf('verdict', is.id),
    rule: is.id,
    what: is.title,
    before: saidOf(was),
    after: saidOf(is),
    expected: gotWorse ? finding?.expected : undefined,
    actual: gotWorse ? finding?.actual : undefined,
    shownBy: shown.length > 0 ? shown : violated.evidence.slice(0, 1),
    shownIn: violated.isOfSecondRun === true ? second : first,
  };
}

function saidOf(row: RuleRow): string {
  return stateOf(row) === 'violated' ? `${row.verdict}: ${row.says}` : row.verdict;
}

function undecidedOf(was: RuleRow, is: RuleRow, { leavesLimit, names: { before, after } }: Likeness): Undecided[] {
  const [then, now] = [stateOf(was), stateOf(is)];
  if (was.level !== 'must' || then === now) return [];
  if (then === 'violated')
    // It cannot get worse than that.
    return [{ about: [is.id], why: `violated ${before.on}, ${is.verdict} ${after.on}: ${whyOf(is)}`, kind: 'other' }];
  if (then === 'satisfied' && leavesLimit && isRuleId(is.id) && isOfLimit(is.id)) {
    const why = `verified ${before.on} by chance: neither run sets out to use up the rate limit`;
    return [{ about: [is.id], why, kind: 'chance' }];
  }
  if (then === 'satisfied')
    return [{ about: [is.id], why: `verified ${before.on}, ${is.verdict} ${after.on}: ${whyOf(is)}`, kind: 'lost' }];
  if (now === 'violated')
    return [
      {
        about: [is.id],
        why: `violated ${after.on}: ${is.says}; not verified ${before.on}: ${whyOf(was)}`,
        kind: 'violated',
      },
    ];
  return [{ about: [is.id], why: `verified only ${after.on}`, kind: 'other' }];
}

/** Where another violation hides whether the rule is satisfied, a row names that rule. */
function whyOf({ says, findings }: RuleRow): string {
  const blamed = new Set(findings.map(({ see }) => see));
  const [see] = blamed;
  return blamed.size === 1 && see !== undefined ? `blocked by the violation of ${see}` : says;
}
