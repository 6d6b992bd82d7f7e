import {
  BEYOND_AT_ONCE,
  gentleCount,
  MOST_LOOKS,
  MOST_REFUSED,
  MOST_REFUSED_LOOKS,
  MOST_REFUSED_STEPS,
  MOST_WAITS,
  mostOfDay,
  periodSeconds,
  SECOND_CONNECTIONS,
  sharedCount,
} from '../contract/load-course.ts';
import { UsageError } from '../errors.ts';
import { nearName } from '../targets/near-name.ts';
import type { RuleId } from '../rules/index.ts';
import { MOST_STEPS_AGAIN, MOST_STEPS_ALONE } from './bottleneck.ts';
import { MOST_STEPS } from './staircase.ts';

/** The questions that a load run may ask. */
export const SCENARIO_NAMES = ['ceiling', 'overshoot', 'burst', 'isolation', 'daily', 'soak', 'breakpoint'] as const;

/** One of them: the name of a script in load/. */
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** What a scenario is made for, in one line, and the rules that its traffic shows. */
interface Scenario {
  readonly asks: string;
  readonly rules: readonly RuleId[];
}

/** Rules that any traffic shows. */
const ALWAYS = ['RATE-1', 'RATE-2', 'RATE-3', 'RATE-4', 'RATE-6'] as const;

/** Rules that a scenario does not ask about, but which its traffic may show violated; what a service does beyond its capacity is no rule. */
export function besidesOf(scenario: ScenarioName): readonly RuleId[] {
  if (scenario === 'breakpoint') return ['AUTH-3'];
  const always: readonly RuleId[] = ['AUTH-3', 'ERR-3'];
  if (scenario === 'burst') return [...always, 'RATE-4'];
  return scenario === 'isolation' ? [...always, 'AUTH-1', 'AUTH-7'] : always;
}

/** The rules that a run of a scenario asks about: without a second caller's key nothing shows that limits are per key. */
export function asksOf(scenario: ScenarioName, isAnonymous: boolean): readonly RuleId[] {
  const { rules } = SCENARIOS[scenario];
  return isAnonymous ? rules.filter((id) => id !== 'RATE-10') : rules;
}

/** The scenarios by name. */
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  ceiling: { asks: 'the whole rate limit in every window: is all of it admitted?', rules: [...ALWAYS, 'RATE-12'] },
  overshoot: {
    asks: 'three requests over the limit: are they refused, and admitted again after Retry-After?',
    rules: [...ALWAYS, 'RATE-5', 'RATE-7', 'RATE-8', 'RATE-9', 'RATE-12', 'RATE-13'],
  },
  burst: {
    asks: 'the rate limit and two more at once: is the limiter atomic?',
    // At once, so that no order of the answers tells how Remaining went down.
    rules: ['RATE-1', 'RATE-2', 'RATE-3', 'RATE-5', 'RATE-6', 'RATE-7', 'RATE-12'],
  },
  isolation: {
    asks: 'one key over its limit, another at a gentle pace: are rate limits per key?',
    rules: [...ALWAYS, 'RATE-5', 'RATE-7', 'RATE-10', 'RATE-12'],
  },
  daily: {
    asks: 'the whole daily quota at the rate of the minute: is it enforced?',
    rules: ['RATE-1', 'RATE-2', 'RATE-3', 'RATE-6', 'RATE-7', 'RATE-11'],
  },
  soak: {
    asks: 'a share of the rate limit for hours: are latency, errors and headers stable?',
    rules: [...ALWAYS, 'RATE-12'],
  },
  breakpoint: {
    asks: 'rising rates: which is the highest that meets the objectives?',
    rules: ['RATE-1', 'RATE-2', 'RATE-3'],
  },
};

/** The figures that a scenario goes by. */
export interface LoadFigures {
  readonly perMinute: number;
  /** Unknown: nothing is said of the day. */
  readonly perDay?: number;
  /** The minute's length in seconds. */
  readonly windowSeconds: number;
  readonly windows: number;
  /** Of a soak: the share of the figure that it sends. */
  readonly share: number;
  /** Of a breakpoint: how long a step takes, in seconds. */
  readonly stepSeconds: number;
  /** At a time, at most. */
  readonly connections: number;
}

