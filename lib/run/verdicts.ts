import { setImmediate } from 'node:timers/promises';
import { InterruptedError } from '../errors.ts';
import { createdId, isCreation } from '../evidence/creation.ts';
import { endClauseOf, type EndFacts } from '../evidence/early-end.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import { UNKNOWN_RUN, type RunFacts } from '../evidence/run-facts.ts';
import { Alike } from '../judges/alike.ts';
import { Column } from '../evidence/columns.ts';
import type { Finding } from '../judges/finding.ts';
import { Bench } from '../judges/index.ts';
import { TELLING } from '../judges/limiter/judge-kinds.ts';
import { PerhapsOverLimit, withInstead } from '../judges/perhaps-over-limit.ts';
import type { JudgedRun } from '../probe/judged-run.ts';
import { LedgerBook } from '../ledger/book.ts';
import type { RunEnd } from '../ledger/reasons.ts';
import { Coverage } from '../model/coverage.ts';
import { summarise, type CoverageSummary } from '../model/summary.ts';
import { limiterViews } from '../report/limiter-view.ts';
import type { RunReport } from '../report/run-report.ts';
import { reasonsOf } from './coverage.ts';
import { Room } from './room.ts';
import { keepHeapSmall } from './small-heap.ts';

/**
 * Evidence that can be read from its beginning again: a file, or a list in memory.
 *
 * @param numbers - of the exchanges that are asked for; others may be left out then
 */
export type EvidenceSource = (numbers?: ReadonlySet<number>) => AsyncIterable<EvidenceItem>;

/** What the judges make of evidence. */
export interface Verdicts extends Pick<
  RunReport,
  'ledger' | 'knowledge' | 'run' | 'exchanges' | 'xrays' | 'medianMilliseconds' | 'coverage'
> {
  /** Where the evidence broke off, in one sentence. */
  readonly brokenOff?: string;
  /** The evidence as it is still in memory, item by item what its file holds; absent where that has to be read. */
  readonly source?: EvidenceSource;
}

/** What the one who asks for verdicts knows better than the evidence. */
export interface VerdictOptions {
  /** In place of the knowledge beside the evidence, or because there is none. */
  readonly knowledge?: Knowledge;
  /** Of the run that just ended; taken from the evidence when absent. */
  readonly run?: Omit<RunFacts, 'sent' | 'refused' | 'created'>;
  readonly ownTraffic: boolean;
  /** What was judged already while the evidence was gathered. */
  readonly judged?: JudgedRun;
  /** The probes of a check chose the requests: then what they cover of the input model tells something. */
  readonly isPlanned?: boolean;
  /** Why the run ended before its plan did. */
  readonly end?: Pick<RunEnd, 'endedEarly' | 'aborted'>;
  /** When it fires, the judging ends, with no verdict. */
  readonly interrupt?: AbortSignal;
}

/** The number of exchanges from which on judging takes care of its memory. */
const MANY = 1_000;

/** As many exchanges as are kept for the report besides the evidence itself. */
const MOST_SHOWN_EACH = 6;

/** How many are kept of a rule that is satisfied: one of them is its example. */
const MOST_EXAMPLES = 4;

/**
 * Judges evidence: the only place where verdicts are made, for a run that just ended and for a file from anywhere.
 * The evidence is streamed, twice: once for the judges, once for the exchanges that their findings and x-rays point to.
 *
 * @throws {InterruptedError} when it was interrupted
 * @throws {TypeError} when neither the evidence nor the options hold knowledge of the target
 */
