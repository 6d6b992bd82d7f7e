import { rules, type RuleId } from '../rules/index.ts';

/**
 * The violation that keeps the responses received from verifying a rule: a longer run would hardly verify it either.
 *
 * @param violated - the rules that are violated
 */
export function hiddenBy(id: RuleId, violated: ReadonlySet<RuleId>): RuleId | undefined {
  return rules[id].hiddenBy?.find((one) => violated.has(one));
}
