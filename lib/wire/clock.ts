import { setTimeout as delay } from 'node:timers/promises';

/** The time and the waiting of a run; a test gives its own. */
export interface Clock {
  /** Milliseconds since 1970 with fractions. Never goes backwards while the process lives. */
  now(): number;
  /** Waits the given number of milliseconds; ends early, without an error, when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  async sleep(milliseconds, signal) {
    try {
      await delay(Math.max(0, milliseconds), undefined, { signal });
    } catch {
      // Aborted: the caller checks the signal.
    }
  },
};
