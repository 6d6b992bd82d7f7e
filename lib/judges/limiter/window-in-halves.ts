import { largest, smallest } from '../../evidence/extremes.ts';
import type { Batch } from './batch.ts';
import type { History } from './history.ts';
import type { KindModel, Quota, Replenishment } from './kinds.ts';
import { SHOWN_AGAIN } from './refilling.ts';
import { tells } from './stepwise.ts';

/** Where a half begins, a clock may be off by this, in milliseconds. */
const OFF_MS = 250;

/** A Reset of whole seconds may be off by this. */
const WHOLE_SECOND_MS = 1_000;

/** How many instants at which a half may begin are tried at most. */
const MOST_TRIED = 60;

/** A model that tells how often units came back. */
export interface WindowInHalvesModel extends KindModel {
  /** In how many batches a return showed. */
  returnsShown(): number;
}

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
  if (ahead < clockOffset.least - WHOLE_SECOND_MS || ahead > clockOffset.most + WHOLE_SECOND_MS) return false;
  const [soonest, latest] = [first.from + windowMs / 2 - WHOLE_SECOND_MS, first.from + windowMs * SHOWN_AGAIN];
  for (const { from, requests } of batches)
    if (from >= soonest && from <= latest) return requests.some(({ remaining }) => remaining === perWindow - 1);
  return false;
}

/**
 * A sliding window kept in two halves, as a limiter with segments of half a window keeps it: all that was used in one half comes back together,
 * when the half after the next begins. What others had used before the first request comes back when a half begins, within one window.
 *
 * @param begins - an instant at which a half begins, in milliseconds since 1970
 */
export function windowInHalvesModel({ windowMs }: Quota, begins: number): WindowInHalvesModel {
  const half = windowMs / 2;
  const halfOf = (at: number): number => Math.floor((at - begins) / half);
  const used: { readonly half: number; readonly admitted: boolean }[] = [];
  let [counted, shown] = [0, 0];
  let [own, others, othersUntil] = [0, 0, 0];
  let returns = 0;
  const keep = ({ requests }: Batch): void => {
    for (const { from, refused } of requests) used.push({ half: halfOf(from - OFF_MS), admitted: !refused });
  };
  return {
    kind: 'sliding log',
    fraction: 0,
    start(batch, usedBefore) {
      [others, othersUntil] = [usedBefore, halfOf(batch.to) + 2];
      keep(batch);
    },
    replenish(before, batch): Replenishment {
      const reached = halfOf(batch.to + OFF_MS);
      const earlier = used.length;
      keep(batch);
      let [returned, returnedMeanwhile] = [0, 0];
      for (; isBack(used[counted], reached); counted++) {
        if (used[counted]?.admitted !== true) continue;
        returned++;
        if (counted >= earlier) returnedMeanwhile++;
      }
      for (; isBack(used[shown], reached); shown++) own++;
      if (halfOf(before.from - OFF_MS) > othersUntil) others = 0;
      const isTurned = halfOf(before.from - OFF_MS) < reached;
      const isRefused = before.requests.every(({ refused }) => refused);
      // What has come back shows in Remaining, unless the request that found it took the only unit.
      const mayBeUnannounced = !tells(batch) || !tells(before) || isRefused;
      return {
        isNewWindow: false,
        returned,
        returnedMeanwhile,
        announcedGain: 0,
        extraGain: own + (isTurned ? others : 0),
        extraUnannounced: mayBeUnannounced ? own : 0,
      };
    },
    noteUseByOthers(count, at) {
      [others, othersUntil] = [others + count, halfOf(at + OFF_MS) + 2];
    },
    returnsShown: () => returns,
    claimExtra(needed) {
      const ofOthers = Math.max(0, needed - own);
      own -= needed - ofOthers;
      others -= ofOthers;
      returns++;
      return true;
    },
  };
}

function isBack(unit: { readonly half: number } | undefined, reached: number): boolean {
  return unit !== undefined && unit.half + 2 <= reached;
}