/** What a scenario is going to send. */
export interface LoadEstimate {
  /** With the key, at most; a few of them look at the limit before it begins. */
  readonly requests: number;
  /** With the second key. */
  readonly ofSecond: number;
  /** Refusals that it provokes where the service has the limit that it is told. */
  readonly refusals: number;
  /**
   * Refusals that there can be whatever the service does, and whoever else uses the key: where a scenario ends at a refusal, each
   * connection may have one on its way then. Those before it begins are among them.
   */
  readonly mostRefusals: number;
  /** At most. */
  readonly seconds: number;
}

/** Estimates a scenario before anything is sent. */
export function estimate(scenario: ScenarioName, figures: LoadFigures): LoadEstimate {
  const { requests, ofSecond = 0, refusals = 0, mostRefusals, seconds } = ESTIMATES[scenario](figures);
  return {
    requests: requests + MOST_LOOKS,
    ofSecond,
    refusals,
    mostRefusals: mostRefusals + MOST_REFUSED_LOOKS,
    seconds: figures.windowSeconds + 2 + seconds,
  };
}

type Estimate = Pick<LoadEstimate, 'requests' | 'seconds' | 'mostRefusals'> & Partial<LoadEstimate>;

/** Without the looks at the limit and the wait for a whole window, with which every scenario begins. */
const ESTIMATES: Readonly<Record<ScenarioName, (figures: LoadFigures) => Estimate>> = {
  ceiling: ({ perMinute, windowSeconds, windows, connections }) => ({
    requests: windows * perMinute,
    mostRefusals: connections,
    seconds: windows * periodSeconds(windowSeconds),
  }),
  overshoot: ({ perMinute, windowSeconds }) => ({
    requests: perMinute + MOST_REFUSED + MOST_WAITS,
    refusals: MOST_REFUSED,
    mostRefusals: MOST_REFUSED + MOST_WAITS,
    seconds: 2 * windowSeconds,
  }),
  burst: ({ perMinute, connections }) => ({
    requests: perMinute + BEYOND_AT_ONCE,
    refusals: BEYOND_AT_ONCE,
    // Each connection stops at its own first one.
    mostRefusals: connections,
    seconds: 10,
  }),
  isolation: ({ perMinute, windowSeconds }) => ({
    requests: perMinute + MOST_REFUSED,
    ofSecond: 2 * gentleCount(perMinute),
    refusals: MOST_REFUSED,
    mostRefusals: MOST_REFUSED + 2 * SECOND_CONNECTIONS,
    seconds: windowSeconds,
  }),
  daily: ({ perMinute, perDay = 0, windowSeconds }) => ({
    requests: mostOfDay(perDay),
    refusals: 1,
    mostRefusals: MOST_REFUSED,
    seconds: (mostOfDay(perDay) / perMinute + 2 * MOST_REFUSED) * periodSeconds(windowSeconds),
  }),
  soak: ({ perMinute, windowSeconds, windows, share, connections }) => ({
    mostRefusals: connections,
    requests: windows * sharedCount(perMinute, share),
    seconds: windows * windowSeconds,
  }),
  breakpoint: ({ perMinute, windowSeconds, stepSeconds, connections }) => ({
    requests: Math.ceil((perMinute / windowSeconds) * stepSeconds * FULL_STEPS),
    mostRefusals: MOST_REFUSED_STEPS * (connections + MOST_REFUSED_LOOKS),
    seconds: (stepSeconds + STEP_PAUSE_SECONDS) * (MOST_STEPS + MOST_STEPS_ALONE + MOST_STEPS_AGAIN),
  }),
};

/** All steps of a breakpoint together send at most as much as this many at the ceiling: rates rise by doubling, and it ends there. */
const FULL_STEPS = 15;

/** Between two steps of a breakpoint: k6 starts anew, and what was asked for last is let go. */
const STEP_PAUSE_SECONDS = 5;

/**
 * Reads the name of a scenario.
 *
 * @throws {UsageError} when there is none of that name
 */
export function scenarioNamed(name: string): ScenarioName {
  const found = SCENARIO_NAMES.find((one) => one === name);
  if (found === undefined) {
    const near = nearName(name, SCENARIO_NAMES);
    const meant = near === undefined ? '' : `did you mean ${near}? `;
    throw new UsageError(
      `there is no scenario ${JSON.stringify(name)}`,
      `${meant}the scenarios are ${SCENARIO_NAMES.join(', ')}`,
    );
  }
  return found;
}