export async function judgeEvidence(source: EvidenceSource, options: VerdictOptions): Promise<Verdicts> {
  const tally = new Tally(options);
  const pause = pausing(options.interrupt);
  for await (const item of source()) {
    tally.take(item);
    if (pause.isDue()) await pause.take();
  }
  const { bench, book, knowledge } = tally.opened();
  const steps = bench.concludeInSteps();
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) if (pause.isDue()) await pause.take();
  tally.conclude(step.value);
  const recorded = tally.recorded;
  const end = options.end ?? endOf(recorded ?? {});
  const brokenOff = tally.brokenOff;
  const endedEarly = end.endedEarly ?? brokenOff;
  const ledger = book.close({
    ownTraffic: options.ownTraffic,
    aborted: end.aborted || brokenOff !== undefined,
    seen: bench.sightings,
    ...(endedEarly !== undefined && { endedEarly }),
  });
  const xrays = tally.ofTheKey >= TELLING ? bench.xrays : [];
  const shown = new Set([
    ...ledger.rows.flatMap(({ findings, evidence }) => [
      ...findings.flatMap(({ shownBy, firstShownBy = [] }) => [
        ...shownBy.slice(0, MOST_SHOWN_EACH),
        ...firstShownBy.slice(0, MOST_SHOWN_EACH),
      ]),
      ...evidence.slice(0, MOST_EXAMPLES),
    ]),
    ...limiterViews(xrays).flatMap(({ kinds }) => kinds.flatMap(({ excludedBy }) => excludedBy?.shownBy ?? [])),
  ]);
  const exchanges = new Map<number, Exchange>();
  for await (const item of source(shown)) {
    if (pause.isDue()) await pause.take();
    if (!('exchange' in item) || !shown.has(item.exchange.id)) continue;
    exchanges.set(item.exchange.id, item.exchange);
    if (exchanges.size === shown.size) break;
  }
  const { runsLeft, ...counts } = tally.counts();
  const facts: RunFacts = { ...tally.span(), ...recorded, ...options.run, ...counts };
  // What a run creates until it is cut short says little about how much a whole one does.
  const isWhole = facts.aborted === undefined && facts.endedEarly === undefined;
  const run: RunFacts = isWhole && runsLeft !== undefined ? { ...facts, runsLeft } : facts;
  const medianMilliseconds = tally.median();
  return {
    ledger,
    knowledge,
    run,
    exchanges,
    xrays,
    ...(medianMilliseconds !== undefined && { medianMilliseconds }),
    ...(tally.isPlanned && { coverage: tally.coverage(run) }),
    ...(brokenOff !== undefined && { brokenOff }),
  };
}

/** How long is judged at a stretch, in milliseconds: a signal is heard of between two stretches only. */
const STRETCH_MS = 50;

function pausing(interrupt: AbortSignal | undefined) {
  let last = performance.now();
  return {
    isDue: () => performance.now() - last > STRETCH_MS,
    async take() {
      await setImmediate();
      if (interrupt?.aborted === true)
        throw new InterruptedError('interrupted: there are no verdicts', 'judge it again');
      last = performance.now();
    },
  };
}

/** What a first reading of the evidence gathers. */
class Tally {
  readonly #given: Knowledge | undefined;
  readonly #judged: JudgedRun | undefined;
  #open: { bench: Bench; book: LedgerBook; knowledge: Knowledge } | undefined;
  readonly #created = new Set<string>();
  #createdWithoutId = 0;
  readonly #room = new Room();
  readonly #alike = new Alike();
  readonly #perhapsOverLimit = new PerhapsOverLimit();
  readonly #coverage: Coverage;
  readonly #mayBePlanned: boolean;
  /** Some probe sent something. */
  isPlanned = false;
  #sent = 0;
  #refused = 0;
  readonly #durations = Column.ofNumbers();
  #first = 0;
  #last = 0;
  recorded: RunFacts | undefined;
  brokenOff: string | undefined;
  /** Requests with the primary key that the limiter met. */
  ofTheKey = 0;

  constructor({ knowledge, judged, isPlanned = false }: Pick<VerdictOptions, 'knowledge' | 'judged' | 'isPlanned'>) {
    this.#judged = judged;
    this.#coverage = judged?.coverage ?? new Coverage();
    this.#mayBePlanned = isPlanned;
    this.#given = knowledge;
    if (knowledge !== undefined) this.#start(knowledge);
  }

