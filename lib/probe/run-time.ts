import { TimeSpentError, type HarnessError } from '../errors.ts';

/** What decides how long a run may take. */
export interface TimeWish {
  /** As long as the user allows, in seconds; by the requests when absent. */
  readonly maxTime?: number | undefined;
  /** Requests that the run means to send at most. */
  readonly planned: number;
  /** How many of them leave within a window: as many as the limit has, or as the service answers; undefined while unknown. */
  readonly perWindow: number | undefined;
  /** The window of the rate limit, in milliseconds. */
  readonly window: number;
  /** The limit of the minute is left alone. */
  readonly isQuick: boolean;
}

/** Windows that a run has beyond those that its requests take, and at least: the burst waits for one of its own. */
const BEYOND = 1;
const LEAST = { quick: 2, usual: 3 };

/** A test installation's minute is short, and the machine that it is on no quicker. */
const SHORTEST_WINDOW_MS = 60_000;

/**
 * How long a run takes by the windows that its requests need, and how long it may take: one window more, and about three in all unless it is
 * a slow or a large one. In milliseconds.
 */
export function longestRun({ maxTime, planned, perWindow = Infinity, window, isQuick }: TimeWish): {
  readonly about: number;
  readonly longest: number;
} {
  const length = Math.max(window, SHORTEST_WINDOW_MS);
  const windows = Math.max(isQuick ? LEAST.quick : LEAST.usual, Math.ceil(planned / Math.max(1, perWindow)) + BEYOND);
  return { about: (windows - BEYOND) * length, longest: maxTime === undefined ? windows * length : maxTime * 1_000 };
}

/** Of a run that waits for one window only: as much longer, in milliseconds, as the guards of a wait make it. */
const WAIT_SLACK_MS = 5_000;

/** Bounds in which a run waits; instants and times in milliseconds. */
export interface WaitBounds {
  readonly startedAt: number;
  readonly longest: number;
  /** The user gave it. */
  readonly isGiven: boolean;
  /** The window, where the run waits for one only. */
  readonly onlyWindow?: number | undefined;
}

/**
 * Why a run does not wait until an instant, so that it ends now: nothing would be left of its time then.
 *
 * @param now - before the wait
 * @param waited - so far
 */
export function refuseWait(until: number, now: number, waited: number, bounds: WaitBounds): HarnessError | undefined {
  const { startedAt, longest, onlyWindow, isGiven } = bounds;
  if (until >= startedAt + longest) return new TimeSpentError(longest, isGiven);
  if (onlyWindow === undefined || waited === 0 || waited + until - now <= onlyWindow + WAIT_SLACK_MS) return undefined;
  return new TimeSpentError(onlyWindow, false, 'it does not use up the rate limit, and waits for one window at most');
}
