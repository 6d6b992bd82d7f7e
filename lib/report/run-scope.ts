import { RULE_IDS } from '../rules/index.ts';
import type { ConformanceReport } from '../shapes/report.ts';
import type { RunReport } from './run-report.ts';

/** What a run set out to judge; two runs can be compared only where it is the same. */
export type RunScope = NonNullable<ConformanceReport['scope']>;

/** As many rules as the words of a scope name. */
const MOST_NAMED = 3;

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
  const what = smoke ? 'smoke' : rules === undefined ? 'all rules' : `${namesOf(rules)} only`;
  return [
    what,
    ...(writes ? [] : ['no writes']),
    ...(limit || smoke ? [] : ['rate limit not used up']),
    ...(leftOutInputs.length === 0 ? [] : [`${leftOutInputs.length} hostile inputs excluded`]),
  ].join(', ');
}

function namesOf(rules: readonly string[]): string {
  const more = rules.length - MOST_NAMED;
  return more <= 0 ? rules.join(', ') : `${rules.slice(0, MOST_NAMED).join(', ')} and ${more} more`;
}

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
