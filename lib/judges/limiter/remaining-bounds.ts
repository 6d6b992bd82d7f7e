import { isCounted, type History, mayBeGivenBack } from './metered-history.ts';
import type { Batch } from './batch.ts';
import type { Contradiction, KindModel, Quota } from './kinds.ts';
import type { MeteredRequest } from './metered-request.ts';
import { BACK_MS } from './refunded.ts';

/** The most that may remain, and the number of the exchange from which that is known. */
interface Bound {
  value: number;
  from: number;
}

/** Rounding of floating point numbers, not of units. */
const EPSILON = 1e-6;

/**
 * Follows one history as if the limiter were of one kind, for each of several, and keeps an upper bound of what can remain: by
 * petvet's own count, and by what Remaining announced. Others can only have lowered it, so whatever is above the bound
 * contradicts the kind.
 *
 * @returns the contradictions of each kind, in the order of the history
 */
export function findContradictions(models: readonly KindModel[], history: History, quota: Quota): Contradiction[][] {
  const all = models.map((model) => new RemainingBounds(model, history, quota));
  for (const batch of history.batches) for (const bounds of all) bounds.observe(batch);
  return all.map(({ found }) => found);
}

/**
 * Follows one history as {@link findContradictions} does, each kind as far as nothing contradicts it.
 *
 * @returns the kinds that explain all of it, in the order of `models`
 */
export function findExplaining<M extends KindModel>(models: readonly M[], history: History, quota: Quota): M[] {
  let left = models.map((model) => ({ model, bounds: new RemainingBounds(model, history, quota) }));
  for (const batch of history.batches) {
    for (const { bounds } of left) bounds.observe(batch);
    left = left.filter(({ bounds }) => bounds.found.length === 0);
    if (left.length === 0) return [];
  }
  return left.map(({ model }) => model);
}

/** How many contradictions of a kind are kept: in a long run a limiter of another kind contradicts this one with every request. */
const MOST_FOUND = 10_000;

class RemainingBounds {
  readonly found: Contradiction[] = [];
  readonly #counts = new Map<string, number>();
  readonly #model: KindModel;
  readonly #history: History;
  readonly #perWindow: number;
  /** What can remain by petvet's own count, since the batch of that number. */
  #byCount: Bound;
  /** What can remain by every X-RateLimit-Remaining so far, with the fraction of a unit that rounding may hide. */
  #byAnnouncement: Bound | undefined;
  #last = 0;
  /** The announced bound holds units of requests that seem to be refunded. */
  #mayBeHigh = false;
  readonly #isAnnounced: boolean;
  #before: Batch | undefined;
  /** When requests ended recently whose units may be given back. */
  #givingBack: number[] = [];

  constructor(model: KindModel, history: History, { perWindow }: Quota) {
    this.#model = model;
    this.#history = history;
    this.#perWindow = perWindow;
    this.#byCount = { value: perWindow, from: 0 };
    this.#isAnnounced = history.requests.some(({ reset }) => reset !== undefined);
  }

