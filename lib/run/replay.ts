import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PET_STATUSES } from '../contract/pets.ts';
import { BudgetSpentError, HarnessError, InterruptedError, TargetError, keyRefused, unreachable } from '../errors.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { createMask } from '../evidence/masking.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench } from '../judges/index.ts';
import { VALID } from '../probe/credentials.ts';
import { createDayCount, dayOptions } from '../probe/day-count.ts';
import { settleDoubts } from '../probe/look-again.ts';
import type { RuleId } from '../rules/index.ts';
import { otherSecrets, type Target } from '../target/target.ts';
import { CHUNKED, type OutgoingRequest } from '../wire/outgoing.ts';
import { createWire, type Wire } from '../wire/wire.ts';
import { mayHaveBeenEmpty } from './place.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import type { DayUse } from './day-use.ts';
import { createResender, isOwn, type Resender } from './resend.ts';
import { settle, type SentAgain, type Settled } from './settled.ts';
import { requestKey, stepsOf } from './steps-again.ts';
import { PETVET_VERSION } from './version.ts';

/** What is to be sent again, and where. */
export interface ReplayPlan {
  readonly recorded: RecordedRun;
  /** Those that matter most first: the requests may not suffice for all. */
  readonly findings: readonly RecordedFinding[];
  readonly target: Target;
  /** Of this run: its rules are those of the findings, the others are left out. */
  readonly knowledge: Knowledge;
  readonly runId: string;
  readonly maxRequests: number;
  /** The day of the key, which the requests are counted against. */
  readonly day?: DayUse | undefined;
  /** Told of every exchange as it ends. */
  readonly append: (exchange: Exchange) => void;
  /** Fires when nothing more is to be sent. */
  readonly interrupt: AbortSignal;
}

/** Rules that pages break only where they hold a whole set, so that the judges must know how pages behave today. */
const OVER_SETS: readonly RuleId[] = ['LIST-7', 'GET-6', 'GET-1', 'CREATE-8', 'CREATE-10', 'AUTH-4'];

/** Rules that are kept only where the animal of a refused creation would have been seen. */
const REFUSED_WRITES: readonly RuleId[] = ['CREATE-8', 'AUTH-4'];

/** What shows it: a small filtered page that is full tells that filtering goes before paging. */
const WHOLE_SETS: readonly string[] = [
  ...PET_STATUSES.slice(0, 2).map((status) => `/pets?limit=2&status=${status}`),
  ...PET_STATUSES.map((status) => `/pets?limit=100&status=${status}`),
];

/** What sending again came to. */
export interface Replayed {
  readonly settled: readonly Settled[];
  readonly facts: Pick<RunFacts, 'waitedSeconds' | 'interrupted' | 'endedEarly' | 'aborted'>;
}

/** The first look: whether the service is there, takes the key, and which animals it has today. */
const FIRST_LOOK: OutgoingRequest = {
  method: 'GET',
  target: '/pets?limit=100',
  headers: [['Accept', 'application/json'], ...VALID.headers],
};

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
      ...(ended !== undefined && (isOver ? { aborted: ended.message } : { endedEarly: ended.message })),
    },
  };
}

