// The interface of the package: `petvet/judges`, from exchanges to findings.
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench } from '../judges/index.ts';

export type { Answer, Body, CredentialRole, Exchange, HeaderPair, SentRequest } from '../evidence/exchange.ts';
export type { Knowledge } from '../evidence/knowledge.ts';
export type { Finding } from '../judges/finding.ts';
export { rules, RULE_IDS, type RuleId } from '../rules/index.ts';
export { knowledgeOf } from './knowledge.ts';

/**
 * Judges exchanges in the order of their numbers: each for itself, then what only several show. Pure.
 *
 * @param exchanges - with placeholders such as `Bearer {primary}` in place of credentials
 */
export function judgeExchanges(exchanges: Iterable<Exchange>, knowledge: Knowledge): readonly Finding[] {
  const bench = new Bench(knowledge);
  const single: Finding[] = [];
  for (const exchange of exchanges) for (const finding of bench.see(exchange)) single.push(finding);
  return [...single, ...bench.conclude()];
}
