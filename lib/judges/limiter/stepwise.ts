import { largest } from '../../evidence/extremes.ts';
import type { KindModel, Replenishment, Quota } from './kinds.ts';
import type { Batch } from './batch.ts';
import type { MeteredRequest } from './metered-request.ts';

/** The largest part of the limit that is restored at a time, where it is restored in steps. */
export const LARGEST_REFILL = 1 / 4;

/** Refills that were smaller than the others: another client may have taken a part in that moment, but not often. */
const MOST_SMALLER = 2;

/** A single unit may be the rest of a refill, from which another client took its part at the same moment. */
const MOST_SINGLES = 1;

/** How many of the last refills determine their size. */
const MOST_SIZES = 50;

/** A refill that others and petvet took whole, so that none announced it, takes its time: as long as this part of a unit, at least. */
const LATELY = 1 / 2;

/** The fraction of a unit that Remaining hides makes one refill one unit larger than another. */
const ROUNDED = 1;

/**
 * Units that are restored several at a time: a window kept in parts, a bucket that is filled at intervals. The period of a refill
 * and its size stay the same; so no more is restored at once than the largest part, and then only at the rate of the limit. A
 * single unit is restored alone only where there is no room for the others, or another client takes them at the same moment.
 *
 * @param disturbed - another client is known to use the key: then the restored units that petvet sees have no fixed size
 */
export function stepwiseModel({ perWindow, windowMs }: Quota, disturbed: boolean): KindModel {
  const most = perWindow * LARGEST_REFILL;
  /** Refills that were seen whole, with nothing else under way. */
  const refills = new Refills();
  let allowance = 0;
  let isAlone = false;
  let singles = 0;
  /** What may have been restored since a response last announced Remaining, at the rate of the limit. */
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
      // What was restored shows in Remaining, unless another client took it: only the next refill is still to come.
      allowance = (tells(before) && !disturbed ? Math.min(allowance, most) : allowance) + refilled;
      isAlone = before.requests.length === 1 && batch.requests.length === 1;
      lately = (tells(before) ? 0 : lately) + refilled;
      const extraGain = Math.max(0, Math.floor(allowance));
      const meanwhile = ((batch.to - batch.from) * perWindow) / windowMs;
      const returnedMeanwhile = isAlone ? 0 : meanwhile + oneMore(meanwhile);
      // Where Remaining is announced, whatever is restored shows in it, unless others and petvet took all of it.
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
      // In less than half of the time that this many take there was one refill. Its size is known where the request used a unit for certain.
      if (isCounted && lately < needed / 2) refills.add(needed);
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

/** The sizes of refills; a long run has many refills, of few sizes. */
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

  /** Whether all could be equal, if another client took a part of a few. */
  get areOfOneSize(): boolean {
    const size = largest([0, ...this.#times.keys()]);
    let smaller = 0;
    for (const [one, times] of this.#times) if (one < size - ROUNDED) smaller += times;
    return smaller <= MOST_SMALLER || smaller * 2 < this.#count;
  }
}

/**
 * How many units were restored amid concurrent requests: more of them were admitted than Remaining fell by.
 * After one refill the restored units are announced a second time, one after the other; what several requests found
 * free at once is announced differently.
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