/** One such run. */
class Again {
  readonly #plan: ReplayPlan;
  readonly #bench: Bench;
  readonly #wire: Wire;
  readonly #resender: Resender;
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
    const { target, runId, maxRequests, knowledge, recorded } = plan;
    this.#bench = new Bench(knowledge);
    this.#resender = createResender(recorded.report.run.id, target, () => this.#freshName());
    this.#wire = createWire({
      target,
      mask: createMask({
        primary: target.apiKey,
        wrong: randomBytes(16).toString('hex'),
        ...(target.secondApiKey !== undefined && { second: target.secondApiKey }),
        extra: otherSecrets(target),
      }),
      append: (exchange) => this.#append(exchange),
      maxRequests,
      runId,
      version: PETVET_VERSION,
      ...dayOptions(plan.day?.bounds),
    });
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
    if (first.some(({ rule }) => OVER_SETS.includes(rule))) for (const look of WHOLE_SETS) await this.#look(look);
    await this.#settleDoubts();
    const refused = this.settled().filter(
      ({ found, state }) => REFUSED_WRITES.includes(found.rule) && state === 'cannot tell',
    );
    for (const { found } of refused.slice(0, 1)) await this.#changeSizes(found);
    await this.#repeat(findings);
    await this.#settleDoubts();
  }

  async #repeat(findings: readonly RecordedFinding[]): Promise<void> {
    for (const found of findings) {
      const { context, shown } = stepsOf(found, this.#plan.recorded);
      for (const exchange of [...context, ...shown]) await this.#step(exchange);
    }
    // Only another answer after it tells a request that is not answered from a service that is gone.
    if (this.#exchanges.at(-1)?.answer === undefined)
      await this.#send(FIRST_LOOK, 'whether the service is still there');
  }

  async #look(target: string): Promise<void> {
    const request = { ...FIRST_LOOK, target };
    if (!this.#recent.has(keyOf(request))) await this.#send(request, 'which animals there are today');
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
    await this.#step(creation);
    await this.#look(`/pets?limit=100&status=${status}`);
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
      pause: (milliseconds) =>
        setTimeout(milliseconds, undefined, { signal: this.#plan.interrupt }).catch(() => undefined),
    });
  }

  settled(): Settled[] {
    const findings = [...this.#findings, ...this.#bench.conclude()];
    return this.#plan.findings.map((found) => {
      const sent = stepsOf(found, this.#plan.recorded).shown.map((before) => this.#comparison(before));
      return settle(found, sent, findings, this.#bench.knowledge);
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

  async #step(exchange: Exchange): Promise<void> {
    if (this.#sent.has(exchange.id)) return;
    const request = this.#resender.again(exchange);
    if (typeof request === 'string') {
      this.#sent.set(exchange.id, { whyNot: request });
      return;
    }
    const key = keyOf(request);
    const isKnown = this.#recent.has(key) && exchange.answer !== undefined;
    if (request.method === 'POST') this.#recent = new Set();
    this.#sent.set(exchange.id, { key });
    if (isKnown && request.method !== 'POST') return;
    this.#resender.came(exchange, await this.#send(request, exchange.probe ?? 'what was sent before'));
  }

  #send(request: OutgoingRequest, probe: string): Promise<Exchange> {
    this.#recent.add(keyOf(request));
    return this.#wire.send(request, probe);
  }

  #append(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#findings.push(...this.#bench.see(exchange));
    this.#plan.append(exchange);
    this.#plan.day?.spent(this.#countDay(exchange));
  }

  #comparison(before: Exchange): SentAgain {
    const sent = this.#sent.get(before.id);
    if (sent === undefined) return { before, after: [] };
    if ('whyNot' in sent) return { before, after: [], whyNot: sent.whyNot };
    const after = this.#exchanges.filter(({ request }) => requestKey(request) === sent.key);
    return { before, after, mayHaveBeenEmpty: mayHaveBeenEmpty(before, this.#plan.recorded.exchanges.values()) };
  }

  #freshName(): string {
    return `petvet${this.#plan.runId.toUpperCase()}${(++this.#names).toString(36).padStart(2, '0')}`;
  }
}

function keyOf({ method, target, headers, body, chunked }: OutgoingRequest): string {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes === undefined || bytes.length === 0) return requestKey({ method, target, headers, body: { kind: 'none' } });
  const told = chunked === true ? [...headers, CHUNKED] : headers;
  return requestKey({ method, target, headers: told, body: { kind: 'bytes', bytes } });
}

/** The status that the body of a POST names. */
function sentStatus({ request: { method, body } }: Exchange): string | undefined {
  if (method !== 'POST' || body.kind !== 'bytes') return undefined;
  return /"status":\s*"([a-z]+)"/.exec(Buffer.from(body.bytes).toString('latin1'))?.[1];
}
