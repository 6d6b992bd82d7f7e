import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { batchOf, splitByReset, type Batch } from './batch.ts';
import { spokenSeconds } from './durations.ts';
import type { Contradiction, KindModel, Replenishment, Quota } from './kinds.ts';
import type { MeteredRequest } from './metered-request.ts';
import { TOLERANCES } from './prices.ts';

/**
 * A weighted counter: the previous window counts by the share of it that still overlaps. While the clock's window
 * stays the same only what was used before is restored; afterwards what petvet itself used is restored gradually, too.
 *
 * @param clockOffset - milliseconds by which the service's clock is ahead of ours, where that is known
 * @param isResetSilent - Reset does not say when the window ends: then only the rate is known
 */
export function weightedCounterModel(
  { perWindow, windowMs }: Quota,
  clockOffset: ClockSpan | undefined,
  isResetSilent = false,
): KindModel {
  let announced: Announced | undefined;
  let extraGain = 0;
  let used = 0;
  /** Refused in this window of the clock, and in the one before: they may take units, too, beyond the limit. */
  let refused = 0;
  let refusedBefore = 0;
  const seconds = windowMs / 1_000;
  const announcedIn = isResetSilent ? () => undefined : announcedBy;
  /** The most that may remain after the end of a window of which `used` was used. */
  const leftAfter = (end: number, at: number): number => {
    if (clockOffset === undefined) return perWindow;
    const share = Math.min(1, Math.max(0, (at + clockOffset.most - end * 1_000) / windowMs));
    return Math.min(perWindow, perWindow - used * (1 - share));
  };
  /** Reset is no longer the end of a window: only the rate is known. */
  let isLoose = false;
  /**
   * Once a window is over, and counts as the one before, Reset may be when the next unit of it is back: that is soon, and moves on each time.
   * Whether the instant has certainly passed, or may have, by the service's clock.
   */
  const hasPassed = ({ reset }: Announced, { from }: Batch): boolean =>
    clockOffset !== undefined && from + clockOffset.least >= reset * 1_000;
  const mayHavePassed = ({ reset }: Announced, { to }: Batch, isStill: boolean): boolean =>
    clockOffset === undefined ? !isStill : to + clockOffset.most >= (reset - TOLERANCES.resetSeconds) * 1_000;
  /** Clock differences and whole seconds are a large part of a short window: there an instant counts as soon that may be. */
  const precision =
    (clockOffset === undefined ? 0 : clockOffset.most - clockOffset.least) + TOLERANCES.resetSeconds * 1_000;
  const isPrecise = precision <= windowMs * PRECISE_SHARE;
  const isSoon = ({ reset }: Announced, { from }: Batch): boolean => {
    if (clockOffset === undefined) return true;
    const now = from + (isPrecise ? clockOffset.least : clockOffset.most);
    return reset * 1_000 - now <= windowMs / Math.max(1, used) + TOLERANCES.resetSeconds * 1_000;
  };
  return {
    kind: 'weighted counter',
    fraction: 0.999,
    arrange: (batch) => withTheirWindow(splitByReset(batch, TOLERANCES.resetSeconds), seconds),
    start(batch, usedBefore) {
      announced = announcedIn(batch);
      extraGain = usedBefore + 2;
      used = admittedIn(batch);
      refused = refusedIn(batch);
    },
    replenish(before, batch): Replenishment {
      const refilled = ((batch.to - before.from) * (perWindow + refusedBefore)) / windowMs;
      const now = announcedIn(batch);
      const moved = now === undefined || announced === undefined ? undefined : now.reset - announced.reset;
      if (now === undefined || moved === undefined) {
        announced = now ?? announced;
        refused += refusedIn(batch);
        return byRate(refilled);
      }
      if (isLoose) {
        refusedBefore += refusedIn(batch);
        return byRate(refilled);
      }
      // Once it is used up, Reset may be when the next unit is back, before the end of the window or beyond it.
      const isStill = Math.abs(moved) <= TOLERANCES.resetSeconds;
      const mayBeNextUnit =
        announced !== undefined &&
        moved < seconds - 1 &&
        mayHavePassed(announced, batch, isStill) &&
        isSoon(now, batch);
      if (mayBeNextUnit && (!isStill || (announced !== undefined && hasPassed(announced, batch)))) {
        isLoose = true;
        refusedBefore += refused + refusedIn(batch);
        return byRate(refilled);
      }
      if (isStill || (Math.abs(moved) < seconds - 1 && isUsedUp(batch))) {
        used += admittedIn(batch);
        refused += refusedIn(batch);
        const others = Math.min(extraGain, refilled + 1);
        // What may be the first units of a window that is over shows in Remaining.
        const shown = mayBeNextUnit ? refilled + 1 : others;
        return { isNewWindow: false, returned: 0, announcedGain: 0, extraGain: shown, extraUnannounced: others };
      }
      const windows = Math.round(moved / seconds);
      const isNext = windows >= 1 && Math.abs(moved - windows * seconds) <= 1;
      const remainingAtMost = isNext && windows === 1 ? leftAfter(announced?.reset ?? 0, batch.to) : perWindow;
      const stood = announced !== undefined && before.from - announced.to >= STOOD_MS;
      const contradiction = stood && !isNext ? movedBy(moved, announced, now) : undefined;
      announced = now;
      refusedBefore = refused;
      extraGain = perWindow + refusedBefore;
      used = admittedIn(batch);
      refused = refusedIn(batch);
      const fault = contradiction === undefined ? {} : { contradiction };
      // A Reset that moves otherwise is not the end of a clock's window: then only the rate is known.
      if (!isNext) return { ...byRate(refilled), ...fault };
      return {
        isNewWindow: true,
        returned: 0,
        announcedGain: 0,
        extraGain,
        extraUnannounced: extraGain,
        remainingAtMost,
      };
    },
    claimExtra(needed) {
      extraGain -= needed;
      return true;
    },
  };
}

