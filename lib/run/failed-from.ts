import { largest } from '../evidence/extremes.ts';
import { UsageError } from '../errors.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { findingsOf, type RecordedFinding, type RecordedRun } from './recorded-run.ts';
import type { Selection } from './selection.ts';
import type { Settled } from './settled.ts';

/** What looking again at everything that failed may send. */
export const FAILED_REQUESTS = 15;

/** What a rule that failed comes to when its findings were sent again. */
export interface RuleSettled {
  readonly rule: RuleId;
  readonly state: 'fixed' | 'failing' | 'not settled';
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
  const leftOut = RULE_IDS.filter((id) => !chosen.includes(id)).map((id) => [id, 'did not fail in the run before']);
  return { chosen, leftOut: Object.fromEntries(leftOut) };
}

/**
 * The violations to send again, in the order in which a few requests show most: one of each rule, then another one of
 * each. What a probe had shrunk to its smallest input goes before the rest of its rule.
 */
export function findingsToRepeat(run: RecordedRun, chosen: readonly RuleId[]): RecordedFinding[] {
  const perRule = chosen.map((rule) => violationsOf(run, rule));
  const most = Math.max(0, largest(perRule.map(({ length }) => length)));
  return Array.from({ length: most }, (_none, turn) => perRule.flatMap((findings) => findings[turn] ?? [])).flat();
}

function violationsOf(run: RecordedRun, rule: RuleId): RecordedFinding[] {
  const own = findingsOf(run, rule).filter(
    ({ finding, exchanges }) => finding.verdict === 'fail' && finding.see === undefined && exchanges.length > 0,
  );
  const smallest = smallestOf(run, rule);
  const isSmallest = ({ finding }: RecordedFinding) => finding.shownBy.some((id) => smallest.has(id));
  return [...own.filter(isSmallest), ...own.filter((found) => !isSmallest(found))].slice(0, ENOUGH);
}

/** The last violation of each probe that noted its inputs: where it was shrunk, that ends with the smallest one. */
function smallestOf(run: RecordedRun, rule: RuleId): ReadonlySet<number> {
  const probes = run.report.rules.find(({ id }) => id === rule)?.counterexamples.map(({ probe }) => probe) ?? [];
  const shown = findingsOf(run, rule).flatMap(({ finding }) => (finding.verdict === 'fail' ? finding.shownBy : []));
  return new Set(
    probes.map((probe) => Math.max(0, largest(shown.filter((id) => run.exchanges.get(id)?.probe === probe)))),
  );
}

/** So many findings of one rule that are gone show that it is mended; more are most often the same fault again. */
const ENOUGH = 3;

/** Sums up per rule: one finding that is still there is enough to fail it, and one that nobody could look at leaves it open. */
export function settleRules(chosen: readonly RuleId[], settled: readonly Settled[]): RuleSettled[] {
  return chosen.map((rule) => {
    const own = settled.filter(({ found }) => found.rule === rule);
    const broken = own.find(({ state }) => state === 'broken');
    if (broken !== undefined) return { rule, state: 'failing', says: broken.says };
    const fixed = own.filter(({ state }) => state === 'fixed');
    if (own.length > 0 && fixed.length >= Math.min(own.length, ENOUGH)) {
      const of = own.length === 1 ? 'what broke it' : `${fixed.length} of ${own.length} findings that were sent again`;
      return { rule, state: 'fixed', says: `${of}: ${fixed[0]?.says ?? ''}` };
    }
    const open = own.find(({ state }) => state === 'open');
    return { rule, state: 'not settled', says: open?.says ?? 'the report holds nothing that could be sent again' };
  });
}
