import { operationNamed } from '../contract/operations.ts';
import { isAdmitted, lagOf, latencies, measuredOf, percentile } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import type { Objective } from '../evidence/objective.ts';
import { CALLERS } from './callers.ts';
import { changeOf, type Change } from './load-change.ts';
import { courseOf, type Course } from './load-course.ts';
import { lossesOf, type Losses } from './load-losses.ts';

/** What became of the requests that were meant for one window. */
interface WindowFigures {
  /** From 0. */
  readonly window: number;
  readonly caller: LoadSample['caller'];
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** Neither a documented answer nor 429: other statuses, and no answer at all. */
  readonly other: number;
  /** Between the first and the last one, in milliseconds. */
  readonly span: number;
  /** Latency of the admitted ones in milliseconds, from the instant at which each should have left; 0 where there is none. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** By how much the rate differs from the one that was asked for, in per cent; 0 where one request has no rate. */
  readonly rateError: number;
}

/** Percentiles of the latency in milliseconds, from the instant at which a request should have left. */
interface Latency {
  readonly of: string;
  /** Of a caller and its part of the run, where there are several. */
  readonly caller?: LoadSample['caller'];
  readonly part?: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

/** Whether an objective was kept. */
interface ObjectiveResult extends Objective {
  readonly measured: number;
  readonly isKept: boolean;
}

/** What may drift, with its unit. */
export const DRIFTING = { p50: 'ms', p95: 'ms', errors: '%' } as const;

/** How a figure of the last third of the windows differs from the first third. */
interface Drift extends Change {
  readonly of: keyof typeof DRIFTING;
}

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
  readonly drift: readonly Drift[];
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
  const sorted = latencies(good);
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
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
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
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
    most: sorted.at(-1) ?? 0,
  };
}

/** With fewer windows there is no first and no last third to speak of. */
const FEWEST_WINDOWS = 6;

/** How latency and errors changed over the windows of a run, by the first and the last third of them. */
function driftOf(windows: readonly WindowFigures[]): Drift[] {
  const own = windows.filter(({ caller }) => caller === 'primary');
  if (own.length < FEWEST_WINDOWS) return [];
  const third = Math.floor(own.length / 3);
  const [first, last] = [own.slice(0, third), own.slice(-third)];
  const drift = (of: Drift['of'], valueOf: (window: WindowFigures) => number): Drift => ({
    of,
    ...changeOf(first.map(valueOf), last.map(valueOf)),
  });
  return [
    drift('p50', ({ p50 }) => p50),
    drift('p95', ({ p95 }) => p95),
    drift('errors', ({ other, sent }) => (100 * other) / sent),
  ];
}
