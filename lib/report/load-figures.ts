import { operationNamed } from '../contract/operations.ts';
import { isAdmitted, lagOf, latencies, measuredOf, percentile } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import type { Objective } from '../evidence/objective.ts';
import type { LoadDocument } from '../shapes/load.ts';
import { changeOf } from './load-change.ts';
import { courseOf, type Course } from './load-course.ts';
import { lossesOf, type Losses } from './load-losses.ts';

/** What became of the requests that were meant for one window. */
type WindowFigures = LoadDocument['windows'][number];

/** Percentiles of the latency in milliseconds, from the instant at which a request should have left. */
type Latency = LoadDocument['latencies'][number] & {
  /** Of a caller and its part of the run, where there are several. */
  readonly caller?: LoadSample['caller'];
  readonly part?: string;
};

/** Whether an objective was kept. */
interface ObjectiveResult extends Objective {
  readonly measured: number;
  readonly isKept: boolean;
}

/** What may drift, with its unit. */
export const DRIFTING = { p50: 'ms', p95: 'ms', errors: '%' } as const;

/** What the samples of a run come to. */
export interface LoadFigures {
  readonly windows: readonly WindowFigures[];
  readonly latencies: readonly Latency[];
  readonly objectives: readonly ObjectiveResult[];
  /** By how much requests left later than they should have, in milliseconds: the 99th percentile. */
  readonly lag: number;
  /** What was asked for, sent, admitted and refused over the time of the run. */
  readonly course: Course;
  /** How the last third of the windows differs from the first; none where there are too few of them. */
  readonly drift: LoadDocument['drift'];
  /** What was neither admitted nor refused. */
  readonly losses: Losses;
}

/**
 * Counts windows and measures latencies. Requests that only look at the limit before a scenario begins do
 * not count, nor do those whose response was not read because the run ended.
 *
 * @param options - `drifts`: the windows are alike, so that later ones can be held against earlier ones
 */
export function figuresOf(
  samples: readonly LoadSample[],
  objectives: readonly Objective[],
  { drifts = true }: { readonly drifts?: boolean } = {},
): LoadFigures {
  const counted = samples.filter(({ window, isCutOff }) => window >= 0 && isCutOff !== true);
  const byWindow = Map.groupBy(counted, ({ window, caller }) => `${caller} ${window}`);
  const good = counted.filter(isAdmitted);
  const callers = Map.groupBy(good, ({ caller }) => caller);
  const groups = [
    ...Map.groupBy(good, ({ method, target }) => operationNamed(method, target) ?? 'other'),
    ...Map.groupBy(
      counted.filter((sample) => !isAdmitted(sample)),
      ({ status }) => (status === 0 ? 'no response' : `${status}`),
    ),
  ];
  const results = objectives.map((objective) => {
    const measured = measuredOf(objective, counted);
    return { ...objective, measured, isKept: measured <= objective.most };
  });
  const windows = [...byWindow.values()]
    .flatMap((group) => windowOf(group) ?? [])
    .toSorted((a, b) => a.window - b.window || a.caller.localeCompare(b.caller));
  return {
    windows,
    latencies: [
      ...groups.map(([of, group]) => latencyOf(of, group)),
      ...(callers.size > 1 ? [...callers].flatMap(([caller, group]) => latenciesOfParts(caller, group)) : []),
    ],
    objectives: results,
    lag: lagOf(counted),
    course: courseOf(counted),
    losses: lossesOf(samples),
    drift: drifts ? driftOf(windows) : [],
  };
}

function windowOf(group: readonly LoadSample[]): WindowFigures | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const left = group.map(({ from }) => from);
  const good = group.filter(isAdmitted);
  const admitted = good.length;
  const span = spanOf(left);
  const refused = group.filter(({ status }) => status === 429).length;
  return {
    window: first.window,
    caller: first.caller,
    sent: group.length,
    admitted,
    refused,
    other: group.length - admitted - refused,
    span,
    ...percentilesOf(latencies(good)),
    rateError: rateErrorOf(span, group),
  };
}

function spanOf(instants: readonly number[]): number {
  return instants.reduce((a, b) => Math.max(a, b)) - instants.reduce((a, b) => Math.min(a, b));
}