/** How much of a window an instant may be off by. */
const PRECISE_SHARE = 1 / 10;

/** What is restored at a rate, whatever Reset says. */
function byRate(refilled: number): Replenishment {
  return { isNewWindow: false, returned: refilled, announcedGain: refilled, extraGain: 0, extraUnannounced: 0 };
}

function admittedIn({ requests }: Batch): number {
  return requests.filter(({ status }) => status >= 200 && status < 300).length;
}

function isUsedUp({ requests }: Batch): boolean {
  return !requests.some(leavesSome);
}

function leavesSome({ refused, remaining }: MeteredRequest): boolean {
  return !refused && remaining !== 0;
}

function refusedIn({ requests }: Batch): number {
  return requests.filter(({ refused }) => refused).length;
}

/**
 * A Reset that moved by no more than a second within this time, in milliseconds, is the end of a window: one that goes along with the clock, in
 * whole seconds, moves by two of them.
 */
const STOOD_MS = 2_100;

/** A response with a Reset. */
interface Announced {
  readonly reset: number;
  readonly to: number;
  readonly number: number;
}

/** What leaves nothing shows the window only where nothing else does: it may announce when the next unit is restored. */
function announcedBy({ requests }: Batch): Announced | undefined {
  const { reset, to, number } =
    requests.findLast((request) => tellsReset(request) && leavesSome(request)) ?? requests.findLast(tellsReset) ?? {};
  return reset === undefined || to === undefined || number === undefined ? undefined : { reset, to, number };
}

function tellsReset({ reset }: MeteredRequest): boolean {
  return reset !== undefined;
}

/** What leaves nothing may announce when the next unit is back, before its window ends: then it belongs to what announces the end. */
function withTheirWindow(parts: readonly Batch[], seconds: number): readonly Batch[] {
  const joined: Batch[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const [earlier, later] = [last, part].map((one) => one && announcedBy(one)?.reset);
    const isOfSame = earlier !== undefined && later !== undefined && later - earlier < seconds - 1;
    if (last !== undefined && isUsedUp(last) && isOfSame)
      joined.splice(-1, 1, batchOf([...last.requests, ...part.requests]));
    else joined.push(part);
  }
  return joined;
}

/** The clock's windows end at multiples of their length. */
function movedBy(seconds: number, from: Announced | undefined, to: Announced): Contradiction {
  return {
    rule: 'RATE-13',
    by: 'reset',
    shownBy: [...(from === undefined ? [] : [from.number]), to.number],
    says: `Reset stood still and then moved by ${spokenSeconds(seconds)}, which does not fit a window aligned to the clock`,
  };
}
