import { isPetStatus, type PetStatus } from '../contract/pets.ts';
import type { CredentialRole } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { RuleId } from '../rules/index.ts';
import { SETTLING_MS } from './alternation.ts';
import { settleBlame } from './blame.ts';
import type { Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { LogView } from './log-view.ts';
import { aKnowledge, aLog, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';
import type { Reading } from './reading.ts';
import { RELATION_JUDGES } from './relations.ts';
import { WRITE_JUDGES } from './writes.ts';

/** A pet of a test, as JSON. */
export interface PetJson {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

/** The answer of a test service: an exchange, or a wait as long as a lag. */
export type Step = ExchangeParts | 'wait';

/** Pets with these ids, or as many counted from 1, beyond what a double holds exactly; every third is of each status. */
export function pets(wanted: number | readonly number[], status?: PetStatus): PetJson[] {
  const ids = typeof wanted === 'number' ? Array.from({ length: wanted }, (_none, index) => index + 1) : wanted;
  return ids.map((id) => ({
    id: petId(id),
    name: `pet ${id}`,
    categoryId: 1n,
    status: status ?? (['available', 'pending', 'sold'] as const)[id % 3] ?? 'sold',
  }));
}

/** The id of the n-th pet of {@link pets}. */
export function petId(number: number): bigint {
  return 9_007_199_254_740_992n + BigInt(number);
}

/** A page: the target's query after `/pets`, and what it holds. */
export function page(query: string, json: readonly PetJson[], parts: ExchangeParts = {}): ExchangeParts {
  return { target: `/pets${query}`, json, ...parts };
}

/** The same pets, filtered as `status` asks. */
export function filtered(status: PetStatus, store: readonly PetJson[], query = '&limit=100'): ExchangeParts {
  return page(
    `?status=${status}${query}`,
    store.filter((pet) => isPetStatus(pet.status) && pet.status === status),
  );
}

/** A getPet and its answer: a pet, or 404 when there is none. */
export function got(id: bigint, pet?: PetJson): ExchangeParts {
  const missing = { status: 404, json: { code: 'not_found', message: 'no such pet', status: 404n } };
  return { target: `/pets/${id}`, ...(pet ? { json: pet } : missing) };
}

/** What a judge finds in a log of such steps, with the blame settled. */
export function judged(judge: RelationJudge, steps: readonly Step[], parts: LogParts = {}): Finding[] {
  return settleBlame(judge.judge(new LogView(logOf(steps, parts), aKnowledge(parts.knowledge))), new Set());
}

/** What the judges find for one rule after all comparing judges, with the blame settled. */
export function judgedTogether(rule: RuleId, steps: readonly Step[]): Finding[] {
  const view = new LogView(logOf(steps), aKnowledge());
  const findings = [...RELATION_JUDGES, ...WRITE_JUDGES].flatMap((judge) => judge.judge(view));
  return settleBlame(findings, new Set()).filter((finding) => finding.rule === rule);
}

export interface LogParts {
  readonly credential?: CredentialRole;
  readonly knowledge?: Partial<Knowledge>;
}

function logOf(steps: readonly Step[], parts: LogParts = {}): Reading[] {
  const log: ExchangeParts[] = [];
  let at = FIRST_INSTANT;
  for (const step of steps) {
    at += step === 'wait' ? SETTLING_MS : 10;
    if (step !== 'wait') log.push({ at, ...(parts.credential && { credential: parts.credential }), ...step });
  }
  return aLog(...log);
}
