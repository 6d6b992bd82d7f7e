import { setTimeout } from 'node:timers/promises';
import { keyRefused, UnreachableError } from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench } from '../judges/index.ts';
import { createDayCount } from '../probe/day-count.ts';
import { settleDoubts } from '../probe/look-again.ts';
import { readOf } from '../probe/read-of.ts';
import { settlingPause } from '../probe/settling-pause.ts';
import type { RuleId } from '../rules/index.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import type { Wire } from '../wire/wire.ts';
import { FIRST_LOOK, keyOf, wireOf, type ReplayPlan } from './replay-plan.ts';
import { isOwn } from './stand-ins.ts';
import { Today } from './today.ts';

/** What a replay sends, and what its judges say of it as it comes. */
export class Sending {
  readonly bench: Bench;
  readonly today = new Today();
  readonly exchanges: Exchange[] = [];
  readonly #plan: ReplayPlan;
  readonly #wire: Wire;
  readonly #countDay: ReturnType<typeof createDayCount>;
  readonly #findings: Finding[] = [];
  /** Requests that were sent since the last POST. */
  #recent = new Set<string>();

  constructor(plan: ReplayPlan) {
    this.#plan = plan;
    this.bench = new Bench(plan.knowledge);
    this.#wire = wireOf(plan, (exchange) => this.#append(exchange));
    this.#countDay = createDayCount(plan.day?.bounds, this.#wire, () => plan.maxRequests + plan.maxInsisting);
    plan.interrupt.addEventListener('abort', this.#stop);
  }

  get waitedSeconds(): number {
    return this.#wire.facts().waitedSeconds;
  }

  /** What all judges say of all that was sent. */
  findings(): Finding[] {
    return [...this.#findings, ...this.bench.conclude()];
  }

  isViolated(id: RuleId): boolean {
    return this.#findings.some(({ rule, verdict, see }) => rule === id && verdict === 'fail' && see === undefined);
  }

  send(request: OutgoingRequest, probe: string): Promise<Exchange> {
    this.#recent.add(keyOf(request));
    return this.#wire.send(request, probe);
  }

  /** Whether the same request was sent since the last POST. */
  isRecent(key: string): boolean {
    return this.#recent.has(key);
  }

  /** From here on each request counts as not sent yet. */
  forget(): void {
    this.#recent = new Set();
  }

  async look(target: string): Promise<void> {
    const request = { ...FIRST_LOOK, target };
    if (!this.isRecent(keyOf(request))) await this.send(request, 'which pets there are today');
  }

  /**
   * Ends a replay of nothing but refusals, which says nothing of a finding.
   *
   * @throws {TargetError} when the service cannot be reached, or refuses the key at once
   */
  greet(): void {
    const { baseUrl } = this.#plan.target;
    const [first] = this.exchanges;
    if (first?.answer?.status === 401) throw keyRefused(baseUrl);
    const last = this.exchanges.at(-1);
    if (last?.answer !== undefined) return;
    throw new UnreachableError(baseUrl, last?.failure?.says, last?.failure?.isOfProxy);
  }

  async pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#plan.interrupt }).catch(() => undefined);
  }

  async settle(): Promise<void> {
    await this.pause(settlingPause(this.#plan.recorded.report.seed, this.exchanges.length));
  }

  /** Looks again at what the judges doubt, alternately. */
  async settleDoubts(): Promise<void> {
    await settleDoubts({
      conclude: () => this.bench.conclude().filter(({ rule }) => this.#plan.findings.some((one) => one.rule === rule)),
      sent: (id) => this.exchanges.find((exchange) => exchange.id === id),
      send: ({ request: { method, target, headers }, probe }) =>
        this.send({ method, target, headers: headers.filter(isOwn), without: ['Accept'] }, probe ?? 'what is in doubt'),
      pause: (milliseconds) => this.pause(milliseconds),
      seed: this.#plan.recorded.report.seed,
      readOf: (creation) => readOf(creation, this.exchanges),
    });
  }

  async close(): Promise<void> {
    this.#plan.interrupt.removeEventListener('abort', this.#stop);
    await this.#wire.close();
  }

  readonly #stop = (): void => this.#wire.stop();

  #append(exchange: Exchange): void {
    this.exchanges.push(exchange);
    this.today.see(exchange);
    for (const finding of this.bench.see(exchange)) this.#findings.push(finding);
    this.#plan.append(exchange);
    this.#plan.day?.spent(this.#countDay(exchange));
  }
}
