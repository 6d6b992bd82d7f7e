/** Waits for a rate limit to renew that were not long enough. */
export interface WaitsInVain {
  /**
   * Tells how a wait ended.
   *
   * @param length - in milliseconds
   * @param remaining - what remained after the first response, where that was too little again; undefined where it was enough
   */
  end(length: number, remaining: number | undefined): void;
  /** How many there were in a row, and what remained after the last one; undefined while another wait may help. */
  over(): { readonly times: number; readonly remaining: number } | undefined;
}

/** With this many in a row the run stops: the service says the same, and it is not so. */
const MOST_IN_VAIN = 2;

/** Shorter waits, in windows, are those for a limit that gives back one request after the other. */
const SHORTEST = 0.5;

/** Counts the waits in vain of one caller. @param window - the minute window in milliseconds */
export function createWaitsInVain(window: number): WaitsInVain {
  let times = 0;
  let left = 0;
  return {
    end(length, remaining) {
      times = remaining !== undefined && length >= SHORTEST * window ? times + 1 : 0;
      left = remaining ?? 0;
    },
    over: () => (times < MOST_IN_VAIN ? undefined : { times, remaining: left }),
  };
}
