import { largest, smallest } from '../../evidence/extremes.ts';
import type { Batch } from './batch.ts';
import type { History } from './metered-history.ts';
import type { Quota, RefillCountingModel, Replenishment } from './kinds.ts';
import { SHOWN_AGAIN } from './refilling.ts';
import { tells } from './stepwise.ts';
import { TOLERANCES } from './prices.ts';

/** Where a half begins, a clock may be off by this, in milliseconds. */
const OFF_MS = 250;

/** How many instants at which a half may begin are tried at most. */
const MOST_TRIED = 60;

/**
 * The instants at which the halves of a sliding window may begin, in milliseconds since 1970: within the shortest time in which Remaining rose, at
 * the ends of it, in its middle, and wherever one of the requests changes its half. None where Remaining never rose.
 */
export function beginningsOfHalves({ batches }: History, { windowMs }: Quota): readonly number[] {
  const half = windowMs / 2;
  let rise: { readonly from: number; readonly to: number } | undefined;
  let before: { readonly from: number; readonly lowest: number } | undefined;
  for (const { from, to, requests } of batches) {
    const announced = requests.flatMap(({ remaining }) => remaining ?? []);
    if (announced.length === 0) continue;
    const hasRisen = before !== undefined && largest(announced) > before.lowest;
    if (before !== undefined && hasRisen && (rise === undefined || to - before.from < rise.to - rise.from))
      rise = { from: before.from, to };
    before = { from, lowest: smallest(announced) };
  }
  if (rise === undefined) return [];
  const { from, to } = rise;
  const instants = new Set([from, (from + to) / 2, to]);
  for (const batch of batches) {
    const later = from + ((((batch.from - from) % half) + half) % half);
    if (later <= to) instants.add(later);
  }
  const all = [...instants].toSorted((a, b) => a - b);
  const apart = Math.max(1, Math.ceil(all.length / MOST_TRIED));
  return all.filter((_, index) => index % apart === 0 || index === all.length - 1);
}

/**
 * Whether the limit is what a window of half the length looks like: its first response announces a Reset half a window later, and all of the limit is there
 * again then. A window in halves looks like that only where its first request happens to end a half.
 */
export function isRenewedAfterHalf({ batches, clockOffset }: History, { perWindow, windowMs }: Quota): boolean {
  const first = batches.at(0)?.requests[0];
  if (first?.reset === undefined || clockOffset === undefined) return false;
  const ahead = first.reset * 1_000 - first.from - windowMs / 2;
  if (ahead < clockOffset.least - TOLERANCES.wholeSecondMs || ahead > clockOffset.most + TOLERANCES.wholeSecondMs)
    return false;
  const [soonest, latest] = [first.from + windowMs / 2 - TOLERANCES.wholeSecondMs, first.from + windowMs * SHOWN_AGAIN];
  for (const { from, requests } of batches)
    if (from >= soonest && from <= latest) return requests.some(({ remaining }) => remaining === perWindow - 1);
  return false;
}

/**
 * A sliding window kept in two halves, as a limiter with segments of half a window keeps it: everything used in one half is restored together,
 * when the half after the next begins. What others had used before the first request is restored when a half begins, within one window.
 *
 * @param begins - an instant at which a half begins, in milliseconds since 1970
 * @param history - what is held against it
 */
