import { largest } from '../../evidence/extremes.ts';
import type { KindModel, Passage, Rate } from './kinds.ts';
import type { Step } from './step.ts';
import type { Take } from './take.ts';

/** The largest part of the figure that comes back at a time, where it comes back in steps. */
export const LARGEST_REFILL = 1 / 4;

/** Refills that were smaller than the others: another client may have taken a part in that moment, but not often. */
const MOST_SMALLER = 2;

/** A single place may be the rest of a refill, of which another client took its part in the same moment. */
const MOST_SINGLES = 1;

/** As many of the last refills tell their size. */
const MOST_SIZES = 50;

/** The fraction of a place that Remaining hides makes one refill one place larger than another. */
const ROUNDED = 1;

/**
 * Places that come back several at a time: a window kept in parts, a bucket that is filled now and then. The period of a refill
 * and its size stay the same; so no more comes back at once than the largest part, and then only at the rate of the figure. A
 * single place comes back alone only where the others find no room, or are taken by another client in the same moment.
 *
 * @param disturbed - another client is known to use the key: then what comes back in sight of petvet has no size of its own
 */
export function stepwiseModel({ figure, length }: Rate, disturbed: boolean): KindModel {
  const most = figure * LARGEST_REFILL;
  /** Refills that were seen whole, with nothing else under way. */
  const refills = new Refills();
  let allowance = 0;
  let isAlone = false;
  let singles = 0;
  let lately = 0;
  /** The refill that may come beyond the rate: of its own size where that was seen; in a moment, only what shows itself. */
  const oneMore = (meanwhile: number): number => refills.largestOfLast ?? (meanwhile >= most / 2 ? most : 0);
  return {
    kind: 'stepwise refill',
    fraction: 0,
    begin: () => {
      allowance = most;
    },
    pass(before, step): Passage {
      const rate = ((step.to - before.from) * figure) / length;
      const isAnnounced = tells(step);
      // What has come back shows in Remaining, unless another client took it: nothing is saved up but the next refill.
      allowance = (tells(before) && !disturbed ? Math.min(allowance, most) : allowance) + rate;
      isAlone = before.takes.length === 1 && step.takes.length === 1;
      lately = rate;
      const spare = Math.max(0, Math.floor(allowance));
      const meanwhile = ((step.to - step.from) * figure) / length;
      const during = isAlone ? 0 : meanwhile + oneMore(meanwhile);
      // Where Remaining is announced, whatever comes back shows in it.
      return { fresh: false, back: isAnnounced ? 0 : rate, during, told: 0, spare, hidden: 0 };
    },
    amid: refilledAmid,
    spend(needed, remaining, isCounted = true) {
      allowance -= needed;
      if (allowance < -1) return false;
      const isFull = (remaining ?? 0) >= figure - 1;
      if (!isAlone || isFull || disturbed) return true;
      // In less than half of the time that so many take it was one refill.
      if (lately < needed / 2) refills.add(needed);
      const back = needed + (isCounted ? 0 : 1);
      if (back === 1) singles += 1;
      return (back >= 2 || singles <= MOST_SINGLES) && refills.areOfOneSize;
    },
  };
}

function tells({ takes }: Step): boolean {
  return takes.some(({ remaining }) => remaining !== undefined);
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
 * How many places came back amid requests that were on their way together: more of them were admitted than Remaining went down by.
 * After one refill the places that came back are announced a second time, one after the other; what several requests found
 * free at once is announced otherwise.
 */
function refilledAmid(counted: readonly Take[], most: number): number {
  const left = counted.flatMap(({ remaining }) => remaining ?? []).toSorted((a, b) => a - b);
  const [lowest] = left;
  if (lowest === undefined || left.length < counted.length) return 0;
  const back = counted.length - (Math.floor(most) - lowest);
  if (back <= 0) return 0;
  const twice = left.filter((one, index) => one === left[index - 1]);
  const isOneRun = twice.every((one, index) => index === 0 || one === (twice[index - 1] ?? 0) + 1);
  const isLastPlace = twice.length === 1 && twice[0] === 0;
  return isOneRun && !isLastPlace ? back : 0;
}
