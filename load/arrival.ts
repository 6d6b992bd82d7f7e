import type { ConstantArrivalRateScenario } from 'k6/options';
import { connections, perMinute, windowSeconds } from './settings.ts';

/** The share of a window in which its requests leave: the rest is for clocks that differ. */
const SPAN = windowSeconds >= 30 ? 0.8 : 0.5;

/**
 * From one window to the next, in seconds: a little more than the window, so that a log which slides with the requests never
 * holds more than the figure. Requests that repeat in this period are never more than the figure in any window's length.
 */
export const PERIOD_SECONDS = windowSeconds + Math.max(windowSeconds / 60, 0.25);

/** The time in which the requests of one window leave, in milliseconds. */
export const spanMs = Math.round(windowSeconds * SPAN * 1_000);

/** Between two requests of a window, in milliseconds. */
export const tickMs = spanMs / perMinute;

/**
 * The scenario that sends exactly `count` requests evenly over one span. The duration ends half a tick early: k6 would
 * otherwise race for one request more at its end.
 *
 * @param window - from 0
 */
export function evenly(window: number, count: number, exec: string): ConstantArrivalRateScenario {
  return {
    executor: 'constant-arrival-rate',
    exec,
    startTime: `${Math.round(window * PERIOD_SECONDS * 1_000)}ms`,
    rate: count,
    timeUnit: `${spanMs}ms`,
    duration: `${Math.round(spanMs - spanMs / count / 2)}ms`,
    preAllocatedVUs: connections,
    maxVUs: connections,
    gracefulStop: '10s',
    env: { WINDOW: `${window}` },
  };
}

/** When the nth request of a scenario should have left, in milliseconds since 1970. */
export function scheduledAt(startTime: number, nth: number, tick: number): number {
  return startTime + nth * tick;
}
