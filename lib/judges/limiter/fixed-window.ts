import { largest, smallest } from '../../evidence/extremes.ts';
import { spokenSeconds } from './durations.ts';
import { splitByReset, type Batch } from './batch.ts';
import type { KindModel, Replenishment, Quota } from './kinds.ts';
import { TOLERANCES } from './prices.ts';

/** Where Reset does not tell, a window is assumed to last at least this share of its length. */
const UNANNOUNCED = 1 / 2;

const NOTHING_BACK = { returned: 0, announcedGain: 0, extraGain: 0, extraUnannounced: 0 };

/**
 * A fixed window, opened by a first request or by the clock: nothing is restored until Reset, then everything is. Reset
 * does not move, except for refusals that block the key for longer, and the next one is at least a window later; so no clocks
 * need to be compared.
 *
 * @param isResetSilent - Reset does not say when the window ends
 */
export function fixedWindowModel({ windowMs }: Quota, isResetSilent = false): KindModel {
  let reset: number | undefined;
  let announcedBy = 0;
  let since = 0;
  let turnedAt = Number.NEGATIVE_INFINITY;
  const jitter = Math.min(TOLERANCES.twoResetsSeconds, windowMs / 3_000);

  const latestReset = isResetSilent ? () => undefined : latestOf;
  const open = (batch: Batch, announced: number | undefined): void => {
    reset = announced;
    announcedBy = batch.requests.find((request) => request.reset === announced)?.number ?? 0;
    since = batch.from;
  };
  /** The first window began before the first request, so that its end is not known; each further one has the full length. */
  const mayTurnUnseen = (batch: Batch) => batch.to - turnedAt >= windowMs - jitter * 1_000;
  return {
    kind: 'fixed window',
    fraction: 0,
    arrange: (batch) => splitByReset(batch, jitter),
    start: (batch) => open(batch, latestReset(batch)),
    replenish(before, batch): Replenishment {
      if (isResetSilent && mayTurnUnseen(batch) && isRaised(before, batch)) {
        turnedAt = batch.from;
        since = batch.from;
        return { ...NOTHING_BACK, isNewWindow: true };
      }
      const announced = latestReset(batch);
      if (announced === undefined || reset === undefined) {
        const isOver = reset === undefined && batch.to - since > windowMs * UNANNOUNCED;
        if (isOver || announced !== undefined) open(batch, announced);
        return { ...NOTHING_BACK, isNewWindow: isOver };
      }
      const moved = announced - reset;
      if (Math.abs(moved) <= jitter) return { ...NOTHING_BACK, isNewWindow: false };
      const earlier = announcedBy;
      const isNext = moved >= windowMs / 1_000 - jitter;
      // A caller that exceeds the limit may be blocked beyond the end of the window: a refusal says for how long.
      if (!isNext && moved > 0 && isRefused(batch)) return { ...NOTHING_BACK, isNewWindow: false };
      open(batch, announced);
      if (isNext) return { ...NOTHING_BACK, isNewWindow: true };
      return {
        ...NOTHING_BACK,
        isNewWindow: true,
        contradiction: {
          rule: 'RATE-13',
          by: 'reset',
          shownBy: [earlier, announcedBy],
          says: `Reset moved by ${spokenSeconds(moved)}, though a window lasts ${windowMs / 1_000}`,
        },
      };
    },
    mayHaveRenewed(batch) {
      // Nobody knows when clock windows begin that no Reset announces: one may have begun just there.
      if (reset !== undefined || batch.from - turnedAt < windowMs * UNANNOUNCED) return false;
      turnedAt = batch.from;
      since = batch.from;
      return true;
    },
    claimExtra: () => false,
  };
}

function isRefused({ requests }: Batch): boolean {
  return requests.every(({ refused }) => refused);
}

/** Whether more remained than before, by what was announced. */
function isRaised(before: Batch, batch: Batch): boolean {
  return largest(remainingOf(batch)) > smallest(remainingOf(before));
}

function remainingOf({ requests }: Batch): number[] {
  return requests.flatMap(({ remaining }) => remaining ?? []);
}

function latestOf({ requests }: Batch): number | undefined {
  let latest: number | undefined;
  for (const { reset } of requests) if (reset !== undefined) latest = Math.max(latest ?? reset, reset);
  return latest;
}
