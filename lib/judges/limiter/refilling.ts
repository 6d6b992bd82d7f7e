import type { Batch } from './batch.ts';
import type { KindModel, Replenishment, Quota } from './kinds.ts';
import { tells } from './stepwise.ts';

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
  /** Petvet's own units that were taken for restored while others' were still to come: it may have been theirs. */
  let doubtful = 0;
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
      // What was restored in a pause shows in the first Remaining after it. By then those of others were among what was restored.
      if (before.from > othersUntil && tells(before)) {
        own += Math.min(Math.max(0, others), doubtful);
        [others, doubtful] = [0, 0];
      }
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
      doubtful = others > 0 ? doubtful + needed - ofOthers : 0;
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