export function windowInHalvesModel({ windowMs }: Quota, begins: number, history: History): RefillCountingModel {
  const halfOf = (at: number): number => Math.floor((at - begins) / (windowMs / 2));
  const isTold = isRestoredAtReset(history, (at) => begins + (halfOf(at - OFF_MS) + 2) * (windowMs / 2));
  const used = new ReturningUnits();
  const usedByOthers = new ReturningUnits();
  let refills = 0;
  const halvesOf = (from: number, to = from) => ({ half: halfOf(from - OFF_MS), atTheLatest: halfOf(to + OFF_MS) });
  const keep = ({ requests }: Batch): void => {
    for (const { from, to, refused } of requests) used.add({ ...halvesOf(from, to), units: 1, admitted: !refused });
  };
  return {
    kind: 'sliding log',
    fraction: 0,
    start(batch, usedBefore) {
      const { half, atTheLatest } = halvesOf(batch.from);
      usedByOthers.add({ half: half - 1, atTheLatest, units: usedBefore, admitted: true });
      keep(batch);
    },
    replenish(before, batch): Replenishment {
      // What was restored shows in the next Remaining; what does not was used by others.
      if (tells(before) && halfOf(before.from - OFF_MS) === halfOf(before.to + OFF_MS))
        for (const units of [used, usedByOthers]) units.forgetUnannounced();
      const reached = halfOf(batch.to + OFF_MS);
      const earlier = used.length;
      keep(batch);
      const { returned, returnedMeanwhile } = used.giveBack(reached, earlier);
      usedByOthers.giveBack(reached);
      // The request that found it may have taken the only unit.
      const isRefused = before.requests.every(({ refused }) => refused);
      const isUsedUp = isTold && before.requests.some(({ remaining }) => remaining === 0);
      const mayBeUnannounced = !tells(batch) || !tells(before) || isRefused || isUsedUp;
      return {
        isNewWindow: false,
        returned,
        returnedMeanwhile,
        announcedGain: 0,
        extraGain: used.back + usedByOthers.back,
        extraUnannounced: mayBeUnannounced ? used.back : 0,
      };
    },
    noteUseByOthers(units, at) {
      usedByOthers.add({ ...halvesOf(at), units, admitted: true });
    },
    refillsShown: () => refills,
    claimExtra(needed) {
      const ofOthers = Math.max(0, needed - used.back);
      used.back -= needed - ofOthers;
      usedByOthers.back -= ofOthers;
      refills++;
      return true;
    },
  };
}

/**
 * Whether the Reset of the first request is the instant at which its half is restored: then it is known which half that was.
 *
 * @param restoredAt - when what a request at an instant used is restored
 */
function isRestoredAtReset({ batches, clockOffset }: History, restoredAt: (at: number) => number): boolean {
  const first = batches.at(0)?.requests[0];
  if (first?.reset === undefined || clockOffset === undefined) return false;
  const late = first.reset * 1_000 - restoredAt(first.from);
  return late >= clockOffset.least - OFF_MS && late <= clockOffset.most + TOLERANCES.wholeSecondMs;
}

/** Units of one half, which are restored when the half after the next begins; the number of the half may be the later one. */
interface UnitsOfHalf {
  readonly half: number;
  readonly atTheLatest: number;
  readonly units: number;
  readonly admitted: boolean;
}

/** What was used, in order, and what of it was restored. */
class ReturningUnits {
  /** What was restored and not announced yet. */
  back = 0;
  readonly #used: UnitsOfHalf[] = [];
  #given = 0;
  #reached = -Infinity;

  get length(): number {
    return this.#used.length;
  }

  add(units: UnitsOfHalf): void {
    this.#used.push(units);
  }

  /**
   * Restores what was used two halves before.
   *
   * @param sent - how many requests had been sent before the newest batch
   * @returns how many of them were admitted, and how many of those belong to the newest batch
   */
  giveBack(
    reached: number,
    sent = this.#used.length,
  ): { readonly returned: number; readonly returnedMeanwhile: number } {
    let [returned, returnedMeanwhile] = [0, 0];
    for (
      let next = this.#used[this.#given];
      next !== undefined && isBack(next, reached);
      next = this.#used[this.#given]
    ) {
      this.back += next.units;
      if (next.admitted) returned++;
      if (next.admitted && this.#given >= sent) returnedMeanwhile++;
      this.#given++;
    }
    this.#reached = reached;
    return { returned, returnedMeanwhile };
  }

  /** Keeps only the restored units that may be restored one half later. */
  forgetUnannounced(): void {
    let later = 0;
    for (let at = this.#given - 1; at >= 0 && (this.#used[at]?.half ?? 0) + 2 === this.#reached; at--)
      if ((this.#used[at]?.atTheLatest ?? 0) + 2 > this.#reached) later += this.#used[at]?.units ?? 0;
    this.back = Math.min(this.back, later);
  }
}

function isBack({ half }: UnitsOfHalf, reached: number): boolean {
  return half + 2 <= reached;
}
