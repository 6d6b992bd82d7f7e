import type { Knowledge } from '../evidence/knowledge.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import { areaOf, type RuleId, RULE_IDS } from '../rules/index.ts';
import type { ConformanceReport } from '../shapes/report.ts';
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

/** Whether a run is about a client: then nothing is known of any service. */
export function isOfClient({ ledger }: Pick<RunReport, 'ledger'>): boolean {
  return ledger.rows.length > 0 && ledger.rows.every(({ id }) => areaOf(id) === 'CLIENT');
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

/** What a run set out to judge; two runs can be compared only where it is the same. */
export type RunScope = NonNullable<ConformanceReport['scope']>;

/** As many rules as the words of a scope name. */
const MOST_IN_SCOPE = 3;

/** What a run set out to judge, from what it knew when it began. */
export function scopeOf({ knowledge }: Pick<RunReport, 'knowledge'>): RunScope {
  const { leftOut, leftOutInputs = [], writes, limitLeft, smoke = false } = knowledge;
  const rules = RULE_IDS.filter((id) => leftOut[id] === undefined);
  return {
    ...(rules.length < RULE_IDS.length && { rules }),
    ...(leftOutInputs.length > 0 && { leftOutInputs: [...leftOutInputs].toSorted() }),
    writes,
    limit: limitLeft === undefined && !smoke,
    smoke,
  };
}

/** A scope in a few words: `all rules`, `LIST-2 only`, `smoke`, `all rules, no writes`. */
export function wordsOfScope(scope: RunScope | undefined): string {
  if (scope === undefined) return 'unknown';
  const { rules, leftOutInputs = [], writes, limit, smoke } = scope;
  const what = smoke ? 'smoke' : rules === undefined ? 'all rules' : rulesInWords(rules);
  return [
    what,
    ...(writes ? [] : ['no writes']),
    ...(limit || smoke ? [] : ['rate limit not used up']),
    ...(leftOutInputs.length === 0 ? [] : [`${leftOutInputs.length} hostile inputs excluded`]),
  ].join(', ');
}

function rulesInWords(rules: readonly string[]): string {
  if (rules.join() === CLIENT_RULES.join()) return 'client rules';
  const more = rules.length - MOST_IN_SCOPE;
  return `${more <= 0 ? rules.join(', ') : `${rules.slice(0, MOST_IN_SCOPE).join(', ')} and ${more} more`} only`;
}

const CLIENT_RULES = RULE_IDS.filter((id) => areaOf(id) === 'CLIENT');

/**
 * Whether the counts of two runs may be held against each other: they set out to judge the same, of a service at the same
 * address, and both came to their end.
 *
 * @param isOneService - the address does not matter: it is that of a server which petvet starts itself, at any port
 */
export function areComparable(a: ConformanceReport, b: ConformanceReport, isOneService: boolean): boolean {
  return (
    JSON.stringify(a.scope) === JSON.stringify(b.scope) &&
    (isOneService || a.target.baseUrl === b.target.baseUrl) &&
    isWhole(a) &&
    isWhole(b)
  );
}

function isWhole({ aborted, endedEarly, scope }: ConformanceReport): boolean {
  return aborted === undefined && (endedEarly === undefined || scope?.smoke === true);
}
