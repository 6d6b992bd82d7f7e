import { isAnsweredWithinLimit } from '../contract/within-limit.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { largest } from '../evidence/extremes.ts';
import { AT_WORK_MS } from '../judges/rest.ts';
import { VALID } from '../probe/credentials.ts';
import { usualCategory } from '../probe/usual-category.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { cameAndWentIn, operationOf, type CameAndWent } from './came-and-went.ts';
import { atOnce, mayShareConnection } from './company.ts';
import { byTurns, untilShown, type Insisting } from './insist.ts';
import type { RecordedFinding } from './recorded-run.ts';
import { FIRST_LOOK, keyOf, type ReplayPlan } from './replay-plan.ts';
import { readRecordedStore, type RecordedStore } from './recorded-store.ts';
import { goneOf, otherPetThan } from './replaced-pet.ts';
import { Sending } from './sending.ts';
import { besideToday } from './sent-again.ts';
import { createStandIns, type StandIns } from './stand-ins.ts';
import { alternating, isOfCreations, isOfRefusedWrites, isOverSets, WHOLE_SETS, creationLike } from './sets-again.ts';
import { settle, type SentAgain, type Settled } from './settled.ts';
import type { ShownPet } from './shown-pets.ts';
import { requestKey, situationOf, type Situation } from './situation.ts';
import { showsOneAtFault } from './today.ts';

/** A run that ended no longer ago than this, in milliseconds, has ended just now. */
const JUST_NOW_MS = 60_000;

/** What led to findings, sent again; doubts are looked at once more, alternately. */
export class Again {
  readonly #plan: ReplayPlan;
  readonly #sending: Sending;
  readonly #store: RecordedStore;
  readonly #situations: ReadonlyMap<RecordedFinding, Situation>;
  #standIns: StandIns;
  readonly #cameAndWent: CameAndWent;
  /** By the number of the recorded exchange: the keys of the requests that took its place, or why none did. */
  readonly #sent = new Map<number, { readonly keys: readonly string[] } | { readonly whyNot: string }>();
  #names = 0;
  /** As many requests may be sent. */
  #most: number;

  constructor(plan: ReplayPlan) {
    this.#plan = plan;
    this.#most = plan.maxRequests;
    const { recorded } = plan;
    this.#store = readRecordedStore(recorded);
    this.#situations = new Map(plan.findings.map((found) => [found, situationOf(found, recorded, this.#store)]));
    this.#standIns = this.#newStandIns();
    this.#sending = new Sending(plan);
    this.#cameAndWent = cameAndWentIn(recorded, this.#store);
  }

  get waitedSeconds(): number {
    return this.#sending.waitedSeconds;
  }

