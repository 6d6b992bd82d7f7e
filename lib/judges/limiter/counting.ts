import { mayBeGivenBack, type History } from './metered-history.ts';
import type { Quota } from './kinds.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import { LIMITER_PRICES, TOLERANCES } from './prices.ts';
import { BACK_MS } from './refunded.ts';
import { LARGEST_REFILL } from './stepwise.ts';

/** How a service may count, as far as that differs from one counter for the key, from which each request takes one unit. */
export interface Counting {
  /** What it costs that a service counts like this, in nats: for what was chosen by the log itself. */
  readonly price: number;
  /** The counter that a request meets; undefined where that is not known. @param nth - its place in a row that nothing interrupts */
  readonly counterOf?: (request: MeteredRequest, nth: number) => string | undefined;
  /** The place tells the counter. */
  readonly isByPlace?: true;
  /** So many counters exist, and a request may meet any of them. */
  readonly instances?: number;
  /** How many units a request takes; undefined where it is as usual. */
  readonly takes?: (request: MeteredRequest) => number | undefined;
  /** Whether a response announces something else than what remains. */
  readonly isUntrue?: (request: MeteredRequest) => boolean;
  /** Remaining is updated only after so many requests, or now and then. */
  readonly every?: number | 'some';
}

/** What a way of counting makes of one response. */
export interface Reckoned {
  /** Units that the rate of the limit had due since the last announcement, of those that were missing. */
  readonly due: number;
  /** How far Remaining is above what could be left; and what that costs. */
  readonly back: number;
  readonly nats: number;
  /** Units that somebody else must have used. */
  readonly used: number;
}

const AS_EXPECTED: Reckoned = { due: 0, back: 0, nats: 0, used: 0 };

/** What is known of a counter since a response announced it. */
interface Counter {
  readonly last: MeteredRequest;
  /** Units that requests took since then, at least and at most. */
  least: number;
  most: number;
  /** Requests since Remaining was counted anew; not known at first. */
  since: number | undefined;
  /** Units that the rate of the limit has due, and that were not given back. */
  readonly due: number;
}

/** A response compared with its counter, as that is afterwards. */
type Compared = Pick<Counter, 'due' | 'since'> & { readonly reckoned: Reckoned | undefined };

/** Follows a log as if the service counted in one way. */
export class Reckoner {
  readonly #counting: Counting;
  readonly #history: History;
  readonly #quota: Quota;
  readonly #counters = new Map<string, Counter>();
  /** Statuses of requests that took a unit, and of such that took none. */
  readonly #taking = new Set<number>();
  readonly #free = new Set<number>();
  #nth = 0;
  #rarity = 0;
  #lastUntrue = 0;
  #givenBack: number[] = [];

  constructor(counting: Counting, history: History, quota: Quota) {
    this.#counting = counting;
    this.#history = history;
    this.#quota = quota;
  }

  /** The names of the counters that requests met. */
  readonly counters = new Set<string>();

  /** Whether each request of a status took a unit. */
  takes(status: number): boolean {
    return this.#taking.has(status) && !this.#free.has(status);
  }

  /** Requests follow whose order is not known. */
  interrupt(): void {
    this.#counters.clear();
    this.#nth = 0;
  }

