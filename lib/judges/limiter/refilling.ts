import type { ClockSpan } from '../../contract/clock-ahead.ts';
import { spokenSeconds } from './durations.ts';
import { byReset, type Step } from './step.ts';
import { RESET_JITTER_SECONDS } from './same-window.ts';
import type { Contradiction, KindModel, Passage, Rate } from './kinds.ts';
import type { Take } from './take.ts';

/** A place is back a little before its time by some clocks. */
const EARLY_SHARE = 1 / 4;

/** So long after its use, as a share of the window, Remaining may tell of a place again; half a window is too early. */
const SHOWN_AGAIN = 5 / 8;

/** What others' use gives back one place at a time in step with petvet's own use, so often in a row, is no chance. */
const MOST_IN_STEP = 20;

/**
 * A token bucket (or GCRA, or leaky bucket): places come back one by one, at the rate of the figure per window.
 */
export function tokenBucketModel({ figure, length }: Rate): KindModel {
  return {
    kind: 'token bucket',
    fraction: 0.999,
    begin: () => undefined,
    pass(before, step): Passage {
      const back = ((step.to - before.from) * figure) / length;
      const during = ((step.to - step.from) * figure) / length;
      return { fresh: false, back, during, told: back, spare: 0, hidden: 0 };
    },
    spend: () => false,
  };
}

/**
 * A sliding log: each place comes back one window after it was used. What others had used before the first request comes
 * back at a time that nobody knows, within one window.
 */
export function slidingLogModel({ length }: Rate): KindModel {
  const used: { at: number; admitted: boolean }[] = [];
  let counted = 0;
  let shown = 0;
  let own = 0;
  let others = 0;
  let othersUntil = 0;
  let inStep = 0;
  const taken: { at: number; places: number }[] = [];
  let returned = 0;
  const keep = (step: Step): void => {
    for (const { from, refused } of step.takes) used.push({ at: from, admitted: !refused });
  };
  // What has come back by every reckoning is not needed any more; a long run uses a million places.
  const forget = (): void => {
    const gone = Math.min(counted, shown);
    if (gone >= FORGOTTEN_AT_ONCE) {
      used.splice(0, gone);
      counted -= gone;
      shown -= gone;
    }
    if (returned < FORGOTTEN_AT_ONCE) return;
    taken.splice(0, returned);
    returned = 0;
  };
  return {
    kind: 'sliding log',
    fraction: 0,
    begin(step, prior) {
      others = prior;
      othersUntil = step.from + length;
      keep(step);
    },
    pass(before, step): Passage {
      forget();
      let back = 0;
      // What a long step itself used may be back before its end.
      let during = 0;
      const earlier = used.length;
      keep(step);
      for (; isGone(used[counted], step.to - length * (1 - EARLY_SHARE)); counted++) {
        if (used[counted]?.admitted !== true) continue;
        back++;
        if (counted >= earlier) during++;
      }
      for (; isGone(used[shown], step.to - length * SHOWN_AGAIN); shown++) own++;
      if (step.from > othersUntil) others = 0;
      for (; isGone(taken[returned], step.to - length / 2); returned++) {
        others += taken[returned]?.places ?? 0;
        othersUntil = step.to + length;
      }
      const inTime = (others * (step.to - before.from)) / length >= NO_CHANCE ? others : 0;
      return {
        fresh: false,
        back,
        during,
        told: 0,
        spare: own + others,
        hidden: own + inTime,
      };
    },
    lost: (places, at) => {
      taken.push({ at, places });
    },
    spend(needed) {
      const ofOthers = Math.max(0, needed - own);
      own -= needed - ofOthers;
      others -= ofOthers;
      inStep = ofOthers === 1 ? inStep + 1 : 0;
      return inStep < MOST_IN_STEP;
    },
  };
}

/** So many entries are dropped together, because each time the others move up. */
const FORGOTTEN_AT_ONCE = 10_000;

/** What others used comes back in the very moment of a burst less often than that. */
const NO_CHANCE = 0.01;

function isGone(entry: { at: number } | undefined, by: number): boolean {
  return entry !== undefined && entry.at <= by;
}

/**
 * A weighted counter: the window before counts by the share of it that is still within reach. While the clock's window
 * stays the same only what was used before comes back; afterwards what petvet itself used does, too, bit by bit.
 *
 * @param ahead - milliseconds by which the service's clock is ahead of ours, where that is known
 */