  take(item: EvidenceItem): void {
    if ('knowledge' in item) {
      if (this.#given === undefined) this.#start(item.knowledge);
    } else if ('run' in item) this.recorded = item.run;
    else if ('broken' in item)
      this.brokenOff = `the evidence breaks off at line ${item.broken.line}: ${item.broken.why}`;
    else this.#take(this.#alike.shared(item.exchange));
  }

  opened(): { bench: Bench; book: LedgerBook; knowledge: Knowledge } {
    if (this.#open === undefined) throw new TypeError('evidence without knowledge of its target cannot be judged');
    return this.#open;
  }

  /** Enters what the judges of several exchanges say of all of them, and what had to wait for that. */
  conclude(findings: readonly Finding[]): void {
    const { bench, book } = this.opened();
    const { settled, instead } = this.#perhapsOverLimit.settle(bench.overLimit);
    for (const { exchange, findings: own } of settled) book.meet(exchange, own);
    book.enter(instead === undefined ? findings : findings.map((finding) => withInstead(finding, instead)));
  }

  counts(): Pick<RunFacts, 'sent' | 'refused' | 'created' | 'createdWithoutId' | 'runsLeft'> {
    const runsLeft = this.#room.runsLeft();
    return {
      sent: this.#sent,
      refused: this.#refused,
      created: [...this.#created],
      ...(this.#createdWithoutId > 0 && { createdWithoutId: this.#createdWithoutId }),
      ...(runsLeft !== undefined && { runsLeft }),
    };
  }

  /** The median of how long answers took, in milliseconds with one decimal. */
  median(): number | undefined {
    const sorted = this.#durations.toSorted();
    const middle = sorted[Math.floor(sorted.length / 2)];
    return middle === undefined ? undefined : Math.round(middle * 10) / 10;
  }

  coverage(run: RunFacts): CoverageSummary {
    const { bench, knowledge } = this.opened();
    return summarise(this.#coverage, bench.knowledge.pets, reasonsOf(knowledge, run));
  }

  /** What an interrupted or foreign log tells of its run. */
  span(): RunFacts {
    return {
      runId: UNKNOWN_RUN,
      startedAt: this.#first,
      endedAt: this.#last,
      seed: 0,
      waitedSeconds: 0,
      interrupted: false,
      counterexamples: [],
      ...this.counts(),
    };
  }

  #start(knowledge: Knowledge): void {
    const bench = this.#judged?.bench ?? new Bench(knowledge);
    this.#open = { bench, book: new LedgerBook(knowledge), knowledge };
  }

  #take(exchange: Exchange): void {
    const { bench, book } = this.opened();
    // What virtual users of a load send follows no plan.
    if (this.#mayBePlanned && exchange.sender === undefined) {
      if (this.#judged === undefined) this.#coverage.take(exchange, bench.knowledge.pets);
      this.isPlanned = true;
    }
    const findings = this.#judged?.findingsOf(exchange) ?? bench.see(exchange);
    if (!this.#perhapsOverLimit.keep({ exchange, findings })) book.meet(exchange, findings);
    this.#sent++;
    if (this.#sent === MANY) keepHeapSmall();
    if (exchange.answer !== undefined)
      this.#durations.push(Math.max(0, exchange.times.endedAt - exchange.times.startedAt));
    if (exchange.answer?.status === 429) this.#refused++;
    if (exchange.request.credential === 'primary' && exchange.answer?.status !== 401) this.ofTheKey++;
    this.#first = this.#first === 0 ? exchange.times.startedAt : Math.min(this.#first, exchange.times.startedAt);
    this.#last = Math.max(this.#last, exchange.times.endedAt);
    this.#room.take(exchange);
    const id = createdId(exchange);
    if (id !== undefined) this.#created.add(`${id}`);
    else if (isCreation(exchange)) this.#createdWithoutId++;
  }
}

/** How a run ended, by its facts. */
export function endOf(facts: EndFacts): Pick<RunEnd, 'endedEarly' | 'aborted'> {
  const endedEarly = endClauseOf(facts);
  return { aborted: facts.aborted !== undefined, ...(endedEarly !== undefined && { endedEarly }) };
}
