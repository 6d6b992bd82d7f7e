import { largest } from '../../evidence/extremes.ts';
import { refillBetween, NEGLIGIBLE_REFILL, undisturbedPairs, type History, type Pair } from './metered-history.ts';
import { findLargePages, type LargePages } from './large-pages.ts';
import { mayBeOfARhythm } from './regular-use.ts';
import { isSuccess, sortOf } from './metered-request.ts';
import type { Quota } from './kinds.ts';

/** Requests of one sort that each take the same number of units, this often, are counted wrong: no other client has such timing. */
const REGULAR = 4;

/** The same where a new window began amid them, which others may have used at once. */
const MANY = 12;

/** How Remaining fell beyond what petvet sent. */
export interface UnexplainedUse {
  /** Each request of one sort takes several units, or none where those of the other sorts take one. */
  readonly miscounted: readonly MiscountedSort[];
  /** The same where another client that keeps pace with petvet explains it as well. */
  readonly perhapsMiscounted: readonly MiscountedSort[];
  /** Falls that follow no rule: another client uses the key. The numbers of the exchanges. */
  readonly byOthers: readonly number[];
  /** Whether there are some besides those that a wrong count may explain. */
  readonly isIrregular: boolean;
}

/** What all requests of one sort take. */
interface MiscountedSort {
  readonly sort: string;
  readonly drop: number;
  readonly times: number;
  /** The first of them, each with the one before it; and more. */
  readonly first: readonly Pair[];
  readonly counted: readonly Pair[];
}

/** How many pairs are given to show what all of a sort do. */
const MOST_PAIRS = 2;

/** How many of a kind are needed to tell whether another client may have interfered. */
const MOST_TELLING = 300;

/** Sorts the falls of Remaining that petvet's own requests do not explain. Source: rule RATE-4's notes. */
export function findUnexplainedUse(history: History, { windowMs }: Pick<Quota, 'windowMs'>): UnexplainedUse {
  const known = KNOWN.get(history.batches);
  if (known?.windowMs === windowMs) return known.unexplained;
  const unexplained = sortFalls(history, windowMs);
  KNOWN.set(history.batches, { windowMs, unexplained });
  return unexplained;
}

/** The same history, which may be long, is read several times. */
const KNOWN = new WeakMap<History['batches'], { readonly windowMs: number; readonly unexplained: UnexplainedUse }>();

function sortFalls(history: History, windowMs: number): UnexplainedUse {
  const bySort = new Map<string, Falls>();
  const telling = new Map<string, Falls>();
  for (const pair of undisturbedPairs(history.batches)) {
    const sort = sortOf(pair.after);
    fallsOf(bySort, sort).add(pair);
    if (isTelling(pair, history, windowMs)) fallsOf(telling, sort).add(pair);
  }
  const miscounted: MiscountedSort[] = [];
  const irregular: Falls[] = [];
  for (const [sort, falls] of bySort) {
    const drop = falls.constantDrop;
    if (drop !== undefined)
      miscounted.push({ sort, drop, times: falls.times, first: falls.first, counted: falls.whole });
    else irregular.push(falls);
  }
  const all = [...bySort.values()];
  const every = countedAlike(miscounted, irregular);
  if (every !== undefined) return unlessByOthers([every], { all, windowMs });
  const largestDrop = largest(miscounted.map(({ drop }) => drop));
  const byOthers = irregular.flatMap((falls) => (falls.areMostlyWithin(largestDrop) ? [] : falls.beyondOne));
  const pages =
    byOthers.length === 0 || miscounted.length > 0 ? undefined : findLargePages(undisturbedPairs(history.batches));
  if (pages !== undefined) return unlessByOthers([countedByPage(pages)], { all, windowMs });
  const found = unlessByOthers(miscounted, { all, windowMs });
  return {
    ...found,
    miscounted: [...found.miscounted, ...findFreeSorts(telling)],
    byOthers: [...byOthers, ...found.byOthers],
    isIrregular: byOthers.length > 0,
  };
}

/** What the requests of a history took. */
interface Taken {
  readonly all: readonly Falls[];
  readonly windowMs: number;
}

/** A client that keeps pace with petvet for a while makes its requests look as if they took several units each. */
function unlessByOthers(sorts: readonly MiscountedSort[], { all, windowMs }: Taken): UnexplainedUse {
  const none = { miscounted: sorts, perhapsMiscounted: [], byOthers: [], isIrregular: false };
  if (sorts.length === 0) return none;
  const counted = sorts.flatMap((sort) => sort.counted);
  const own = new Set(counted.map(({ at }) => at));
  const beyondOne = all.flatMap((falls) => falls.several).filter(({ at }) => !own.has(at));
  const quiet = all.flatMap((falls) => falls.quiet);
  if (!mayBeOfARhythm({ counted, beyondOne, quiet }, windowMs)) return none;
  const byOthers = all.flatMap((falls) => falls.beyondOne);
  return { ...none, miscounted: [], perhapsMiscounted: sorts, byOthers };
}

/** Requests of several sorts that all take as many units, where no other sort takes fewer: it is every request that does. */
function countedAlike(miscounted: readonly MiscountedSort[], others: readonly Falls[]): MiscountedSort | undefined {
  const [one, another] = miscounted;
  if (one === undefined || another === undefined) return undefined;
  const isEvery =
    miscounted.every(({ drop }) => drop === one.drop) && others.every((falls) => falls.areMostlyWithin(one.drop));
  if (!isEvery) return undefined;
  const times = miscounted.reduce((sum, sort) => sum + sort.times, 0);
  const counted = miscounted.flatMap((sort) => sort.counted);
  return { sort: 'request', drop: one.drop, times, first: one.first, counted };
}

