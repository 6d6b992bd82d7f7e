import { createdId } from '../evidence/creation.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench } from '../judges/index.ts';
import { Coverage } from '../model/coverage.ts';

/**
 * What a run has sent, as it is judged while it is under way: what to send next depends on it, and so do the verdicts at the end. The
 * evidence in the file says the same of it, exchange by exchange.
 */
export class JudgedRun {
  readonly bench: Bench;
  /** What it covered of the input model. */
  readonly coverage = new Coverage();
  readonly #exchanges = new Map<number, Exchange>();
  readonly #findings = new Map<number, readonly Finding[]>();
  #newest = 0;

  constructor(knowledge: Knowledge) {
    this.bench = new Bench(knowledge);
  }

  /** Judges an exchange by what those before it showed. */
  take(exchange: Exchange): readonly Finding[] {
    this.#exchanges.set(exchange.id, exchange);
    this.#newest = Math.max(this.#newest, exchange.id);
    this.coverage.take(exchange, this.knowledge.pets);
    const findings = this.bench.see(exchange);
    this.#findings.set(exchange.id, findings);
    return findings;
  }

  /** What the exchanges so far have shown. */
  get knowledge(): JudgeKnowledge {
    return this.bench.knowledge;
  }

  /** What the judges of several exchanges say of the run so far. */
  conclude(): readonly Finding[] {
    return this.bench.conclude();
  }

  /** The same without the rate limit, half-way. */
  soFar(): readonly Finding[] {
    return this.bench.soFar();
  }

  /** The number of the newest exchange; 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** In the order in which they ended. */
  exchanges(): Iterable<Exchange> {
    return this.#exchanges.values();
  }

  exchange(id: number): Exchange | undefined {
    return this.#exchanges.get(id);
  }

  /** What the judges of single exchanges said of one. */
  findingsOf({ id }: Exchange): readonly Finding[] {
    return this.#findings.get(id) ?? [];
  }

  /** The same of each exchange after one; where a probe is named, of its own: what uses the limit up is sent amid the others. */
  findingsSince(id: number, probe?: string): readonly Finding[] {
    const after = Array.from({ length: this.#newest - id }, (_, nth) => this.#exchanges.get(id + 1 + nth) ?? []).flat();
    return after.flatMap((one) => (probe === undefined || one.probe === probe ? this.findingsOf(one) : []));
  }

  /** The ids of the pets that it created, in the order of the answers. */
  created(): readonly bigint[] {
    return [...this.#exchanges.values()].flatMap((exchange) => createdId(exchange) ?? []);
  }
}
