import { setTimeout } from 'node:timers/promises';
import { BudgetSpentError, HarnessError, InterruptedError, TargetError, keyRefused, unreachable } from '../errors.ts';
import { endFacts } from '../evidence/early-end.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { largest } from '../evidence/extremes.ts';
import { AT_WORK_MS } from '../judges/disturbance.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench } from '../judges/index.ts';
import { VALID } from '../probe/credentials.ts';
import { createDayCount } from '../probe/day-count.ts';
import { settleDoubts } from '../probe/look-again.ts';
import { readOf } from '../probe/read-of.ts';
import { settlingPause } from '../probe/settling-pause.ts';
import { usualCategory } from '../probe/usual-category.ts';
import type { RuleId } from '../rules/index.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import type { Wire } from '../wire/wire.ts';
import { cameAndWentIn, type CameAndWent } from './came-and-went.ts';
import { areAtOnce, mayShareConnection } from './company.ts';
import { byTurns, untilShown, type Insisting } from './insist.ts';
import type { RecordedFinding } from './recorded-run.ts';
import { FIRST_LOOK, keyOf, wireOf, type Replayed, type ReplayPlan } from './replay-plan.ts';
import { readRecordedStore, type RecordedStore } from './recorded-store.ts';
import { besideToday } from './sent-again.ts';
import { createStandIns, isOwn, type StandIns } from './stand-ins.ts';
import { alternating, isOfCreations, isOfRefusedWrites, isOverSets, sentStatus, WHOLE_SETS } from './sets-again.ts';
import { settle, type SentAgain, type Settled } from './settled.ts';
import type { ShownPet } from './shown-pets.ts';
import { requestKey, situationOf, type Situation } from './situation.ts';
import { showsOneAtFault, Today } from './today.ts';

/** A run that ended no longer ago than this, in milliseconds, has ended just now. */
const JUST_NOW_MS = 60_000;

/**
 * Sends again what led to findings, in its order, and settles each with the judges that made it. Nothing that was seen
 * then counts as known today: what the judges must know is looked at first. Doubts are looked at again, alternately.
 *
 * @throws {TargetError} when the service cannot be reached, or refuses the key at once
 */
export async function replay(plan: ReplayPlan): Promise<Replayed> {
  const again = new Again(plan);
  let ended: HarnessError | undefined;
  try {
    await again.all();
  } catch (error) {
    if (!(error instanceof HarnessError) || error instanceof TargetError) throw error;
    ended = error;
  } finally {
    await again.close();
  }
  const isOver = ended !== undefined && !(ended instanceof BudgetSpentError);
  return {
    settled: again.settled(),
    facts: {
      waitedSeconds: again.waitedSeconds,
      interrupted: ended instanceof InterruptedError,
      ...endFacts(isOver ? { aborted: ended } : { endedEarly: ended }),
    },
  };
}

/** One such run. */
class Again {
  readonly #plan: ReplayPlan;
  readonly #bench: Bench;
  readonly #wire: Wire;
  readonly #store: RecordedStore;
  readonly #today = new Today();
  readonly #situations: ReadonlyMap<RecordedFinding, Situation>;
  #standIns: StandIns;
  readonly #cameAndWent: CameAndWent;
  readonly #countDay: ReturnType<typeof createDayCount>;
  readonly #exchanges: Exchange[] = [];
  readonly #findings: Finding[] = [];
  /** By the number of the recorded exchange: the key of the request that took its place, or why none did. */
  readonly #sent = new Map<number, { readonly key: string } | { readonly whyNot: string }>();
  /** Requests that were sent since the last POST. */
  #recent = new Set<string>();
  #names = 0;

