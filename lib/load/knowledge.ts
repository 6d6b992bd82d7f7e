import type { Knowledge } from '../evidence/knowledge.ts';
import { besidesOf, SCENARIOS, type ScenarioName } from './scenarios.ts';
import { RULE_IDS } from '../rules/index.ts';
import { knowledgeOf, type Target } from '../targets/target.ts';

/** What a load run knows: whatever its scenario does not ask about is left out. */
export function knowledgeFor(scenario: ScenarioName, target: Target, asOf: string): Knowledge {
  return {
    ...knowledgeOf(target, { asOf, leftOut: leftOutBy(scenario) }),
    ...(scenario === 'daily' && { usesDayUp: true }),
  };
}

/** The rules that a scenario leaves out, with the reason. */
export function leftOutBy(scenario: ScenarioName): Readonly<Record<string, string>> {
  const judged = [...SCENARIOS[scenario].rules, ...besidesOf(scenario)];
  const leftOut = RULE_IDS.filter((id) => !judged.includes(id)).map((id) => [id, `not judged by load ${scenario}`]);
  return Object.fromEntries(leftOut);
}
