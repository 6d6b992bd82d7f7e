import type { Batch } from './batch.ts';
import { Reckoner, type Counting, type Reckoned } from './counting.ts';
import { isEnough } from '../prices.ts';
import type { Sequence } from '../sequence.ts';
import type { History, Pair } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import { BOUNDS, LIMITER_PRICES, PROOF } from './prices.ts';
import { priceOfVisits } from './regular-use.ts';

/** How a way of counting explains a log, compared with one counter from which each request takes one unit. */
export interface Explanation<C extends Counting> {
  readonly counting: C;
  /** By how many nats it costs less. */
  readonly gain: number;
  /** The same if no other client kept pace with petvet. */
  readonly gainAlone: number;
  /** Too much of what was used, or came back, stays unexplained, or its own requests differ: something else is at work. */
  readonly isPartial: boolean;
  /** How often it explains what one counter does not, and the first times. */
  readonly times: number;
  readonly first: readonly Pair[];
  /** How many requests take a number of units of their own, and how many of these took it. */
  readonly taking: { readonly all: number; readonly explained: number };
  /** The names of the counters that requests met, and whether those of a status took a unit each. */
  readonly counters: readonly string[];
  readonly takes: (status: number) => boolean;
  /** The numbers of the exchanges by which somebody else had used units. */
  readonly byOthers: readonly number[];
}

/** What one way of counting makes of a log so far. */
class Comparison<C extends Counting> {
  readonly counting: C;
  readonly reckoner: Reckoner;
  readonly #explained: Pair[] = [];
  readonly #visited: Pair[] = [];
  readonly #byOthers: number[] = [];
  readonly #first: Pair[] = [];
  readonly #last = { back: 1, used: 1 };
  readonly #taking = { all: 0, explained: 0, otherwise: 0, visited: 0 };
  readonly #back = { usual: 0, own: 0 };
  #nats: number;
  #times = 0;
  #falls = 0;
  #exactlyUsed = 0;

  constructor(counting: C, history: History, quota: Quota) {
    this.counting = counting;
    this.reckoner = new Reckoner(counting, history, quota);
    this.#nats = -counting.price;
  }

