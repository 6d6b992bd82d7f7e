import { setTimeout } from 'node:timers/promises';
import { BudgetSpentError, HarnessError, InterruptedError, keyRefused, NothingThereError } from '../errors.ts';
import type { EarlyEnd } from '../evidence/early-end.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { openEvidence, type EvidenceWriter } from '../evidence/log.ts';
import { createMask } from '../evidence/masking.ts';
import { expect } from '../expectation/expect.ts';
import type { Regularity } from '../expectation/expectation.ts';
import type { Moment } from '../model/seen.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { createWire, type Wire } from '../wire/wire.ts';
import { BanWatch } from './ban-watch.ts';
import { DEFAULT_REQUESTS, minuteShareOf, type Budget } from './budget.ts';
import { createDayCount, dayOptions } from './day-count.ts';
import { Exhaustion } from './exhaustion.ts';
import { GivenUp } from './given-up.ts';
import { Interruption } from './interruption.ts';
import { exhaustionSender } from './limit-use.ts';
import { JudgedRun } from './judged-run.ts';
import type { LimitView } from './limit-view.ts';
import { Legibility } from './legibility.ts';
import { Liveness } from './liveness.ts';
import { PlanDoubt } from './plan-doubt.ts';
import { Pace } from './pace.ts';
import { petName } from './pet-name.ts';
import { NothingThere } from './nothing-there.ts';
import type { Planning } from './planned.ts';
import { RunBudget, sayCreations } from './run-budget.ts';
import type { RunSpec } from './run-spec.ts';
import { RunClock } from './run-clock.ts';
import { secretsOf } from './secrets.ts';
import type { SessionWatcher } from './session-watcher.ts';

/**
 * One run against one target: the wire, the evidence, and the judges seen early. All suites share it, so that one
 * budget serves them all.
 */
export class Session {
  readonly spec: RunSpec;
  /** What was sent, and what the judges say of it. */
  readonly judged: JudgedRun;
  /** The primary key's limit. */
  readonly limit: LimitView;
  /** What a probe leaves for a later one: ids of pets to be read back. */
  readonly toReadBack: bigint[] = [];
  readonly #wire: Wire;
  readonly #evidence: EvidenceWriter;
  readonly #watcher: SessionWatcher;
  readonly #stopped = new AbortController();
  readonly #targets = new Set<string>();
  readonly #bans = new BanWatch();
  readonly #exhaustion: Exhaustion;
  readonly #pace: Pace;
  readonly #planDoubt = new PlanDoubt((says) => this.#watcher.onNote?.(says));
  readonly #budget: RunBudget;
  readonly #clock: RunClock;
  readonly #countDay: ReturnType<typeof createDayCount>;
  #names = 0;
  #underWay = 0;
  readonly #liveness: Liveness;
  readonly #legibility = new Legibility();
  readonly #nothingThere: NothingThere;
  readonly #interruption: Interruption;
  readonly #givenUp: GivenUp;
  #fatal: HarnessError | undefined;

