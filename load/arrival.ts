import exec from 'k6/execution';
import type { ConstantArrivalRateScenario } from 'k6/options';
import type { Place } from './ask.ts';
import { connections, perMinute, windowSeconds } from './settings.ts';

/** The share of a window in which its requests leave: the rest is for clocks that differ. */
const SPAN = windowSeconds >= 30 ? 0.8 : 0.5;

/** The time in which the requests of one window leave, in milliseconds. */
export const spanMs = Math.round(windowSeconds * SPAN * 1_000);

/** Between two requests of a window that is filled, in milliseconds. */
export const tickMs = spanMs / perMinute;

/** Requests that leave evenly. */
interface Arrivals {
  /** The name of the function that sends one. */
  readonly exec: string;
  readonly count: number;
  /** The time in which they leave, and when it begins, in milliseconds. */
  readonly spanMs: number;
  readonly startMs: number;
  readonly connections?: number;
  /** For the function, besides COUNT and SPAN_MS. */
  readonly env?: Record<string, string>;
}

/**
 * The scenario that sends exactly so many requests evenly over a time. Its duration ends half a tick early: k6 would otherwise
 * race for one request more at its end.
 */
export function evenly(arrivals: Arrivals): ConstantArrivalRateScenario {
  const { exec: name, count, startMs, env } = arrivals;
  const vus = arrivals.connections ?? connections;
  return {
    executor: 'constant-arrival-rate',
    exec: name,
    startTime: `${Math.round(startMs)}ms`,
    rate: count,
    timeUnit: `${arrivals.spanMs}ms`,
    duration: `${Math.round(arrivals.spanMs - arrivals.spanMs / count / 2)}ms`,
    preAllocatedVUs: vus,
    maxVUs: vus,
    gracefulStop: '10s',
    env: { TICK_MS: `${arrivals.spanMs / count}`, ...env },
  };
}

/** The number of this request in its scenario, from 0, and when it should have left. */
export function arrived(): { readonly nth: number } & Required<Pick<Place, 'scheduled'>> {
  const { iterationInTest, startTime } = exec.scenario;
  return { nth: iterationInTest, scheduled: startTime + iterationInTest * Number(__ENV['TICK_MS']) };
}