  /** @param own - undefined where this way of counting expects nothing: then it explains no more than the usual one */
  add(pair: Pair, usual: Reckoned, own: Reckoned | undefined): void {
    const { used } = own ?? usual;
    if (used > 0 && this.#byOthers.length < BOUNDS.pairs) this.#byOthers.push(pair.after.number);
    if (used > 0 && usual.used > 0 && this.#visited.length < BOUNDS.pairs) this.#visited.push(pair);
    if (own === undefined) return;
    if (used > 0 && usual.used === 0) this.#nats -= LIMITER_PRICES.visit;
    this.#nats += usual.nats - own.nats;
    this.#back.usual += usual.nats;
    if (own.back > 0) this.#back.own += own.nats;
    const isExplained = own.used === 0 && own.back === 0;
    if (this.counting.takes?.(pair.after) !== undefined) {
      this.#taking.all++;
      if (isExplained) this.#taking.explained++;
      if (used > 0 && usual.used > 0) this.#taking.visited++;
      if (own.used > usual.used || own.back > usual.back) this.#taking.otherwise++;
    }
    if (usual.used > 0 && own.used === 0 && this.#explained.length < BOUNDS.pairs) this.#explained.push(pair);
    if (!isExplained || (usual.used === 0 && usual.back === 0)) return;
    this.#times++;
    if (this.#first.length < BOUNDS.shown) this.#first.push(pair);
    if (usual.used > 0) this.#falls++;
    if (usual.used > 0) this.#exactlyUsed += this.#exactly(usual, 'used');
    if (usual.nats === 0) return;
    // A new window is full, whatever came before, and need not be announced.
    const nats = pair.after.reset === undefined ? 0 : this.#exactly(usual, 'back');
    this.#nats += nats;
    this.#back.usual += nats;
  }

  /** What it costs that it is just as many units as this way of counting expects: once, where it is the same number each time. */
  #exactly(usual: Reckoned, which: 'back' | 'used'): number {
    if (usual[which] === this.#last[which]) return 0;
    this.#last[which] = usual[which];
    return Math.log(usual[which]);
  }

  #isPartial(): boolean {
    const hasNoSteps = this.counting.every !== undefined && this.#falls < PROOF.falls;
    // A client that used more than this explains, or used units elsewhere, may have used what it explains as well.
    const mayBeOfOthers = this.#visited.length > this.#explained.length && this.#explained.length < PROOF.amongOthers;
    const isOfOthers =
      this.counting.takes !== undefined &&
      (this.#taking.visited > this.#explained.length * PROOF.visitedShare || mayBeOfOthers);
    return (
      isOfOthers ||
      hasNoSteps ||
      this.#back.own > this.#back.usual * PROOF.unexplainedShare ||
      this.#taking.otherwise > 0
    );
  }

  explain(quiet: readonly Pair[], { windowMs }: Quota): Explanation<C> {
    const { counting, reckoner } = this;
    // A client with a rhythm of its own uses units; it gives none back.
    const most = counting.takes === undefined ? 2 * (this.#back.usual - this.#back.own) : Infinity;
    const alone = Math.min(most, this.#explained.length * LIMITER_PRICES.visit + this.#exactlyUsed);
    const gainAlone = this.#nats + alone;
    const visits = { counted: this.#explained, beyondOne: this.#visited, quiet };
    // Reading all gaps for each rhythm takes long.
    const isDearer = alone > 0 && isEnough(gainAlone);
    const gain = isDearer
      ? this.#nats + Math.min(most, priceOfVisits(visits, windowMs) + this.#exactlyUsed)
      : gainAlone;
    return {
      counting,
      gain,
      gainAlone,
      isPartial: this.#isPartial(),
      times: this.#times,
      first: this.#first,
      taking: this.#taking,
      counters: [...reckoner.counters],
      takes: (status) => reckoner.takes(status),
      byOthers: this.#byOthers,
    };
  }
}

/** How each way of counting explains a log, the best one first; and the numbers of the exchanges by which one counter has others use units. */
export interface ExplainedCounts<C extends Counting> {
  readonly explanations: readonly Explanation<C>[];
  readonly byOthers: readonly number[];
}

/**
 * Prices how several ways of counting explain what a caller was told: each response that one does not expect is a coincidence, in which a limiter gave
 * units back beyond its rate, or another client of the key used some. Each way costs what its own coincidences do.
 * Source: specification, section 8: Remaining is how many requests remain.
 */
export function explainCounts<C extends Counting>(
  countings: readonly C[],
  history: History,
  quota: Quota,
): ExplainedCounts<C> {
  const usual = new Reckoner({ price: 0 }, history, quota);
  const comparisons = countings.map((counting) => new Comparison(counting, history, quota));
  const reckoners = [usual, ...comparisons.map(({ reckoner }) => reckoner)];
  const quiet: Pair[] = [];
  const byOthers: number[] = [];
  let [due, cameBack] = [0, 0];
  let before: MeteredRequest | undefined;
  for (const [at, { requests }] of singles(history.batches)) {
    const [request, ...beside] = requests;
    if (request === undefined || beside.length > 0) {
      for (const one of reckoners) one.interrupt();
      before = undefined;
      continue;
    }
    const others = before === undefined ? 0 : request.number - before.number - 1;
    if (others > 0) for (const one of reckoners) one.skip(others);
    const share = Math.log((due + 1) / (cameBack + 1));
    const rarity = share > PROOF.rare ? share : 0;
    const expected = usual.see(request, rarity);
    // Whether a rejected request took a unit that came back is not seen.
    if (expected !== undefined && isSuccess(request)) [due, cameBack] = [due + expected.due, cameBack + expected.back];
    const drop = (before?.remaining ?? 0) - (request.remaining ?? 0);
    const pair = before && { before, after: request, drop, at };
    if (expected !== undefined && expected.used > 0 && byOthers.length < BOUNDS.pairs) byOthers.push(request.number);
    const isQuiet = expected?.used === 0 && expected.back === 0;
    if (pair !== undefined && isQuiet && quiet.length < BOUNDS.pairs) quiet.push(pair);
    for (const one of comparisons) {
      const own = one.reckoner.see(request, rarity);
      if (pair !== undefined && expected !== undefined) one.add(pair, expected, own);
    }
    before = request;
  }
  const explanations = comparisons
    .map((one) => one.explain(quiet, quota))
    .toSorted((a, b) => b.gain - a.gain || b.times - a.times);
  return { explanations, byOthers };
}

/** The first batches, as many as tell. */
function* singles(batches: Sequence<Batch>): Generator<[number, Batch], undefined> {
  let left = BOUNDS.compared;
  for (const [at, batch] of batches.entries()) {
    yield [at, batch];
    if (batch.requests.length === 1 && --left === 0) return;
  }
}
