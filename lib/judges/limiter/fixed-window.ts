import { spokenSeconds } from './durations.ts';
import { byReset, type Step } from './step.ts';
import { RESET_JITTER_SECONDS } from './same-window.ts';
import type { KindModel, Passage, Rate } from './kinds.ts';

/** Where no Reset tells, a window is taken for one as long as this share of its length. */
const UNANNOUNCED = 1 / 2;

const NOTHING_BACK = { back: 0, told: 0, spare: 0, hidden: 0 };

/**
 * A fixed window, opened by a first request or by the clock: nothing comes back until Reset, then everything does. Reset
 * stays where it is, and the next one is at least a window later; so no clocks need to be compared.
 */
export function fixedWindowModel({ length }: Rate): KindModel {
  let reset: number | undefined;
  let announcedBy = 0;
  let since = 0;
  let turnedAt = Number.NEGATIVE_INFINITY;
  const jitter = Math.min(RESET_JITTER_SECONDS + 1, length / 4_000);

  const open = (step: Step, announced: number | undefined): void => {
    reset = announced;
    announcedBy = step.takes.find((take) => take.reset === announced)?.number ?? 0;
    since = step.from;
  };
  return {
    kind: 'fixed window',
    fraction: 0,
    arrange: (step) => byReset(step, jitter),
    begin: (step) => open(step, latestReset(step)),
    pass(_before, step): Passage {
      const announced = latestReset(step);
      if (announced === undefined || reset === undefined) {
        const isOver = reset === undefined && step.to - since > length * UNANNOUNCED;
        if (isOver || announced !== undefined) open(step, announced);
        return { ...NOTHING_BACK, fresh: isOver };
      }
      const moved = announced - reset;
      if (Math.abs(moved) <= jitter) return { ...NOTHING_BACK, fresh: false };
      const before = announcedBy;
      const isNext = moved >= length / 1_000 - jitter;
      open(step, announced);
      if (isNext) return { ...NOTHING_BACK, fresh: true };
      return {
        ...NOTHING_BACK,
        fresh: true,
        contradiction: {
          rule: 'RATE-13',
          by: 'reset',
          shownBy: [before, announcedBy],
          says: `Reset moved by ${spokenSeconds(moved)}, though a window lasts ${length / 1_000}`,
        },
      };
    },
    turns(step) {
      // Nobody knows when the windows of a clock begin that no Reset announces: one may have begun just there.
      if (reset !== undefined || step.from - turnedAt < length * UNANNOUNCED) return false;
      turnedAt = step.from;
      since = step.from;
      return true;
    },
    spend: () => false,
  };
}

function latestReset({ takes }: Step): number | undefined {
  let latest: number | undefined;
  for (const { reset } of takes) if (reset !== undefined) latest = Math.max(latest ?? reset, reset);
  return latest;
}
