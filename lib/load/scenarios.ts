import { UsageError } from '../errors.ts';
import type { RuleId } from '../rules/index.ts';

/** The questions that a load run may ask. */
export const SCENARIO_NAMES = ['ceiling', 'overshoot', 'burst', 'isolation'] as const;

/** One of them: the name of a script in load/. */
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** What a scenario is made for, in one line, and the rules that its traffic shows. */
interface Scenario {
  readonly asks: string;
  readonly rules: readonly RuleId[];
}

/** Rules that any traffic shows. */
const ALWAYS = ['RATE-1', 'RATE-2', 'RATE-3', 'RATE-4', 'RATE-6'] as const;

/** Rules that no scenario asks about, but which its traffic may show violated. */
export const BESIDES: readonly RuleId[] = ['AUTH-3', 'ERR-3'];

/** The scenarios by name. */
export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  ceiling: { asks: 'the whole figure in every window: is all of it admitted?', rules: [...ALWAYS, 'RATE-12'] },
  overshoot: {
    asks: 'the figure and three requests more: are they refused, and is it over after Retry-After?',
    rules: [...ALWAYS, 'RATE-5', 'RATE-7', 'RATE-8', 'RATE-9', 'RATE-12', 'RATE-13'],
  },
  burst: {
    asks: 'the figure and two more at once: is the limiter atomic?',
    // At once, so that no order of the answers tells how Remaining went down.
    rules: ['RATE-1', 'RATE-2', 'RATE-3', 'RATE-5', 'RATE-7', 'RATE-12'],
  },
  isolation: {
    asks: 'one key beyond its figure, another at a gentle pace: do they leave each other alone?',
    rules: [...ALWAYS, 'RATE-5', 'RATE-7', 'RATE-10', 'RATE-12'],
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
}

/** What a scenario is going to send. */
export interface LoadEstimate {
  /** With the key, at most; a few of them look at the limit before it begins. */
  readonly requests: number;
  /** With the second key. */
  readonly ofSecond: number;
  /** Refusals that it provokes, at most. */
  readonly refusals: number;
  readonly seconds: number;
}

/** Looks at the limit before a scenario begins. */
const LOOKS = 3;

/** Estimates a scenario before anything is sent. */
export function estimate(scenario: ScenarioName, figures: LoadFigures): LoadEstimate {
  const { requests, ofSecond = 0, refusals = 0, seconds } = ESTIMATES[scenario](figures);
  return { requests: requests + LOOKS, ofSecond, refusals, seconds: figures.windowSeconds + 2 + seconds };
}

type Estimate = Pick<LoadEstimate, 'requests' | 'seconds'> & Partial<LoadEstimate>;

/** Without the looks at the limit and the wait for a whole window, with which every scenario begins. */
const ESTIMATES: Readonly<Record<ScenarioName, (figures: LoadFigures) => Estimate>> = {
  ceiling: ({ perMinute, windowSeconds, windows }) => ({
    requests: windows * perMinute,
    seconds: windows * (windowSeconds + Math.max(windowSeconds / 60, 0.25)),
  }),
  overshoot: ({ perMinute, windowSeconds }) => ({
    requests: perMinute + 5,
    refusals: 4,
    seconds: 2 * windowSeconds,
  }),
  burst: ({ perMinute }) => ({ requests: perMinute + 2, refusals: 2, seconds: 10 }),
  isolation: ({ perMinute, windowSeconds }) => ({
    requests: perMinute + 3,
    ofSecond: 2 * Math.max(4, Math.floor(Math.min(perMinute, 60) / 3)),
    refusals: 3,
    seconds: windowSeconds,
  }),
};

/**
 * Reads the name of a scenario.
 *
 * @throws {UsageError} when there is none of that name
 */
export function scenarioNamed(name: string): ScenarioName {
  const found = SCENARIO_NAMES.find((one) => one === name);
  if (found === undefined)
    throw new UsageError(`there is no scenario ${JSON.stringify(name)}`, `it is one of ${SCENARIO_NAMES.join(', ')}`);
  return found;
}
