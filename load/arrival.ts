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
 * A scenario that sends a fixed number of requests evenly over a period, and never more. Its duration ends half a tick early: k6 would otherwise
 * race for one request more at its end. It does so all the same where the machine stands still there; see {@link arrived}.
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
    env: { TICK_MS: `${arrivals.spanMs / count}`, COUNT: `${count}`, ...env },
  };
}

/**
 * The number of this request in its scenario, from 0, and when it should have left. The number counts what was started: after a skipped
 * instant the schedule is ahead of it, which petvet makes good when it reads the samples. Undefined where k6 has started one too many:
 * nothing is to be sent for it.
 */
export function arrived(): ({ readonly nth: number } & Required<Pick<Place, 'scheduled' | 'period'>>) | undefined {
  const { iterationInTest, startTime } = exec.scenario;
  if (iterationInTest >= Number(__ENV['COUNT'])) return undefined;
  const period = Number(__ENV['TICK_MS']);
  return { nth: iterationInTest, scheduled: startTime + iterationInTest * period, period };
}
