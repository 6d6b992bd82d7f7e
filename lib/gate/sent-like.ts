import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import { expect } from '../expectation/expect.ts';
import type { Expectation, JudgeKnowledge } from '../expectation/expectation.ts';
import { inputClass } from '../judges/input-class.ts';
import { statusesWith } from '../shapes/fault-names.ts';
import { keyOf, nameOf, requestKind, type FindingName } from './finding-name.ts';

const NOTHING_KNOWN: JudgeKnowledge['pets'] = new Map();
const NO_CATEGORIES: JudgeKnowledge['categories'] = new Set();

/**
 * Which of some names a run sent a request for: on the operation of the name, with the same input, and with a response of the kind
 * that the fault is about. A name that says none of these is about several requests: a run that verified the rule has sent them.
 */
export async function namesSentFor(
  names: readonly FindingName[],
  evidence: AsyncIterable<EvidenceItem>,
  knowledge: Knowledge,
): Promise<ReadonlySet<string>> {
  const open = new Map(names.map((name) => [keyOf(name), name]));
  const sent = new Set<string>();
  const found = (key: string) => {
    sent.add(key);
    open.delete(key);
  };
  for (const [key, name] of open) if (isOfSeveral(name)) found(key);
  if (open.size === 0) return sent;
  const known = { ...knowledge, pets: NOTHING_KNOWN, categories: NO_CATEGORIES };
  for await (const item of evidence) {
    if (!('exchange' in item)) continue;
    const expectation = expect(item.exchange.request, known);
    for (const [key, name] of open) if (isLike(item.exchange, expectation, name)) found(key);
    if (open.size === 0) break;
  }
  return sent;
}

function isOfSeveral({ operation, input, fault }: FindingName): boolean {
  return operation === undefined && input === undefined && statusOf(fault) === undefined;
}

/** The status of the responses that a fault is about. */
function statusOf(fault: string | undefined): number | undefined {
  return statusesWith(fault).at(-1);
}

function isLike(exchange: Exchange, expectation: Expectation, name: FindingName): boolean {
  const { rule, operation, input, fault } = name;
  const status = statusOf(fault);
  if (operation !== undefined && expectation.operation !== operation) return false;
  if (status !== undefined && exchange.answer?.status !== status) return false;
  const { method, target } = exchange.request;
  const given = inputClass(exchange, expectation, rule);
  return input === undefined || nameOf(rule, { input: given }).input === input || requestKind(method, target) === input;
}