function countedByPage({ size, drop, large }: LargePages): MiscountedSort {
  const first = large.slice(0, MOST_PAIRS);
  return { sort: `list with a limit of ${size} or more`, drop, times: large.length, first, counted: large };
}

function fallsOf(bySort: Map<string, Falls>, sort: string): Falls {
  const known = bySort.get(sort) ?? new Falls();
  bySort.set(sort, known);
  return known;
}

/** How Remaining fell with the requests of one sort; where it rose is only counted. */
class Falls {
  #all = 0;
  /** How often it fell, or stayed. */
  times = 0;
  readonly first: Pair[] = [];
  /** The requests with which it fell by more than one. */
  readonly beyondOne: number[] = [];
  #largest = 0;
  readonly #drops = new Set<number>();
  /** The same where something remained: where less remained than a request takes, all of it was taken. */
  readonly whole: Pair[] = [];
  /** The requests that took no more than one unit which is their own, and those that took several. */
  readonly quiet: Pair[] = [];
  readonly several: Pair[] = [];
  #whole = 0;
  readonly #wholeDrops = new Set<number>();

  add(pair: Pair): void {
    const { after, drop } = pair;
    this.#all++;
    if (drop < 0) return;
    this.times++;
    this.#largest = Math.max(this.#largest, drop);
    if (this.first.length < MOST_PAIRS) this.first.push(pair);
    if (drop > 1) {
      this.beyondOne.push(after.number);
      if (this.several.length < MOST_TELLING) this.several.push(pair);
    }
    if (this.#drops.size < 2) this.#drops.add(drop);
    if (after.remaining === 0) return;
    this.#whole++;
    // Where nothing remains, requests of others used nothing either.
    if (drop <= (isSuccess(after) ? 1 : 0) && this.quiet.length < MOST_TELLING) this.quiet.push(pair);
    if (this.whole.length < MOST_TELLING) this.whole.push(pair);
    if (this.#wholeDrops.size < 2) this.#wholeDrops.add(drop);
  }

  /**
   * Whether most fell by more than one, and none by more than that: where requests of another sort take as many each time, these are
   * counted like them, and were too few to tell, or units were restored in between.
   */
  areMostlyWithin(drop: number): boolean {
    return this.beyondOne.length * 2 > this.times && this.#largest <= drop;
  }

  isAlways(drop: number): boolean {
    return this.#drops.size === 1 && this.#drops.has(drop);
  }

  /** By how much it fell with each, where that was always the same and more than one. */
  get constantDrop(): number | undefined {
    const [drop = 0, another] = this.#wholeDrops;
    const enough = this.times === this.#all ? REGULAR : MANY;
    return another === undefined && drop > 1 && this.#whole >= enough ? drop : undefined;
  }
}

/** Whether a pair tells if a success takes a unit. A full window, and one in which a unit may be restored in between, show nothing. */
function isTelling(pair: Pair, { refundedStatuses }: History, windowMs: number): boolean {
  const { before, after, drop } = pair;
  return (
    isSuccess(after) &&
    drop >= 0 &&
    after.remaining !== after.limit &&
    before.remaining !== 0 &&
    !refundedStatuses.has(before.status) &&
    refillBetween(pair, windowMs) < NEGLIGIBLE_REFILL
  );
}

/**
 * The sorts of successes that take no unit, each time, where all the others take one: what is restored as a window refills
 * does not distinguish between them.
 *
 * @param telling - only pairs that tell
 */
function findFreeSorts(telling: ReadonlyMap<string, Falls>): MiscountedSort[] {
  const free: MiscountedSort[] = [];
  let counted = 0;
  for (const [sort, falls] of telling) {
    if (falls.isAlways(0)) free.push({ sort, drop: 0, times: falls.times, first: falls.first, counted: [] });
    else if (falls.isAlways(1)) counted += falls.times;
    else return [];
  }
  return counted < MANY ? [] : free.filter(({ times }) => times >= REGULAR);
}

/** No kind of limiter remembers anything for longer than this many windows. */
const REMEMBERED = 2;

/** Rounding, and a request of petvet's that left no trace. In units. */
const SLACK = 2;

/**
 * The answers of which Remaining was lower than all of petvet's requests that a limiter can remember explain: another
 * client has used the key, though none of its requests fell between two of petvet's. The numbers of the exchanges.
 */
export function findUseByOthers({ requests }: History, { perWindow, windowMs }: Quota): number[] {
  let forgotten = 0;
  return requests.flatMap(({ number, from, remaining, limit, period, refused }, index) => {
    while ((requests.at(forgotten)?.to ?? from) < from - REMEMBERED * windowMs) forgotten++;
    // The refusal itself is to be explained, and does not show another client.
    if (remaining === undefined || refused || limit !== perWindow || period !== 'minute') return [];
    // Concurrent ones may have come first.
    const isLower = remaining < perWindow - (index + 1 - forgotten) - countBeside(requests, index) - SLACK + 1;
    return isLower ? [number] : [];
  });
}

/** How many requests left after one of them, but before its answer was there. */
function countBeside(requests: History['requests'], index: number): number {
  const to = requests.at(index)?.to ?? 0;
  let next = index + 1;
  // They are in the order in which they left.
  while ((requests.at(next)?.from ?? Infinity) <= to) next++;
  return next - index - 1;
}
