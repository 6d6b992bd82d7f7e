import type { ClockSpan } from '../../contract/clock-ahead.ts';
import type { Batch } from './batch.ts';
import type { Quota, RefillCountingModel, Replenishment } from './kinds.ts';
import { NextRefill } from './next-refill.ts';
import { refilledAmid, tells } from './stepwise.ts';

/** The shares of the limit that are restored at a time in large steps, besides those of a stepwise refill of many parts. */
const SHARES = [1 / 2, 1 / 3];

/** Less at a time is a stepwise refill of many parts, and more can hardly be told from a window that is too short. */
const SMALLEST_SHARE = 1 / 4;
const LARGEST_SHARE = 2 / 3;

/** How many other steps are tried at most. */
const MOST_OTHERS = 40;

/** A refill may seem larger by this share: Remaining was rounded, or a counted request was given back. */
const LARGER = 0.1;

/** It may seem smaller by this share: requests that may or may not count, or those of another client, used some of it. */
const SMALLER = 0.3;

/** How many units are restored at a time in large steps: a half of the limit, or a third. */
export function largeSteps({ perWindow }: Quota): number[] {
  return SHARES.map((share) => Math.floor(perWindow * share));
}

/** All other large steps: a bucket may get 25 of 60 at a time, though hardly any does. */
export function otherSteps({ perWindow }: Quota): number[] {
  const [least, most] = [Math.ceil(perWindow * SMALLEST_SHARE), Math.floor(perWindow * LARGEST_SHARE)];
  const apart = Math.max(1, Math.ceil((most - least + 1) / MOST_OTHERS));
  return Array.from(
    { length: Math.max(0, Math.ceil((most - least + 1) / apart)) },
    (_, index) => least + index * apart,
  );
}

/**
 * Units that are restored a large share of the limit at a time, at the interval in which the limit restores that many: a
 * bucket that is filled at intervals. That much at once would excuse nearly anything, so only the whole share is excused, or what was
 * missing until the bucket was full, and only as often as the interval allows; where Reset can only be the next of these instants,
 * not before it.
 *
 * @param share - how many units come back at a time
 */
export function intervalRefillModel(
  { perWindow, windowMs }: Quota,
  share: number,
  clockOffset: ClockSpan | undefined,
): RefillCountingModel {
  const interval = (share * windowMs) / perWindow;
  const next = new NextRefill({ perWindow, share, interval, clockOffset });
  /** The next refill comes no sooner than this. */
  let earliest = -Infinity;
  let [since, refills, claimed] = [0, 0, 0];
  /** How many requests since then said nothing of Remaining. */
  let silent = 0;
  let isAlone = false;
  let shown = 0;
  const countPossible = (from: number, to: number) => {
    const first = Math.max(from, earliest);
    return first > to ? 0 : Math.floor((to - first) / interval) + 1;
  };
  /** How many refills it takes for what a batch has claimed; of several requests that were under way together each shows a part. */
  const refillsFor = (units: number) => Math.max(1, Math.ceil(units / share - LARGER));
  return {
    kind: 'stepwise refill',
    fraction: 0,
    start: (batch) => next.note(batch),
    replenish(before: Batch, batch: Batch): Replenishment {
      if (claimed > 0) earliest = Math.max(earliest, since) + refillsFor(claimed) * interval;
      claimed = 0;
      // What was restored shows in the next Remaining that is announced.
      if (tells(before)) [since, silent] = [before.from, 0];
      else silent += before.requests.length;
      isAlone = before.requests.length === 1 && batch.requests.length === 1;
      refills = countPossible(Math.max(since, next.earliest()), batch.to);
      next.note(batch);
      // Within a moment, only what shows itself counts as restored amid concurrent requests: see `countReturnedWithin`.
      const meanwhile = Math.floor((batch.to - batch.from) / interval + 1 / 2) * share;
      return {
        isNewWindow: false,
        // When that was is unknown where Remaining does not show it.
        returned: tells(batch) ? 0 : ((batch.to - before.from) * perWindow) / windowMs,
        returnedMeanwhile: isAlone ? 0 : meanwhile,
        announcedGain: 0,
        extraGain: refills * share,
        extraUnannounced: 0,
      };
    },
    countReturnedWithin: refilledAmid,
    refillsShown: () => shown,
    claimExtra(needed, remaining, isCounted = true) {
      if (claimed === 0) shown++;
      claimed += needed + (isCounted ? 0 : 1);
      const isFull = (remaining ?? 0) >= perWindow - 1 - silent;
      const seen = refillsFor(claimed);
      return seen <= refills && (!isAlone || isFull || claimed >= (seen - SMALLER) * share);
    },
  };
}