  /** @throws {UsageError} when the evidence cannot be written */
  constructor(spec: RunSpec, watcher: SessionWatcher) {
    const { target } = spec;
    this.spec = spec;
    this.#watcher = watcher;
    this.judged = new JudgedRun(spec.knowledge);
    this.#liveness = new Liveness(target.baseUrl);
    this.#nothingThere = new NothingThere(target.writes);
    this.#pace = new Pace(target);
    this.#givenUp = new GivenUp(target);
    this.#evidence = openEvidence(spec.evidenceFile, spec.knowledge);
    this.#wire = createWire({
      target,
      mask: createMask(secretsOf(spec)),
      append: (exchange) => this.#append(exchange),
      maxRequests: spec.maxRequests ?? DEFAULT_REQUESTS + (spec.deeper ?? 0),
      ...dayOptions(spec.day),
      minuteShare: minuteShareOf(spec.useUp),
      runId: spec.runId,
      version: spec.version,
      refusesWait: (until, waited) => this.#clock.refusal(until, waited),
      onEvent: (event) => {
        if (event.kind === 'waiting') watcher.onWaiting(event.until, event.why);
      },
    });
    this.#interruption = new Interruption({
      send: (request, repeats) => this.#again(request, repeats),
      wait: (milliseconds, why) => this.#hold(Date.now() + milliseconds, why),
    });
    this.#budget = new RunBudget(spec, this.#wire, this.#pace);
    this.#countDay = createDayCount(spec.day, this.#wire, () => this.#budget.current.usual);
    this.limit = this.#limitView();
    this.#clock = new RunClock(spec, this.#budget, {
      onBounds: (says) => watcher.onBounds?.(says),
      onOver: (error) => {
        this.#end(error);
        this.stop();
      },
    });
    const lent = { knowledge: () => this.judged.knowledge, freshName: () => this.freshName() };
    const deliver = (request: OutgoingRequest, probe: string, over?: boolean) => this.#deliver(request, probe, over);
    this.#exhaustion = new Exhaustion(this.limit, exhaustionSender(target, { ...lent, deliver }));
  }

  /** How much the run may send, and how deep it goes, as far as the plan is known by now. */
  get budget(): Budget {
    return this.#budget.asKnown;
  }

  /** Requests that a quick run still has room for, before it waits for another window; see {@link RunBudget}. */
  get room(): number {
    return this.#budget.room();
  }

  /** What uses the limit up. */
  get exhaustion(): Pick<Exhaustion, 'isDone' | 'again' | 'opensBeforeReset' | 'leaveNow'> {
    return this.#exhaustion;
  }

  /** The targets that were sent, as they followed the base address. */
  get targets(): ReadonlySet<string> {
    return this.#targets;
  }

  /**
   * What the run has covered of the input model, for choosing what to send next.
   *
   * @param moments - those at which it is going to be sent; now when absent
   */
  planning(moments?: readonly Moment[]): Pick<Planning, 'adds' | 'moment'> {
    return {
      adds: (request) => this.judged.coverage.adds(request, this.judged.knowledge.pets, moments),
      moment: () => moments?.join(', ') ?? this.judged.coverage.moment,
    };
  }

  /**
   * Sends a request and judges its answer early.
   *
   * @throws {HarnessError} when the run may or can send no more; the suites end, and what was done is judged
   */
  async send(request: OutgoingRequest, probe: string): Promise<Exchange> {
    const isPrimary = request.headers.some(([, value]) => value.includes('{primary'));
    if (!isPrimary) return this.#deliver(request, probe);
    if (this.#budget.current.usesUp) await this.#exhaustion.turn();
    this.#underWay++;
    try {
      return await this.#deliver(request, probe);
    } finally {
      this.#underWay--;
    }
  }

  async #deliver(request: OutgoingRequest, probe: string, overLimit = false): Promise<Exchange> {
    if (!overLimit) await this.#interruption.over();
    const over = this.#fatal ?? (overLimit ? undefined : this.#givenUp.refusal(request));
    if (over !== undefined) throw over;
    try {
      let exchange = await this.#wire.send(request, probe, { overLimit });
      // Whoever closes the connection over the limit has not stopped answering.
      if (!overLimit) {
        this.#watch(exchange, request);
        const tells = this.#interruption.isNews(exchange) && this.#regularityOf(exchange) !== 'hostile';
        // What is hostile may bring a service down: once is enough.
        if (tells) exchange = await this.#interruption.settled(exchange, request);
        await this.#liveness.look((known) => this.#interruption.look(known));
        await this.#bans.look((known) => this.#again(known));
      }
      this.#budget.reckon();
      this.#clock.tell();
      return exchange;
    } catch (error) {
      if (error instanceof HarnessError) this.#end(error);
      throw error;
    }
  }

  /** @param repeats - of the same request; without one it is a look whether the service still answers */
  async #again(request: OutgoingRequest, repeats?: Exchange): Promise<Exchange> {
    const probe = repeats?.probe ?? 'still-answers';
    const again = { once: true, ...(repeats !== undefined && { retryOf: repeats.id }) };
    const exchange = await this.#wire.send(request, probe, again);
    this.#watch(exchange, request);
    return exchange;
  }

  /** A name for a pet that this run creates: short, in letters alone, of both cases, and never used before. */
  freshName(): string {
    return petName(this.spec.runId, this.#names++);
  }

  /** Sends nothing more, and ends waits and what is on its way. */
  stop(): void {
    this.#stopped.abort();
    this.#wire.stop();
  }

  /** Stops, and closes the connections and the evidence. */
  async close(): Promise<void> {
    this.#clock.stop();
    this.stop();
    await this.#wire.close();
    this.#evidence.close();
  }

  /** Says how many pets are going to be created, and lets the run send as many requests more, unless the user set their number. */
  expectCreations(count: number): void {
    this.#watcher.onNote?.(sayCreations(count, this.#budget.grant(count)));
    this.#clock.tell();
  }

  /** Waits, unless the run is stopped meanwhile. */
  async pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#stopped.signal, ref: true }).catch(() => undefined);
  }

  #limitView(): LimitView {
    return {
      window: this.spec.target.windows.minute * 1_000,
      now: () => Date.now(),
      left: () => this.#wire.left(),
      underWay: () => this.#underWay,
      perMinute: () => this.#wire.figures().perMinute,
      openAgainAt: () => this.#wire.openAgainAt('primary'),
      resetsAt: () => this.#pace.resetsAt,
      beyond: () => this.#wire.mostOver(),
      rest: () => this.#budget.rest(),
      hold: (until, why) => this.#hold(until, why),
    };
  }

  async #hold(until: number, why: string): Promise<void> {
    const over = this.#clock.refusal(until, this.#wire.facts().waitedSeconds * 1_000);
    if (over !== undefined) {
      this.#end(over);
      throw over;
    }
    this.#watcher.onWaiting(until, why);
    await this.#clock.holding(() => this.pause(Math.max(0, until - Date.now())));
  }

  #append(exchange: Exchange): void {
    this.#targets.add(exchange.request.target);
    this.#bans.note(exchange);
    this.#pace.note(exchange);
    const givenUp = this.#givenUp.note(exchange);
    if (givenUp !== undefined) this.#watcher.onEndedEarly(givenUp, true);
    this.#evidence.append(exchange);
    this.#planDoubt.see(this.judged.take(exchange));
    const waitedSeconds = this.#wire.facts().waitedSeconds + this.#clock.held / 1_000;
    this.#watcher.onSent(exchange.id, this.#countDay(exchange), waitedSeconds);
  }

  /**
   * Ends the run when the target cannot be reached, refuses the key from the first, or shows nothing of the interface: then
   * nothing can be judged at all.
   */
  #watch(exchange: Exchange, request: OutgoingRequest): void {
    const { answer, failure } = exchange;
    if (failure?.kind === 'interrupted') throw new InterruptedError();
    if (!this.#liveness.isAnswered && answer?.status === 401 && exchange.request.credential === 'primary')
      throw keyRefused(this.spec.target.baseUrl);
    if (this.#nothingThere.note(exchange)) throw this.#nothingThere.errorAt(this.spec.target.baseUrl);
    this.#bans.watch(exchange, () => this.#regularityOf(exchange), request);
    this.#liveness.note(exchange, request);
    this.#legibility.note(exchange);
  }

  #regularityOf({ request }: Exchange): Regularity {
    return expect(request, this.judged.knowledge).regularity;
  }

  #end(error: HarnessError): void {
    if (this.#fatal !== undefined) return;
    this.#fatal = error;
    const isStopped = error instanceof BudgetSpentError || error instanceof InterruptedError;
    const isAnswered = this.#liveness.isAnswered && !(error instanceof NothingThereError);
    if (isStopped || isAnswered)
      this.#watcher.onEndedEarly(this.#whyEnded(error), !(error instanceof BudgetSpentError));
    else this.#watcher.onFatal(error.message, error.hint);
  }

  #whyEnded(error: HarnessError): EarlyEnd {
    if (error.code !== 'BUDGET_SPENT') return error;
    const { sent } = this.#wire.facts();
    return this.spec.smoke ? { why: `all ${sent} requests of a smoke run were used` } : this.#budget.whySpent(sent);
  }
}