export function weightedCounterModel({ figure, length }: Rate, ahead: ClockSpan | undefined): KindModel {
  let announced: Announced | undefined;
  let spare = 0;
  let used = 0;
  /** Refused in this window of the clock, and in the one before: they may take places, too, beyond the figure. */
  let refused = 0;
  let refusedBefore = 0;
  const seconds = length / 1_000;
  /** What may be left at most after the end of a window of which so much was used. */
  const leftAfter = (end: number, at: number): number => {
    if (ahead === undefined) return figure;
    const share = Math.min(1, Math.max(0, (at + ahead.most - end * 1_000) / length));
    return Math.min(figure, figure - used * (1 - share));
  };
  return {
    kind: 'weighted counter',
    fraction: 0.999,
    arrange: (step) => byReset(step, RESET_JITTER_SECONDS),
    begin(step, prior) {
      announced = announcedBy(step);
      spare = prior + 2;
      used = admittedIn(step);
      refused = refusedIn(step);
    },
    pass(before, step): Passage {
      const rate = ((step.to - before.from) * (figure + refusedBefore)) / length;
      const now = announcedBy(step);
      const moved = now === undefined || announced === undefined ? undefined : now.reset - announced.reset;
      if (now === undefined || moved === undefined) {
        announced = now ?? announced;
        refused += refusedIn(step);
        return { fresh: false, back: rate, told: rate, spare: 0, hidden: 0 };
      }
      // A refusal may announce when the next place is back, beyond the end of the window.
      if (Math.abs(moved) <= 1 || (moved > 0 && moved < seconds - 1 && isRefused(step))) {
        used += admittedIn(step);
        refused += refusedIn(step);
        const others = Math.min(spare, rate + 1);
        return { fresh: false, back: 0, told: 0, spare: others, hidden: others };
      }
      const windows = Math.round(moved / seconds);
      const isNext = windows >= 1 && Math.abs(moved - windows * seconds) <= 1;
      const left = isNext && windows === 1 ? leftAfter(announced?.reset ?? 0, step.to) : figure;
      const stood = announced !== undefined && before.from - announced.to >= STOOD_MS;
      const contradiction = stood && !isNext ? movedBy(moved, announced, now) : undefined;
      announced = now;
      refusedBefore = refused;
      spare = figure + refusedBefore;
      used = admittedIn(step);
      refused = refusedIn(step);
      const fault = contradiction === undefined ? {} : { contradiction };
      // A Reset that moves otherwise is not the end of a clock's window: then only the rate is known.
      if (!isNext) return { fresh: false, back: rate, told: rate, spare: 0, hidden: 0, ...fault };
      return { fresh: true, back: 0, told: 0, spare, hidden: spare, left };
    },
    spend(needed) {
      spare -= needed;
      return true;
    },
  };
}

function admittedIn({ takes }: Step): number {
  return takes.filter(({ status }) => status >= 200 && status < 300).length;
}

function isRefused({ takes }: Step): boolean {
  return takes.every(({ refused }) => refused);
}

function refusedIn({ takes }: Step): number {
  return takes.filter(({ refused }) => refused).length;
}

/** A Reset that stood still for so long, in milliseconds, is the end of a window, not a span from now on. */
const STOOD_MS = 1_200;

/** An answer with a Reset. */
interface Announced {
  readonly reset: number;
  readonly to: number;
  readonly number: number;
}

/** A refusal speaks for the window only where nothing else does: it may announce when the next place is back. */
function announcedBy({ takes }: Step): Announced | undefined {
  const { reset, to, number } =
    takes.findLast((take) => tellsReset(take) && !take.refused) ?? takes.findLast(tellsReset) ?? {};
  return reset === undefined || to === undefined || number === undefined ? undefined : { reset, to, number };
}

function tellsReset({ reset }: Take): boolean {
  return reset !== undefined;
}

/** The clock's windows end at multiples of their length. */
function movedBy(seconds: number, from: Announced | undefined, to: Announced): Contradiction {
  return {
    rule: 'RATE-13',
    by: 'reset',
    shownBy: [...(from === undefined ? [] : [from.number]), to.number],
    says: `Reset stood still and then moved by ${spokenSeconds(seconds)}, which is not the end of a clock's window`,
  };
}