  /** Others have sent requests that may have been counted. */
  skip(count: number): void {
    if (this.#counting.isByPlace === true) this.interrupt();
    for (const counter of this.#counters.values()) {
      counter.most += count;
      counter.since = undefined;
    }
  }

  /**
   * @param rarity - what it costs that anything comes back in one gap, in a log where that is rare
   * @returns undefined where what remained before is not known
   */
  see(request: MeteredRequest, rarity: number): Reckoned | undefined {
    this.#rarity = rarity;
    const { counterOf, isByPlace, takes, isUntrue } = this.#counting;
    this.#givenBack = this.#givenBack.filter((to) => request.from - to <= BACK_MS);
    if (isByPlace === true && request.refused) this.interrupt();
    const units = takes?.(request);
    const [least, most] = [units ?? (isSuccess(request) ? 1 : 0), units ?? 1];
    const key = this.#counterOfAny(request, least) ?? (counterOf === undefined ? '' : counterOf(request, this.#nth++));
    const counter = key === undefined ? undefined : this.#counters.get(key);
    for (const one of key === undefined ? this.#counters.values() : counter === undefined ? [] : [counter]) {
      if (key !== undefined) one.least += least;
      one.most += most;
      if (one.since !== undefined) one.since++;
    }
    // Where it is told what a request takes, nothing else explains that it took another number.
    const compared = this.#compare(counter, request, units === undefined ? this.#givenBack.length : 0);
    this.#giveBack(counter, request);
    if (key === undefined || request.remaining === undefined) return undefined;
    if (isUntrue?.(request) === true) return counter && this.#untrue(request.number);
    const isFirst = counter === undefined && this.#counters.size > 0;
    this.counters.add(key);
    this.#counters.set(key, { last: request, least: 0, most: 0, since: compared.since, due: compared.due });
    return isFirst && isUnused(request, least, most)
      ? AS_EXPECTED
      : compared.reckoned && this.#chosen(compared.reckoned);
  }

  /** Each unit is given back once, and only one that was taken. */
  #giveBack(counter: Counter | undefined, request: MeteredRequest): void {
    const back = counter === undefined ? 0 : (request.remaining ?? 0) - (counter.last.remaining ?? 0) + counter.most;
    const given = this.#givenBack.splice(0, Math.max(0, back)).length;
    if (given >= back && mayBeGivenBack(request, this.#history)) this.#givenBack.push(request.to);
  }

  /** Several in a row are one. */
  #untrue(number: number): Reckoned {
    const isNext = this.#lastUntrue === number - 1;
    this.#lastUntrue = number;
    return isNext ? AS_EXPECTED : { ...AS_EXPECTED, nats: LIMITER_PRICES.untrue };
  }

  /** The counter whose announcement a request continues; a new one, where none does and fewer are known. */
  #counterOfAny(request: MeteredRequest, least: number): string | undefined {
    const { instances } = this.#counting;
    if (instances === undefined || request.remaining === undefined) return undefined;
    let best = { key: '0', cost: Infinity };
    for (const [key, counter] of this.#counters) {
      const own = { ...counter, least: counter.least + least, most: counter.most + 1 };
      const { reckoned } = this.#compare(own, request, this.#givenBack.length);
      const cost = reckoned === undefined ? 0 : reckoned.nats + (reckoned.used > 0 ? LIMITER_PRICES.visit : 0);
      if (cost < best.cost) best = { key, cost };
    }
    const { size } = this.#counters;
    return best.cost > 0 && size < instances ? `${size}` : best.key;
  }

  #chosen(reckoned: Reckoned): Reckoned {
    const { instances } = this.#counting;
    if (instances === undefined || this.#counters.size < 2) return reckoned;
    return { ...reckoned, nats: reckoned.nats + Math.log(instances) };
  }

  #compare(counter: Counter | undefined, request: MeteredRequest, givenBack: number): Compared {
    const { remaining, limit, period, to, status } = request;
    const anew = { due: 1, since: undefined, reckoned: undefined };
    if (counter === undefined || remaining === undefined || limit === undefined) return anew;
    const { last, least, most, since } = counter;
    if (last.limit !== limit || last.period !== period) return anew;
    const before = last.remaining ?? 0;
    const { every } = this.#counting;
    const isStill =
      every !== undefined && (since === undefined || every === 'some' ? remaining === before : since < every);
    const step = every === 'some' ? since : every;
    const [fewest, greatest] = isStill ? [0, 0] : [step ?? least, step ?? most];
    const low = Math.max(0, before - greatest);
    const high = Math.max(0, before - fewest) + givenBack;
    const rate = limit / this.#quota.windowMs;
    const lately = (to - last.from) * rate;
    const missing = Math.min(lately, limit - before);
    const due = Math.min(counter.due, limit * LARGEST_REFILL) + lately;
    const goesOn = { due, since: isStill ? since : 0 };
    if (every !== undefined && since === undefined) return isStill ? anew : { ...anew, since: 0 };
    if (remaining < low) return { due, since: 0, reckoned: { due: missing, back: 0, nats: 0, used: low - remaining } };
    if (remaining <= high) {
      if (low < high) (remaining === low ? this.#taking : this.#free).add(status);
      const isChosen = isStill && every === 'some';
      return { ...goesOn, reckoned: { ...AS_EXPECTED, due: missing, nats: isChosen ? LIMITER_PRICES.choice : 0 } };
    }
    if (this.#mayBeRenewed(counter, request)) return anew;
    // A limiter that gives back some units has none left that were due before.
    const back = remaining - high;
    const beyond = back <= due ? 0 : Math.log(back / lately);
    const nats = Math.min(LIMITER_PRICES.refill, Math.max(beyond, this.#rarity));
    return { due: Math.max(0, Math.min(1, due - back)), since: 0, reckoned: { due: missing, back, nats, used: 0 } };
  }

  #mayBeRenewed({ last }: Counter, { reset, to }: MeteredRequest): boolean {
    if (last.reset === undefined || reset === undefined) return false;
    if (reset - last.reset <= TOLERANCES.resetSeconds) return false;
    const { clockOffset } = this.#history;
    return clockOffset === undefined || to + clockOffset.most >= (last.reset - TOLERANCES.resetSeconds) * 1_000;
  }
}

/** Whether a request leaves as much as the first one of a window. */
function isUnused({ remaining = 0, limit = 0 }: MeteredRequest, least: number, most: number): boolean {
  return remaining <= limit - least && remaining >= limit - most;
}
