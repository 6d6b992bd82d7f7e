import { setImmediate } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** A clock that stands still until it is advanced. */
export interface VirtualClock extends Clock {
  /** Does something at an instant, in the order of instants. */
  at(instant: number, act: () => void): void;
  /** Advances it to an instant, or as long as something is planned and `goesOn` says so. */
  run(until: number, goesOn?: () => boolean): Promise<void>;
}

/** Lets everything happen that needs no time to pass. */
const settle = () => setImmediate();

export function virtualClock(start: number): VirtualClock {
  let now = start;
  let order = 0;
  /** Sorted by instant, latest first. */
  const planned: { instant: number; order: number; act: () => void }[] = [];
  const plan = (instant: number, act: () => void) => {
    const entry = { instant: Math.max(now, instant), order: order++, act };
    let place = planned.length;
    while (place > 0) {
      const before = planned[place - 1];
      if (before === undefined || before.instant > entry.instant) break;
      place -= 1;
    }
    planned.splice(place, 0, entry);
  };
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        plan(now + milliseconds, resolve);
      }),
    at: plan,
    async run(until, goesOn = () => true) {
      await settle();
      for (;;) {
        const next = planned.at(-1);
        if (next === undefined || next.instant > until || !goesOn()) break;
        planned.pop();
        now = next.instant;
        next.act();
        await settle();
      }
      if (until !== Infinity) now = Math.max(now, until);
    },
  };
}