/** The same number of requests in another time is another rate, and so are fewer in the same time. */
function rateErrorOf(span: number, group: readonly LoadSample[]): number {
  const asked = spanOf(group.map(({ scheduled }) => scheduled));
  const skipped = group.map(({ skipped: instants = 0 }) => instants);
  const sent = (group.length - 1) / (group.length - 1 + spanOf(skipped));
  return span === 0 || asked === 0 ? 0 : 100 * Math.abs((sent * asked) / span - 1);
}

function latenciesOfParts(caller: LoadSample['caller'], own: readonly LoadSample[]): Latency[] {
  const parts = Map.groupBy(own, ({ scenario }) => scenario);
  return Array.from(parts, ([part, group]) => ({
    ...latencyOf(`${CALLERS[caller].name}, ${part}`, group),
    caller,
    part,
  }));
}

function latencyOf(of: string, group: readonly LoadSample[]): Latency {
  const sorted = latencies(group);
  return {
    of,
    count: group.length,
    ...percentilesOf(sorted),
    most: sorted.at(-1) ?? 0,
  };
}

/** The percentiles of sorted latencies that reports tell. */
export function percentilesOf(sorted: ArrayLike<number>): {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
} {
  return { p50: percentile(sorted, 50), p95: percentile(sorted, 95), p99: percentile(sorted, 99) };
}

/** With fewer windows there is no first and no last third to speak of. */
const FEWEST_WINDOWS = 6;

/** How latency and errors changed over the windows of a run, by the first and the last third of them. */
function driftOf(windows: readonly WindowFigures[]): LoadDocument['drift'] {
  const own = windows.filter(({ caller }) => caller === 'primary');
  if (own.length < FEWEST_WINDOWS) return [];
  const third = Math.floor(own.length / 3);
  const [first, last] = [own.slice(0, third), own.slice(-third)];
  const drift = (of: keyof typeof DRIFTING, valueOf: (window: WindowFigures) => number) => ({
    of,
    ...changeOf(first.map(valueOf), last.map(valueOf)),
  });
  return [
    drift('p50', ({ p50 }) => p50),
    drift('p95', ({ p95 }) => p95),
    drift('errors', ({ other, sent }) => (100 * other) / sent),
  ];
}

/**
 * What the steps of a breakpoint come to: each is a window and a part of the course. They count all requests, of which few are written
 * down.
 *
 * @param samples - those that were
 */
export function figuresOfSteps(steps: readonly LoadStep[], samples: readonly LoadSample[]): LoadFigures {
  return {
    windows: steps.map(({ rate, seconds, sent, admitted, refused, failed, unanswered, p50, p95, p99 }, window) => ({
      window,
      caller: 'primary',
      sent,
      admitted,
      refused,
      other: failed + unanswered,
      span: 1_000 * seconds,
      p50,
      p95,
      p99,
      rateError: 100 * Math.abs(sent / Math.max(1, Math.round(rate * seconds)) - 1),
    })),
    latencies: steps.map(({ rate, admitted, p50, p95, p99, most }) => ({
      of: `${rate.toFixed(1)}/s`,
      count: admitted,
      p50,
      p95,
      p99,
      most,
    })),
    objectives: [],
    lag: lagOf(samples.filter(({ window }) => window >= 0)),
    course: {
      partSeconds: Math.max(1, steps[0]?.seconds ?? 1),
      asked: steps.map(({ rate }) => rate),
      sent: steps.map(({ sent, seconds }) => sent / seconds),
      admitted: steps.map(({ admitted, seconds }) => admitted / seconds),
      refused: steps.map(({ refused, seconds }) => refused / seconds),
    },
    drift: [],
    losses: lossesOf(samples),
  };
}

/** How reports name a caller of a load. */
interface CallerNames {
  /** Of its requests, in a table. */
  readonly name: string;
  /** After the number of a window; the primary key's windows have none. */
  readonly note: string;
  /** The p95 of its latency, in a sentence. */
  readonly itsP95: string;
}

/** The names of all callers. */
export const CALLERS: Readonly<Record<LoadSample['caller'], CallerNames>> = {
  primary: { name: 'primary key', note: '', itsP95: "the primary key's p95" },
  second: { name: 'second key', note: ', second key', itsP95: "the second key's p95" },
  none: { name: 'without a key', note: ', without a key', itsP95: 'the p95 of the requests without a key' },
};
