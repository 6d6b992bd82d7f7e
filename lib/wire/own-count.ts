/** What one caller sent recently, counted here. Instants in milliseconds since 1970. */
export interface OwnCount {
  /** Counts a request that has ended at an instant. */
  add(at: number): void;
  /** How many requests may leave without exceeding any kind of limiter with this figure; may be negative. */
  left(figure: number, inFlight: number, now: number): number;
  /** The first instant from now on at which one request may leave; undefined when the requests on their way fill the window. */
  opensAt(figure: number, inFlight: number, now: number): number | undefined;
}

/** Slots of a window: requests of one slot are counted together, at its end. */
const SLOTS = 240;

/** How much longer than the window a request counts, at most: whole seconds in the service's log. */
const LONGEST_GUARD_MS = 1_000;

/** The same as a share of the window, for short windows. */
const GUARD_SHARE = 1 / 50;

/** The precision of the search for the next opening, in milliseconds. */
const SEARCH_STEP_MS = 1;

/** Tolerates rounding in a sum of fractions. */
const ROUNDING = 1e-6;

/**
 * Counts requests such that every kind of limiter admits the next one: a sliding log, a window that is fixed or aligned
 * wherever it may begin, a bucket of the figure's size, and the weighted counter of two windows, wherever these may begin.
 * The last one is the strictest: a full window sent at once is forgotten gradually.
 *
 * @param window - its length in milliseconds
 */
export function createOwnCount(window: number): OwnCount {
  const slotLength = window / SLOTS;
  const guard = Math.min(LONGEST_GUARD_MS, window * GUARD_SHARE);
  /** Newest last; `end` is when the requests of the slot are taken to have been counted by the service. */
  const slots: { readonly end: number; count: number }[] = [];

  const prune = (now: number) => {
    let old = 0;
    while ((slots[old]?.end ?? now) <= now - 2 * window) old += 1;
    if (old > 0) slots.splice(0, old);
  };

  /**
   * The most that a weighted counter can have counted: all of its current window and a share of the one before. It is
   * largest where a request has just moved into one of the two, so only these positions are examined. A counter whose current
   * window has just begun counts what a sliding log counts.
   */
  const used = (now: number): number => {
    const ages = slots.map(({ end }) => Math.max(0, now - end) / window).toReversed();
    const counts = slots.map(({ count }) => count).toReversed();
    let most = 0;
    for (const shift of [0, 1]) {
      let present = 0;
      let nextPresent = 0;
      let both = 0;
      let nextBoth = 0;
      for (const age of shift === 0 ? [0, ...ages] : ages) {
        const elapsed = age - shift;
        if (elapsed < 0 || elapsed >= 1) continue;
        while ((ages[nextPresent] ?? Infinity) <= elapsed) present += counts[nextPresent++] ?? 0;
        while ((ages[nextBoth] ?? Infinity) <= elapsed + 1) both += counts[nextBoth++] ?? 0;
        most = Math.max(most, present + (1 - elapsed) * (both - present));
      }
    }
    return most;
  };

  const left = (figure: number, inFlight: number, now: number) => Math.floor(figure - used(now) + ROUNDING) - inFlight;

  return {
    add(at) {
      const end = Math.ceil((at + guard) / slotLength) * slotLength;
      const last = slots.at(-1);
      if (last !== undefined && last.end >= end) last.count += 1;
      else slots.push({ end, count: 1 });
      prune(at);
    },
    left(figure, inFlight, now) {
      prune(now);
      return left(figure, inFlight, now);
    },
    opensAt(figure, inFlight, now) {
      if (figure - inFlight < 1) return undefined;
      if (left(figure, inFlight, now) >= 1) return now;
      let shut = now;
      let open = now + 2 * window + guard + slotLength;
      while (open - shut > SEARCH_STEP_MS) {
        const middle = (shut + open) / 2;
        if (left(figure, inFlight, middle) >= 1) open = middle;
        else shut = middle;
      }
      return open;
    },
  };
}
