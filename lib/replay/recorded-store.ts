import { createdId } from '../evidence/creation.ts';
import { isExactObject, parseExactJson, type ExactObject } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench } from '../judges/index.ts';
import type { RuleId } from '../rules/index.ts';
import type { RecordedRun } from './recorded-run.ts';
import { petsOf, readPet, type ShownPet } from './shown-pets.ts';

/** What a recorded run shows when it is judged again: what its store held, and what each exchange says of a rule. */
export interface RecordedStore {
  /** As of the end of the run. */
  readonly knowledge: JudgeKnowledge;
  /** The pets that it saw, by id: those that it created as they were sent. */
  readonly pets: ReadonlyMap<bigint, ShownPet>;
  /** The creation of each pet that it created. */
  readonly creations: ReadonlyMap<bigint, Exchange>;
  /** Whether one exchange, by itself, violates or satisfies a rule; undefined where it does neither. */
  verdict(rule: RuleId, exchange: Exchange): 'fail' | 'pass' | undefined;
}

/** Judges a recorded run again. */
export function readRecordedStore({
  knowledge,
  exchanges,
}: Pick<RecordedRun, 'knowledge' | 'exchanges'>): RecordedStore {
  const bench = new Bench(knowledge);
  const findings = new Map<number, readonly Finding[]>();
  const pets = new Map<bigint, ShownPet>();
  const creations = new Map<bigint, Exchange>();
  for (const exchange of exchanges.values()) {
    const own = bench.see(exchange);
    findings.set(exchange.id, own);
    for (const pet of petsOf(exchange)) if (pet.id !== undefined && !pets.has(pet.id)) pets.set(pet.id, pet);
    const created = createdId(exchange);
    if (created === undefined) continue;
    // A service that gives an id twice gives what it had created before.
    if (!creations.has(created)) creations.set(created, exchange);
    const sent = sentPet(exchange);
    pets.set(created, { ...pets.get(created), ...sent, id: created });
  }
  return {
    knowledge: bench.knowledge,
    pets,
    creations,
    verdict(rule, { id }) {
      const own = (findings.get(id) ?? []).filter((finding) => finding.rule === rule && finding.see === undefined);
      if (own.some(({ verdict }) => verdict === 'fail')) return 'fail';
      return own.some(({ verdict }) => verdict === 'pass') ? 'pass' : undefined;
    },
  };
}

/** What the body of a creation says of the pet. */
function sentPet(exchange: Exchange): ShownPet {
  const { id: _sent, ...fields } = readPet(sentObject(exchange) ?? {});
  return fields;
}

/** The JSON object that is the body of a request; undefined of any other body. */
export function sentObject({ request: { body } }: Exchange): ExactObject | undefined {
  if (body.kind !== 'bytes') return undefined;
  const reading = parseExactJson(new TextDecoder().decode(body.bytes));
  return reading.ok && isExactObject(reading.value) ? reading.value : undefined;
}