  observe(unordered: Batch): void {
    for (const batch of this.#model.arrange?.(unordered) ?? [unordered]) {
      if (this.#before === undefined) this.#start(batch);
      else this.#follow(this.#before, batch);
      this.#before = batch;
    }
  }

  #start(batch: Batch): void {
    const lowest = byRemaining(batch).at(0);
    const counted = batch.requests.filter((request) => this.#usesQuota(request));
    const usedBefore = lowest?.remaining === undefined ? 0 : this.#perWindow - lowest.remaining - counted.length;
    this.#model.start(batch, Math.max(0, usedBefore));
    this.#startWindow(batch);
    this.#subtract(batch, counted);
    this.#noteAnnouncement(batch);
  }

  #follow(before: Batch, batch: Batch): void {
    const {
      isNewWindow,
      returned,
      returnedMeanwhile = 0,
      announcedGain,
      extraGain,
      extraUnannounced,
      remainingAtMost,
      contradiction,
    } = this.#model.replenish(before, batch);
    if (contradiction !== undefined) this.#record(contradiction);
    if (isNewWindow) this.#startWindow(batch);
    if (remainingAtMost !== undefined)
      this.#byAnnouncement = { value: remainingAtMost, from: before.requests.at(-1)?.number ?? 0 };
    const most = this.#perWindow + returnedMeanwhile;
    this.#byCount.value = Math.min(most, this.#byCount.value + returned);
    if (this.#byAnnouncement !== undefined) this.#byAnnouncement.value += announcedGain;
    // In a fresh window of which less is left, nothing beyond that can come back at once.
    const gain = this.#checkRemaining(batch, remainingAtMost === undefined ? extraGain : 0);
    // Units that come back amid several requests may be used before any response announces them.
    const within = this.#countReturnedWithin(batch, gain);
    const unseen = (gain > 0 && batch.requests.length > 1 ? batch.requests.length : 0) + within;
    this.#byCount.value = Math.min(most + within, this.#byCount.value + gain + unseen);
    if (this.#byAnnouncement !== undefined) this.#byAnnouncement.value += gain + unseen;
    const used = batch.requests.filter((request) => this.#usesQuota(request));
    this.#checkAdmitted(batch, used, extraUnannounced);
    this.#subtract(batch, used);
    this.#noteAnnouncement(batch, gain > 0);
  }

  #record(contradiction: Contradiction): void {
    const sort = `${contradiction.rule} ${contradiction.by}`;
    const count = (this.#counts.get(sort) ?? 0) + 1;
    this.#counts.set(sort, count);
    if (count <= MOST_FOUND) this.found.push(contradiction);
  }

  #startWindow(batch: Batch): void {
    this.#byCount = { value: this.#perWindow, from: batch.requests[0]?.number ?? 0 };
    this.#byAnnouncement = undefined;
  }

  /** @returns by how many units Remaining rose above what it could, as far as the kind had extra ones */
  #checkRemaining(batch: Batch, extraGain: number): number {
    if (this.#byAnnouncement === undefined) return 0;
    let most = 0;
    for (const request of batch.requests) {
      const remaining = request.remaining ?? 0;
      const expected = this.#byAnnouncement.value - (this.#usesQuota(request) ? 1 : 0);
      // Less than nothing cannot be announced: requests admitted beyond the limit are judged elsewhere.
      const bound = remaining === 0 ? Math.max(0, expected) : expected;
      const above = Math.ceil(remaining - bound - EPSILON);
      if (above <= most) continue;
      const isCertain = this.#usesQuota(request) && !this.#mayBeHigh;
      const isBeyond = above > extraGain + EPSILON;
      if (isBeyond || !this.#model.claimExtra(above - most, request.remaining, isCertain)) {
        // What is missing to a whole unit does not remain.
        const atMost = Math.max(0, Math.min(remaining - 1, Math.floor(bound + (isBeyond ? extraGain : 0))));
        this.#record({
          rule: 'RATE-4',
          by: remaining >= this.#perWindow - 1 ? 'restored' : 'remaining',
          shownBy: distinct([this.#byAnnouncement.from, request.number]),
          says: `Remaining was ${remaining}, but at most ${atMost} could remain`,
        });
        this.#byAnnouncement = undefined;
        return most;
      }
      most = above;
    }
    return most;
  }

  /** @returns how many more units were restored amid the requests of a batch */
  #countReturnedWithin(batch: Batch, gain: number): number {
    if (
      batch.requests.length < 2 ||
      this.#byAnnouncement === undefined ||
      this.#model.countReturnedWithin === undefined
    )
      return 0;
    const used = batch.requests.filter((request) => this.#usesQuota(request));
    const more = this.#model.countReturnedWithin(used, this.#byAnnouncement.value) - gain;
    return more > 0 && this.#model.claimExtra(more) ? more : 0;
  }

  #checkAdmitted(batch: Batch, used: readonly MeteredRequest[], extraUnannounced: number): void {
    const last = used.at(-1)?.number;
    if (last === undefined) return;
    const isBeyond = () => used.length > this.#byCount.value + EPSILON;
    if (isBeyond() && this.#model.mayHaveRenewed?.(batch) === true) this.#startWindow(batch);
    if (isBeyond()) {
      this.#record({
        rule: 'RATE-5',
        by: 'admitted',
        shownBy: distinct([this.#byCount.from, this.#last, last]),
        says: `${this.#perWindow - Math.floor(this.#byCount.value) + used.length} requests were admitted, the limit is ${this.#perWindow}`,
      });
      this.#byCount = { value: used.length, from: this.#byCount.from };
    }
    if (this.#byAnnouncement === undefined) return;
    const beyond = Math.ceil(used.length - this.#byAnnouncement.value - EPSILON);
    if (beyond <= 0) return;
    if (beyond <= extraUnannounced + EPSILON && this.#model.claimExtra(beyond)) this.#byAnnouncement.value += beyond;
    else {
      this.#record({
        rule: 'RATE-5',
        by: 'announced',
        shownBy: distinct([this.#byAnnouncement.from, ...used.slice(-3).map(({ number }) => number)]),
        says: `Remaining allowed ${Math.max(0, Math.floor(this.#byAnnouncement.value))} more, but ${used.length} ${used.length === 1 ? 'was' : 'were'} admitted`,
      });
      this.#byAnnouncement = undefined;
    }
  }

  #subtract(batch: Batch, used: readonly MeteredRequest[]): void {
    this.#byCount.value = Math.max(0, this.#byCount.value - used.length);
    if (this.#byAnnouncement !== undefined) this.#byAnnouncement.value -= used.length;
    this.#last = batch.requests.at(-1)?.number ?? this.#last;
  }

  /** The next batch is compared with the lowest Remaining of this one; with the highest, where some units were restored amid it. */
  #noteAnnouncement(batch: Batch, hasRisen = false): void {
    const returning = this.#countReturning(batch);
    const one = byRemaining(batch).at(hasRisen ? -1 : 0);
    if (one?.remaining === undefined) return;
    const value = one.remaining + returning + this.#model.fraction;
    this.#mayBeHigh = returning > 0;
    const others = (this.#byAnnouncement?.value ?? value) - value;
    if (others > EPSILON) this.#model.noteUseByOthers?.(others, batch.to);
    // An older announcement may be stricter: rounding hid less.
    if (this.#byAnnouncement === undefined || value <= this.#byAnnouncement.value)
      this.#byAnnouncement = { value, from: one.number };
  }

  /** How many units that the responses of a batch count as used may be given back: of its own requests, and of those just before it. */
  #countReturning({ requests, from }: Batch): number {
    const recent = this.#givingBack.filter((end) => end >= from - BACK_MS);
    const own = requests.filter((request) => mayBeGivenBack(request, this.#history));
    this.#givingBack = [...recent, ...own.map(({ to }) => to)];
    // A request that is not counted in the end may be counted while under way, for concurrent ones; so may one whose response says nothing about the limit.
    const { countedStatuses } = this.#history;
    const mayBeUncounted = ({ status, refused }: MeteredRequest) =>
      (status === 0 || status >= 400) && !refused && !countedStatuses.has(status);
    const beside =
      requests.length === 1 ? [] : requests.filter((request) => mayBeUncounted(request) && !own.includes(request));
    return recent.length + own.length + beside.length;
  }

  /** A response without the window that others announce may belong to the next one. */
  #usesQuota(request: MeteredRequest): boolean {
    return isCounted(request, this.#history) && (request.reset !== undefined || !this.#isAnnounced);
  }
}

/** The requests whose responses announced Remaining, the lowest first. */
function byRemaining({ requests }: Batch): readonly MeteredRequest[] {
  const announced = requests.filter(({ remaining }) => remaining !== undefined);
  return announced.length < 2 ? announced : announced.toSorted((a, b) => (a.remaining ?? 0) - (b.remaining ?? 0));
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].filter((number) => number > 0);
}
