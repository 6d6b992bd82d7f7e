import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { spokenSeconds } from './durations.ts';
import { splitByReset, type Batch } from './batch.ts';
import { RESET_JITTER_SECONDS } from './same-window.ts';
import type { Contradiction, KindModel, Replenishment, Quota } from './kinds.ts';
import type { MeteredRequest } from './metered-request.ts';

/** By some clocks a unit is restored a little before its time. */
const EARLY_SHARE = 1 / 4;

/** How long after its use, as a share of the window, a unit may show in Remaining again; half a window is too early. */
export const SHOWN_AGAIN = 5 / 8;

/** Units used by others that are restored one at a time in step with petvet's own, this often in a row, are not a coincidence. */
const MOST_IN_STEP = 20;

/**
 * A token bucket (or GCRA, or leaky bucket): units are restored one by one, at the rate of the limit per window.
 */
export function tokenBucketModel({ perWindow, windowMs }: Quota): KindModel {
  return {
    kind: 'token bucket',
    fraction: 0.999,
    start: () => undefined,
    replenish(before, batch): Replenishment {
      const returned = ((batch.to - before.from) * perWindow) / windowMs;
      const returnedMeanwhile = ((batch.to - batch.from) * perWindow) / windowMs;
      return {
        isNewWindow: false,
        returned,
        returnedMeanwhile,
        announcedGain: returned,
        extraGain: 0,
        extraUnannounced: 0,
      };
    },
    claimExtra: () => false,
  };
}

/**
 * A sliding log: each unit is restored one window after it was used. What others had used before the first request is restored
 * at an unknown time within one window.
 */
export function slidingLogModel({ windowMs }: Quota): KindModel {
  const used: { at: number; admitted: boolean }[] = [];
  let counted = 0;
  let shown = 0;
  let own = 0;
  let others = 0;
  let othersUntil = 0;
  let inStep = 0;
  const usesByOthers: { at: number; count: number }[] = [];
  let takenGone = 0;
  const keep = (batch: Batch): void => {
    for (const { from, refused } of batch.requests) used.push({ at: from, admitted: !refused });
  };
  // What has certainly been restored is no longer needed; a long run uses a million units.
  const forget = (): void => {
    const gone = Math.min(counted, shown);
    if (gone >= FORGOTTEN_AT_ONCE) {
      used.splice(0, gone);
      counted -= gone;
      shown -= gone;
    }
    if (takenGone < FORGOTTEN_AT_ONCE) return;
    usesByOthers.splice(0, takenGone);
    takenGone = 0;
  };
  return {
    kind: 'sliding log',
    fraction: 0,
    start(batch, usedBefore) {
      others = usedBefore;
      othersUntil = batch.from + windowMs;
      keep(batch);
    },
    replenish(before, batch): Replenishment {
      forget();
      let returned = 0;
      // What a long batch itself used may be restored before its end.
      let returnedMeanwhile = 0;
      const earlier = used.length;
      keep(batch);
      for (; isGone(used[counted], batch.to - windowMs * (1 - EARLY_SHARE)); counted++) {
        if (used[counted]?.admitted !== true) continue;
        returned++;
        if (counted >= earlier) returnedMeanwhile++;
      }
      for (; isGone(used[shown], batch.to - windowMs * SHOWN_AGAIN); shown++) own++;
      if (batch.from > othersUntil) others = 0;
      for (; isGone(usesByOthers[takenGone], batch.to - windowMs / 2); takenGone++) {
        others += usesByOthers[takenGone]?.count ?? 0;
        othersUntil = batch.to + windowMs;
      }
      const inTime = (others * (batch.to - before.from)) / windowMs >= NO_CHANCE ? others : 0;
      return {
        isNewWindow: false,
        returned,
        returnedMeanwhile,
        announcedGain: 0,
        extraGain: own + others,
        extraUnannounced: own + inTime,
      };
    },
    noteUseByOthers: (count, at) => {
      usesByOthers.push({ at, count });
    },
    claimExtra(needed) {
      const ofOthers = Math.max(0, needed - own);
      own -= needed - ofOthers;
      others -= ofOthers;
      inStep = ofOthers === 1 ? inStep + 1 : 0;
      return inStep < MOST_IN_STEP;
    },
  };
}

/** How many entries are dropped together, because each removal moves the others. */
const FORGOTTEN_AT_ONCE = 10_000;

/** What others used is rarely restored at the very moment of a burst. */
const NO_CHANCE = 0.01;

function isGone(entry: { at: number } | undefined, by: number): boolean {
  return entry !== undefined && entry.at <= by;
}

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
    clockOffset === undefined ? !isStill : to + clockOffset.most >= (reset - RESET_JITTER_SECONDS) * 1_000;
  /** Clock differences and whole seconds are a large part of a short window: there an instant counts as soon that may be. */
  const precision =
    (clockOffset === undefined ? 0 : clockOffset.most - clockOffset.least) + RESET_JITTER_SECONDS * 1_000;
  const isPrecise = precision <= windowMs * PRECISE_SHARE;
  const isSoon = ({ reset }: Announced, { from }: Batch): boolean => {
    if (clockOffset === undefined) return true;
    const now = from + (isPrecise ? clockOffset.least : clockOffset.most);
    return reset * 1_000 - now <= windowMs / Math.max(1, used) + RESET_JITTER_SECONDS * 1_000;
  };
  return {
    kind: 'weighted counter',
    fraction: 0.999,
    arrange: (batch) => splitByReset(batch, RESET_JITTER_SECONDS),
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
      // A refusal may announce when the next unit is back, beyond the end of the window.
      const isStill = Math.abs(moved) <= RESET_JITTER_SECONDS;
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
      if (isStill || (moved > 0 && moved < seconds - 1 && isRefused(batch))) {
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

function isRefused({ requests }: Batch): boolean {
  return requests.every(({ refused }) => refused);
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

/** A refusal shows the window only where nothing else does: it may announce when the next unit is restored. */
function announcedBy({ requests }: Batch): Announced | undefined {
  const { reset, to, number } =
    requests.findLast((request) => tellsReset(request) && !request.refused) ?? requests.findLast(tellsReset) ?? {};
  return reset === undefined || to === undefined || number === undefined ? undefined : { reset, to, number };
}

function tellsReset({ reset }: MeteredRequest): boolean {
  return reset !== undefined;
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