  async all(): Promise<void> {
    await this.#sending.send(FIRST_LOOK, 'what is there today');
    this.#sending.greet();
    const { findings } = this.#plan;
    const first = findings.filter(({ rule }, index) => findings.findIndex((one) => one.rule === rule) === index);
    await this.#repeat(first);
    if (first.some(({ rule }) => isOverSets(rule))) for (const look of WHOLE_SETS) await this.#sending.look(look);
    await this.#sending.settleDoubts();
    const created = this.#open(isOfCreations);
    if (created !== undefined) await this.#anew(created);
    const insisting: Insisting = {
      send: (exchange) => this.#sendOnceMore(exchange),
      between: () => this.#sending.send(FIRST_LOOK, 'what is there today'),
      settle: () => this.#sending.settle(),
    };
    await byTurns(() => this.#doubtful((found) => alternating(found) !== undefined), insisting);
    const refused = this.#open(isOfRefusedWrites);
    if (refused !== undefined) await this.#changeSizes(refused);
    await this.#repeat(findings);
    await this.#sending.settleDoubts();
    const { maxRequests, maxInsisting } = this.#plan;
    const needed = findings.flatMap(({ rule, exchanges }) =>
      exchanges.map((one) => this.#cameAndWent.times(rule, one)),
    );
    if (largest(needed) <= maxInsisting) this.#most = maxRequests + maxInsisting;
    for (const found of findings) await untilShown(found, this.#cameAndWent, insisting, () => this.#isTold(found));
    await this.#sending.settleDoubts();
  }

  /** Sends a recorded request again. @returns false where that may not be, or all requests are sent */
  async #sendOnceMore(exchange: Exchange): Promise<boolean> {
    const request = this.#standIns.again(exchange, exchange.request.method === 'POST' ? 'another' : undefined);
    if (typeof request === 'string' || this.#sending.exchanges.length >= this.#most) return false;
    const before = this.#sent.get(exchange.id);
    const keys = before !== undefined && 'keys' in before ? before.keys : [];
    this.#sent.set(exchange.id, { keys: [...keys, keyOf(request)] });
    await this.#sending.send(request, exchange.probe ?? 'what was sent before');
    return true;
  }

  /** Whether a fault that comes and goes shows, or would have shown by now. */
  #isTold(found: RecordedFinding): boolean {
    if (this.#sending.isViolated(found.rule)) return true;
    const comesAndGoes = found.exchanges.some((one) => this.#cameAndWent.why(found.rule, one, 0) !== undefined);
    return comesAndGoes && found.exchanges.every((one) => this.#whyUntold(found, one) === undefined);
  }

  /** The first finding of its kind of which the judges do not say today that its rule is satisfied, nor that it is violated. */
  #doubtful(isOfKind: (found: RecordedFinding) => boolean): RecordedFinding | undefined {
    const today = this.#sending.bench.conclude().filter(({ see }) => see === undefined);
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
    this.#sending.forget();
    this.#standIns = this.#newStandIns();
    await this.#leaveBehind();
    await this.#repeat([found]);
    await this.#sending.settle();
    for (const exchange of shown) if (exchange.request.method === 'GET') await this.#sendOnceMore(exchange);
    await this.#sending.settleDoubts();
  }

  /** To the judges the writes of a run that ended just now, seen late, look like another client's: these are waited for. */
  async #leaveBehind(): Promise<void> {
    const { recorded, onWaiting } = this.#plan;
    const ended = largest([...recorded.exchanges.values()].map(({ times }) => times.endedAt));
    if (Date.now() - ended > JUST_NOW_MS) return;
    onWaiting?.(Date.now() + AT_WORK_MS, 'for what the last run wrote to be seen everywhere');
    await this.#sending.pause(AT_WORK_MS);
  }

  #newStandIns(): StandIns {
    const { recorded, target } = this.#plan;
    return createStandIns(
      recorded.report.run.id,
      this.#store,
      () => this.#sending.today,
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
    if (this.#sending.exchanges.at(-1)?.answer === undefined)
      await this.#sending.send(FIRST_LOOK, 'whether the service is still there');
  }

  /** Creates what the situation needs and the service does not show, where that takes a few requests. */
  async #prepare(situation: Situation): Promise<void> {
    const { target, maxRequests } = this.#plan;
    const missing = this.#sending.today.missing(situation);
    const asked = goneOf(situation.steps, this.#store, this.#standIns);
    const pets = [...missing, ...asked];
    const rest = maxRequests - this.#sending.exchanges.length - situation.steps.length;
    if (pets.length === 0 || pets.length > rest || !target.writes) return;
    for (const pet of pets) await this.#create(pet);
    this.#sending.forget();
  }

  async #create({ status, categoryId }: ShownPet): Promise<void> {
    const category =
      this.#sending.today.category ?? usualCategory(this.#store.knowledge.categories) ?? categoryId ?? 1n;
    const body = { name: this.#freshName(), categoryId: category, ...(status !== undefined && { status }) };
    await this.#sending.send(
      { method: 'POST', target: '/pets', headers: VALID.headers, body: printExactJson(body) },
      'what the store must hold',
    );
  }

  /**
   * A page of a round size may be cut off, so it does not show that nothing was stored. One creation more makes it another
   * size: one that the run had made, too, under the same status.
   */
  async #changeSizes(found: RecordedFinding): Promise<void> {
    const { status, creation } = creationLike(found, this.#plan.recorded);
    if (creation === undefined || status === undefined || this.#sent.has(creation.id)) return;
    await this.#step(creation, false);
    await this.#sending.look(`/pets?limit=100&status=${status}`);
  }

  close(): Promise<void> {
    return this.#sending.close();
  }

  settled(): Settled[] {
    const findings = this.#sending.findings();
    return this.#plan.findings.map((found) => {
      const situation = this.#situationOf(found);
      const sent = situation.shown.map((before) => this.#comparison(found, before));
      return settle(found, sent, findings, this.#sending.bench.knowledge, {
        broken: this.#brokenBy(found, situation),
        lacks: this.#sending.today.lacks(situation),
        petFor: (id) => this.#standIns.petFor(id),
      });
    });
  }

  /**
   * Which exchanges of today may show that it is violated again: those of all steps, because which one of several at once meets a
   * fault is chance, and any where the fault comes and goes whatever is sent.
   */
  #brokenBy({ rule }: RecordedFinding, { steps, shown }: Situation): (id: number) => boolean {
    const isOfAny =
      rules[rule].ofAnyRequest === true && shown.some((one) => this.#cameAndWent.why(rule, one, 1) !== undefined);
    if (isOfAny) return () => true;
    const sent = steps.flatMap(({ id }) => this.#sent.get(id) ?? []);
    const keys = new Set(sent.flatMap((one) => ('keys' in one ? one.keys : [])));
    const numbers = this.#sending.exchanges.filter(({ request }) => keys.has(requestKey(request))).map(({ id }) => id);
    return (id) => numbers.includes(id);
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
    const isKnown =
      this.#sending.isRecent(key) &&
      exchange.answer !== undefined &&
      !isTogether &&
      exchange.request.credential === 'primary';
    if (request.method === 'POST') this.#sending.forget();
    this.#sent.set(exchange.id, { keys: [key] });
    if (isKnown && request.method !== 'POST') return;
    if (!isTogether && mayShareConnection(exchange, this.#plan.recorded.exchanges.values()))
      await this.#sending.send(FIRST_LOOK, 'a request with the key before it');
    this.#standIns.came(exchange, await this.#sending.send(request, exchange.probe ?? 'what was sent before'));
  }

  #comparison(found: RecordedFinding, before: Exchange): SentAgain {
    const sent = this.#sent.get(before.id);
    if (sent === undefined) return { before, after: [] };
    if ('whyNot' in sent) return { before, after: [], whyNot: sent.whyNot };
    const after = this.#sending.exchanges.filter(({ request }) => sent.keys.includes(requestKey(request)));
    const cameAndWent = this.#whyUntold(found, before);
    const unlike = showsOneAtFault(this.#situationOf(found), after)
      ? undefined
      : 'shows no pet like the one that violated the rule';
    const misses =
      cameAndWent ??
      unlike ??
      otherPetThan(before, found.rule, { ...this.#plan, store: this.#store, standIns: this.#standIns });
    return besideToday(before, this.#plan.recorded, after, this.#sending.exchanges, misses);
  }

  /** Why today's responses do not show that a fault is gone that comes and goes. */
  #whyUntold({ rule }: RecordedFinding, before: Exchange): string | undefined {
    const operation = operationOf(rule, before);
    const tries = this.#sending.exchanges.filter(
      (exchange) => isAnsweredWithinLimit(exchange) && operationOf(rule, exchange) === operation,
    );
    return this.#cameAndWent.why(rule, before, tries.length);
  }

  #freshName(): string {
    return `petvet${this.#plan.runId.toUpperCase()}${(++this.#names).toString(36).padStart(2, '0')}`;
  }
}