  constructor(plan: ReplayPlan) {
    this.#plan = plan;
    const { maxRequests, knowledge, recorded } = plan;
    this.#bench = new Bench(knowledge);
    this.#store = readRecordedStore(recorded);
    this.#situations = new Map(plan.findings.map((found) => [found, situationOf(found, recorded, this.#store)]));
    this.#standIns = this.#newStandIns();
    this.#wire = wireOf(plan, (exchange) => this.#append(exchange));
    this.#cameAndWent = cameAndWentIn(this.#store);
    this.#countDay = createDayCount(plan.day?.bounds, this.#wire, () => maxRequests);
    plan.interrupt.addEventListener('abort', this.#stop);
  }

  get waitedSeconds(): number {
    return this.#wire.facts().waitedSeconds;
  }

  async all(): Promise<void> {
    await this.#send(FIRST_LOOK, 'what is there today');
    this.#greet();
    const { findings } = this.#plan;
    const first = findings.filter(({ rule }, index) => findings.findIndex((one) => one.rule === rule) === index);
    await this.#repeat(first);
    if (first.some(({ rule }) => isOverSets(rule))) for (const look of WHOLE_SETS) await this.#look(look);
    await this.#settleDoubts();
    const created = this.#open(isOfCreations);
    if (created !== undefined) await this.#anew(created);
    const insisting: Insisting = {
      send: (exchange) => this.#sendOnceMore(exchange),
      between: () => this.#send(FIRST_LOOK, 'what is there today'),
      settle: () => this.#settle(),
    };
    await byTurns(() => this.#doubtful((found) => alternating(found) !== undefined), insisting);
    const refused = this.#open(isOfRefusedWrites);
    if (refused !== undefined) await this.#changeSizes(refused);
    await this.#repeat(findings);
    await this.#settleDoubts();
    for (const found of findings)
      await untilShown(found, this.#cameAndWent, insisting, () => this.#isViolated(found.rule));
  }

  /** Sends a recorded request again. @returns false where that may not be, or all requests are sent */
  async #sendOnceMore(exchange: Exchange): Promise<boolean> {
    const request = this.#standIns.again(exchange);
    if (typeof request === 'string' || this.#exchanges.length >= this.#plan.maxRequests) return false;
    await this.#send(request, exchange.probe ?? 'what was sent before');
    return true;
  }

  #isViolated(id: RuleId): boolean {
    return this.#findings.some(({ rule, verdict, see }) => rule === id && verdict === 'fail' && see === undefined);
  }

  /** The first finding of its kind of which the judges do not say today that its rule is satisfied, nor that it is violated. */
  #doubtful(isOfKind: (found: RecordedFinding) => boolean): RecordedFinding | undefined {
    const today = this.#bench.conclude().filter(({ see }) => see === undefined);
    const isSatisfied = (id: RuleId) => {
      const own = today.filter(({ rule }) => rule === id);
      return own.some(({ verdict }) => verdict === 'pass') && !own.some(({ verdict }) => verdict === 'inconclusive');
    };
    return this.#open((found) => isOfKind(found) && !isSatisfied(found.rule));
  }

  #open(isOfKind: (found: RecordedFinding) => boolean): RecordedFinding | undefined {
    const open = this.settled().filter(({ state, isFinal }) => state === 'cannot tell' && isFinal !== true);
    return open.find(({ found }) => isOfKind(found))?.found;
  }

