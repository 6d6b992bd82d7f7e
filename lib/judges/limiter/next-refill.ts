import type { ClockSpan } from '../../contract/clock-ahead.ts';
import type { Batch } from './batch.ts';
import { TOLERANCES } from './prices.ts';

/** What is known here about a bucket that is filled at intervals. */
interface FilledBucket {
  readonly perWindow: number;
  /** How many units are restored at a time, and how many milliseconds apart. */
  readonly share: number;
  readonly interval: number;
  readonly clockOffset: ClockSpan | undefined;
}

/** What was announced while Reset stood still. Instants in milliseconds since 1970, by our clock. */
interface Standing {
  /** The least and the greatest of it, in Unix seconds. */
  least: number;
  greatest: number;
  /** When the first response that announced it was received, and when the request of the last one left. */
  readonly since: number;
  until: number;
  /** How much was used at least and at most. */
  leastUsed: number;
  mostUsed: number;
}

/** Concurrent requests, or those that are given back, may make the announced use larger or smaller by one. */
const CLEARLY_MORE = 2;

/**
 * When a bucket that is filled at intervals gets its next units at the earliest, by the Reset that it announces. Reset is when the limit
 * resets: to be whole again, or for the next units. While more is used than one filling gives back, the instant at which it is whole
 * moves. So a Reset that stands still meanwhile, one interval ahead at most, is that of the next filling, and none comes before it.
 * Source: specification, section 8.
 */
export class NextRefill {
  readonly #bucket: FilledBucket;
  #standing: Standing | undefined;

  constructor(bucket: FilledBucket) {
    this.#bucket = bucket;
  }

  /** Records what the responses of a batch announce. */
  note({ requests }: Batch): void {
    for (const { reset, remaining, from, to } of requests) {
      if (reset === undefined || remaining === undefined) continue;
      const used = this.#bucket.perWindow - remaining;
      const one = this.#standing;
      if (
        one === undefined ||
        reset > one.least + TOLERANCES.resetSeconds ||
        reset < one.greatest - TOLERANCES.resetSeconds
      ) {
        this.#standing = { least: reset, greatest: reset, since: to, until: from, leastUsed: used, mostUsed: used };
        continue;
      }
      one.least = Math.min(one.least, reset);
      one.greatest = Math.max(one.greatest, reset);
      one.until = Math.max(one.until, from);
      one.leastUsed = Math.min(one.leastUsed, used);
      one.mostUsed = Math.max(one.mostUsed, used);
    }
  }

  /** By our clock, in milliseconds since 1970; -Infinity where Reset does not show it. */
  earliest(): number {
    const { interval, share, clockOffset } = this.#bucket;
    const one = this.#standing;
    if (one === undefined || clockOffset === undefined) return -Infinity;
    // A span from now on seems to stand still for a moment, too: whole seconds hide that it moves.
    const stood = one.until - one.since > (one.greatest - one.least + 1) * TOLERANCES.wholeSecondMs;
    const fillings = (used: number) => Math.ceil(used / share);
    const wouldMove = fillings(one.leastUsed) < fillings(one.mostUsed - CLEARLY_MORE);
    const isNext = one.least * 1_000 - clockOffset.most - one.since <= interval + TOLERANCES.wholeSecondMs;
    return stood && wouldMove && isNext
      ? one.least * 1_000 - clockOffset.most - TOLERANCES.wholeSecondMs - TOLERANCES.skewMs
      : -Infinity;
  }
}
