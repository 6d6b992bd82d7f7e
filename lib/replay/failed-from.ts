import { largest } from '../evidence/extremes.ts';
import { UsageError } from '../errors.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { findingsOf, type RecordedFinding, type RecordedRun } from './recorded-run.ts';
import type { Selection } from '../run/selection.ts';
import type { Settled, SettledState } from './settled.ts';

/** What a rule that failed comes to when its findings were sent again. */
export interface RuleSettled {
  readonly rule: RuleId;
  readonly state: SettledState;
  /** One clause. */
  readonly says: string;
}

/**
 * The must rules that failed in a recorded run.
 *
 * @throws {UsageError} when none did
 */
export function failedRules({ report }: RecordedRun): Selection {
  const failed = new Set(
    report.rules.filter(({ level, verdict }) => level === 'must' && verdict === 'fail').map(({ id }) => id),
  );
  const chosen = RULE_IDS.filter((id) => failed.has(id) && rules[id].by !== 'configuration');
  if (chosen.length === 0)
    throw new UsageError('no must rule failed in that run', 'run `petvet check` without --failed-from');
  const leftOut = RULE_IDS.filter((id) => !chosen.includes(id)).map((id) => [id, 'did not fail in the earlier run']);
  return { chosen, leftOut: Object.fromEntries(leftOut) };
}

/**
 * The violations to send again, in the order in which a few requests show most: one of each rule, then another one of
 * each. A report names the smallest request of a rule first.
 */
export function findingsToRepeat(run: RecordedRun, chosen: readonly RuleId[]): RecordedFinding[] {
  const perRule = chosen.map((rule) => allViolationsOf(run, rule));
  const most = Math.max(0, largest(perRule.map(({ length }) => length)));
  return Array.from({ length: most }, (_none, turn) => perRule.flatMap((findings) => findings[turn] ?? [])).flat();
}

function allViolationsOf(run: RecordedRun, rule: RuleId): RecordedFinding[] {
  return findingsOf(run, rule).filter(
    ({ finding, exchanges }) => finding.verdict === 'fail' && finding.see === undefined && exchanges.length > 0,
  );
}

/**
 * Sums up per rule: one finding that shows again is enough to fail it, and it is fixed only where every one is: each has an input of its
 * own, which may have a fault of its own.
 *
 * @param run - the recorded run, which may hold more findings of a rule than were sent again
 */
export function settleRules(run: RecordedRun, chosen: readonly RuleId[], settled: readonly Settled[]): RuleSettled[] {
  return chosen.map((rule) => {
    const own = settled.filter(({ found }) => found.rule === rule);
    const broken = own.find(({ state }) => state === 'violated again');
    if (broken !== undefined) return { rule, state: broken.state, says: broken.says };
    const open = own.find(({ state }) => state === 'cannot tell');
    if (open !== undefined) return { rule, state: open.state, says: open.says };
    const [first] = own;
    if (first === undefined)
      return { rule, state: 'cannot tell', says: 'the report holds nothing that could be sent again' };
    const all = allViolationsOf(run, rule).length;
    if (own.length < all)
      return {
        rule,
        state: 'cannot tell',
        says: `${own.length} of its ${all} findings are fixed, and no others were sent again`,
      };
    const of = all === 1 ? 'what violated it' : `all ${all} findings`;
    return { rule, state: 'fixed', says: `${of}, sent again: ${first.says}` };
  });
}
