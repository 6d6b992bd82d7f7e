import { largest } from '../../evidence/extremes.ts';
import type { KindModel, Replenishment, Quota } from './kinds.ts';
import type { Batch } from './batch.ts';
import type { MeteredRequest } from './metered-request.ts';

/** The largest part of the limit that comes back at a time, where it comes back in steps. */
export const LARGEST_REFILL = 1 / 4;

/** Refills that were smaller than the others: another client may have taken a part in that moment, but not often. */
const MOST_SMALLER = 2;

/** A single unit may be the rest of a refill, of which another client took its part in the same moment. */
const MOST_SINGLES = 1;

/** As many of the last refills tell their size. */
const MOST_SIZES = 50;

/** A refill that others and petvet took whole, so that none announced it, takes its time: as long as this part of a unit, at least. */
const LATELY = 1 / 2;

/** The fraction of a unit that Remaining hides makes one refill one unit larger than another. */
const ROUNDED = 1;

/**
 * Units that come back several at a time: a window kept in parts, a bucket that is filled now and then. The period of a refill
 * and its size stay the same; so no more comes back at once than the largest part, and then only at the rate of the limit. A
 * single unit comes back alone only where the others find no room, or are taken by another client in the same moment.
 *
 * @param disturbed - another client is known to use the key: then what comes back in sight of petvet has no size of its own
 */
export function stepwiseModel({ perWindow, windowMs }: Quota, disturbed: boolean): KindModel {
  const most = perWindow * LARGEST_REFILL;
  /** Refills that were seen whole, with nothing else under way. */
  const refills = new Refills();
  let allowance = 0;
  let isAlone = false;
  let singles = 0;
  /** What may have come back since a response last announced Remaining, at the rate of the limit. */
  let lately = 0;
  /** The refill that may come beyond the rate: of its own size where that was seen; in a moment, only what shows itself. */
  const oneMore = (meanwhile: number): number => refills.largestOfLast ?? (meanwhile >= most / 2 ? most : 0);
  return {
    kind: 'stepwise refill',
    fraction: 0,
    start: () => {
      allowance = most;
    },
    replenish(before, batch): Replenishment {
      const refilled = ((batch.to - before.from) * perWindow) / windowMs;
      const isAnnounced = tells(batch);
      // What has come back shows in Remaining, unless another client took it: nothing is saved up but the next refill.
      allowance = (tells(before) && !disturbed ? Math.min(allowance, most) : allowance) + refilled;
      isAlone = before.requests.length === 1 && batch.requests.length === 1;
      lately = (tells(before) ? 0 : lately) + refilled;
      const extraGain = Math.max(0, Math.floor(allowance));
      const meanwhile = ((batch.to - batch.from) * perWindow) / windowMs;
      const returnedMeanwhile = isAlone ? 0 : meanwhile + oneMore(meanwhile);
      // Where Remaining is announced, whatever comes back shows in it, unless others and petvet took all of it.
      return {
        isNewWindow: false,
        returned: isAnnounced && !disturbed ? 0 : refilled,
        returnedMeanwhile,
        announcedGain: 0,
        extraGain,
        extraUnannounced: disturbed && lately >= LATELY ? extraGain : 0,
      };
    },
    countReturnedWithin: refilledAmid,
    claimExtra(needed, remaining, isCounted = true) {
      allowance -= needed;
      if (allowance < -1) return false;
      const isFull = (remaining ?? 0) >= perWindow - 1;
      if (!isAlone || isFull || disturbed) return true;
      // In less than half of the time that this many take it was one refill.
      if (lately < needed / 2) refills.add(needed);
      const returned = needed + (isCounted ? 0 : 1);
      if (returned === 1) singles += 1;
      return (returned >= 2 || singles <= MOST_SINGLES) && refills.areOfOneSize;
    },
  };
}

/** Whether any response of a batch announces Remaining. */
export function tells({ requests }: Batch): boolean {
  return requests.some(({ remaining }) => remaining !== undefined);
}

/** How large refills were; a long run has many of them, of few sizes. */
class Refills {
  readonly #times = new Map<number, number>();
  #last: number[] = [];
  #count = 0;

  add(size: number): void {
    this.#times.set(size, (this.#times.get(size) ?? 0) + 1);
    this.#last = [...this.#last.slice(1 - MOST_SIZES), size];
    this.#count++;
  }

  /** Of the last ones; undefined where there was none. */
  get largestOfLast(): number | undefined {
    return this.#count === 0 ? undefined : largest([0, ...this.#last]);
  }

  /** Whether they could each be the same, a few of which another client had a part of. */
  get areOfOneSize(): boolean {
    const size = largest([0, ...this.#times.keys()]);
    let smaller = 0;
    for (const [one, times] of this.#times) if (one < size - ROUNDED) smaller += times;
    return smaller <= MOST_SMALLER || smaller * 2 < this.#count;
  }
}

/**
 * How many units came back amid requests that were on their way together: more of them were admitted than Remaining went down by.
 * After one refill the units that came back are announced a second time, one after the other; what several requests found
 * free at once is announced otherwise.
 */
export function refilledAmid(counted: readonly MeteredRequest[], most: number): number {
  const announced = counted.flatMap(({ remaining }) => remaining ?? []).toSorted((a, b) => a - b);
  const [lowest] = announced;
  if (lowest === undefined || announced.length < counted.length) return 0;
  const returned = counted.length - (Math.floor(most) - lowest);
  if (returned <= 0) return 0;
  const twice = announced.filter((one, index) => one === announced[index - 1]);
  const isOneRun = twice.every((one, index) => index === 0 || one === (twice[index - 1] ?? 0) + 1);
  const isLastPlace = twice.length === 1 && twice[0] === 0;
  return isOneRun && !isLastPlace ? returned : 0;
}
