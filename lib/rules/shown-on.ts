import { RULE_IDS, rules, type RuleId } from './index.ts';
import type { ResponseKind } from './rule.ts';

/** The rules that are judged on every response of these kinds, and so on any response at all. */
export function rulesShownOn(kinds: readonly ResponseKind[]): readonly RuleId[] {
  return RULE_IDS.filter((id) => rules[id].shownOn?.some((kind) => kind === 'every response' || kinds.includes(kind)));
}