  /**
   * The steps of a finding once more, with other creations: a cache may have been about to expire, and a page of a round size
   * may be cut off.
   */
  async #anew(found: RecordedFinding): Promise<void> {
    const { steps, shown } = this.#situationOf(found);
    for (const { id } of steps) this.#sent.delete(id);
    this.#recent = new Set();
    this.#standIns = this.#newStandIns();
    await this.#leaveBehind();
    await this.#repeat([found]);
    await this.#settle();
    for (const exchange of shown) if (exchange.request.method === 'GET') await this.#sendOnceMore(exchange);
    await this.#settleDoubts();
  }

  /** To the judges the writes of a run that ended just now, seen late, look like another client's: these are waited for. */
  async #leaveBehind(): Promise<void> {
    const { recorded, onWaiting } = this.#plan;
    const ended = largest([...recorded.exchanges.values()].map(({ times }) => times.endedAt));
    if (Date.now() - ended > JUST_NOW_MS) return;
    onWaiting?.(Date.now() + AT_WORK_MS, 'for what the last run wrote to be seen everywhere');
    await this.#pause(AT_WORK_MS);
  }

  #newStandIns(): StandIns {
    const { recorded, target } = this.#plan;
    return createStandIns(
      recorded.report.run.id,
      this.#store,
      () => this.#today,
      target,
      () => this.#freshName(),
    );
  }

  #situationOf(found: RecordedFinding): Situation {
    const situation = this.#situations.get(found);
    if (situation === undefined) throw new TypeError('every finding has a situation');
    return situation;
  }

  async #repeat(findings: readonly RecordedFinding[]): Promise<void> {
    for (const found of findings) {
      const situation = this.#situationOf(found);
      await this.#prepare(situation);
      // What was under way together is sent together.
      for (const together of atOnce(situation.steps))
        await Promise.all(together.map((exchange) => this.#step(exchange, together.length > 1)));
    }
    // Only another answer after it tells a request that is not answered from a service that is gone.
    if (this.#exchanges.at(-1)?.answer === undefined)
      await this.#send(FIRST_LOOK, 'whether the service is still there');
  }

  /** Creates what the situation needs and the service does not show, where that takes a few requests. */
  async #prepare(situation: Situation): Promise<void> {
    const { target, maxRequests } = this.#plan;
    const missing = this.#today.missing(situation);
    const asked = situation.steps.flatMap(({ request }) => {
      const id = /^\/pets\/(-?\d{1,19})$/.exec(request.target)?.[1];
      const pet = id === undefined || request.method !== 'GET' ? undefined : this.#store.pets.get(BigInt(id));
      const isThere =
        pet?.id === undefined || this.#store.creations.has(pet.id) || this.#standIns.petFor(pet.id) !== undefined;
      return isThere || pet === undefined ? [] : [pet];
    });
    const pets = [...missing, ...asked];
    const rest = maxRequests - this.#exchanges.length - situation.steps.length;
    if (pets.length === 0 || pets.length > rest || !target.writes) return;
    for (const pet of pets) await this.#create(pet);
    this.#recent = new Set();
  }

  async #create({ status, categoryId }: ShownPet): Promise<void> {
    const category = this.#today.category ?? usualCategory(this.#store.knowledge.categories) ?? categoryId ?? 1n;
    const body = { name: this.#freshName(), categoryId: category, ...(status !== undefined && { status }) };
    await this.#send(
      { method: 'POST', target: '/pets', headers: VALID.headers, body: printExactJson(body) },
      'what the store must hold',
    );
  }

  async #look(target: string): Promise<void> {
    const request = { ...FIRST_LOOK, target };
    if (!this.#recent.has(keyOf(request))) await this.#send(request, 'which pets there are today');
  }

  /**
   * A page of a round size may be cut off, so it does not show that nothing was stored. One creation more makes it another
   * size: one that the run had made, too, under the same status.
   */
  async #changeSizes(found: RecordedFinding): Promise<void> {
    const { exchanges } = this.#plan.recorded;
    const status = found.exchanges.map(sentStatus).find((one) => one !== undefined);
    const creation = [...exchanges.values()].find(
      (exchange) => exchange.answer?.status === 201 && sentStatus(exchange) === status,
    );
    if (creation === undefined || status === undefined || this.#sent.has(creation.id)) return;
    await this.#step(creation, false);
    await this.#look(`/pets?limit=100&status=${status}`);
  }

  async #pause(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal: this.#plan.interrupt }).catch(() => undefined);
  }

  async #settle(): Promise<void> {
    await this.#pause(settlingPause(this.#plan.recorded.report.seed, this.#exchanges.length));
  }

  async #settleDoubts(): Promise<void> {
    await settleDoubts({
      conclude: () => this.#bench.conclude().filter(({ rule }) => this.#plan.findings.some((one) => one.rule === rule)),
      sent: (id) => this.#exchanges.find((exchange) => exchange.id === id),
      send: ({ request: { method, target, headers }, probe }) =>
        this.#send(
          { method, target, headers: headers.filter(isOwn), without: ['Accept'] },
          probe ?? 'what is in doubt',
        ),
      pause: (milliseconds) => this.#pause(milliseconds),
      seed: this.#plan.recorded.report.seed,
      readOf: (creation) => readOf(creation, this.#exchanges),
    });
  }

  settled(): Settled[] {
    const findings = [...this.#findings, ...this.#bench.conclude()];
    return this.#plan.findings.map((found) => {
      const situation = this.#situationOf(found);
      const sent = situation.shown.map((before) => this.#comparison(found, before));
      return settle(found, sent, findings, this.#bench.knowledge, {
        lacks: this.#today.lacks(situation),
        petFor: (id) => this.#standIns.petFor(id),
      });
    });
  }

  async close(): Promise<void> {
    this.#plan.interrupt.removeEventListener('abort', this.#stop);
    await this.#wire.close();
  }

  readonly #stop = (): void => this.#wire.stop();

  /** A run of nothing but refusals says nothing of a finding. */
  #greet(): void {
    const { baseUrl } = this.#plan.target;
    const [first] = this.#exchanges;
    if (first?.answer?.status === 401) throw keyRefused(baseUrl);
    const last = this.#exchanges.at(-1);
    if (last?.answer !== undefined) return;
    throw unreachable(baseUrl, last?.failure?.says);
  }

  /** @param isTogether - other steps are under way at the same time */
  async #step(exchange: Exchange, isTogether: boolean): Promise<void> {
    if (this.#sent.has(exchange.id)) return;
    const request = this.#standIns.again(exchange);
    if (typeof request === 'string') {
      this.#sent.set(exchange.id, { whyNot: request });
      return;
    }
    const key = keyOf(request);
    const isKnown = this.#recent.has(key) && exchange.answer !== undefined && !isTogether && isOfTheKey(exchange);
    if (request.method === 'POST') this.#recent = new Set();
    this.#sent.set(exchange.id, { key });
    if (isKnown && request.method !== 'POST') return;
    if (!isTogether && mayShareConnection(exchange, this.#plan.recorded.exchanges.values()))
      await this.#send(FIRST_LOOK, 'a request with the key before it');
    this.#standIns.came(exchange, await this.#send(request, exchange.probe ?? 'what was sent before'));
  }

  #send(request: OutgoingRequest, probe: string): Promise<Exchange> {
    this.#recent.add(keyOf(request));
    return this.#wire.send(request, probe);
  }

  #append(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#today.see(exchange);
    for (const finding of this.#bench.see(exchange)) this.#findings.push(finding);
    this.#plan.append(exchange);
    this.#plan.day?.spent(this.#countDay(exchange));
  }

  #comparison(found: RecordedFinding, before: Exchange): SentAgain {
    const sent = this.#sent.get(before.id);
    if (sent === undefined) return { before, after: [] };
    if ('whyNot' in sent) return { before, after: [], whyNot: sent.whyNot };
    const after = this.#exchanges.filter(({ request }) => requestKey(request) === sent.key);
    const cameAndWent = this.#cameAndWent.why(found.rule, before, after.length);
    const unlike = showsOneAtFault(this.#situationOf(found), after)
      ? undefined
      : 'shows no pet like the one that violated the rule';
    const misses = cameAndWent ?? unlike ?? this.#otherPet(found, before);
    return besideToday(before, this.#plan.recorded, after, this.#exchanges, misses);
  }

  /** Where other pets satisfied the rule, one that stands in for the pet that did not may be like those. */
  #otherPet({ rule }: RecordedFinding, { request }: Exchange): string | undefined {
    const { method, target, credential } = request;
    // Who has no valid key is refused whatever the pet is.
    if (credential !== 'primary' && credential !== 'second') return undefined;
    const id = /^\/pets\/(-?\d{1,19})$/.exec(target)?.[1];
    if (method !== 'GET' || id === undefined || !this.#store.pets.has(BigInt(id))) return undefined;
    const isItself = this.#store.creations.has(BigInt(id)) || this.#standIns.petFor(BigInt(id)) === BigInt(id);
    const others = [...this.#plan.recorded.exchanges.values()].filter(
      (other) =>
        other.request.target !== target && other.answer?.status === 200 && /^\/pets\/-?\d+$/.test(other.request.target),
    );
    if (isItself || !others.some((other) => this.#store.verdict(rule, other) !== 'fail')) return undefined;
    return 'asked for a pet that is not there any more, and other pets satisfied the rule then';
  }

  #freshName(): string {
    return `petvet${this.#plan.runId.toUpperCase()}${(++this.#names).toString(36).padStart(2, '0')}`;
  }
}

/** Requests in their order, those together that were under way at the same time. */
function atOnce(steps: readonly Exchange[]): Exchange[][] {
  const groups: Exchange[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.some((other) => areAtOnce(step, other)) === true) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function isOfTheKey({ request: { credential } }: Exchange): boolean {
  return credential === 'primary';
}
