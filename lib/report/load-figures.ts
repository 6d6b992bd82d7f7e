import type { LoadSample } from '../evidence/load-samples.ts';
import type { Objective } from '../evidence/objective.ts';

/** What became of the requests that were meant for one window. */
interface WindowFigures {
  /** From 0. */
  readonly window: number;
  readonly caller: 'primary' | 'second';
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** Neither a documented answer nor 429: other statuses, and no answer at all. */
  readonly other: number;
  /** Between the first and the last one, in milliseconds. */
  readonly span: number;
}

/** Percentiles of the latency in milliseconds, from the instant at which a request should have left. */
interface Latency {
  readonly of: string;
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

/** What the samples of a run come to. */
export interface LoadFigures {
  readonly windows: readonly WindowFigures[];
  readonly latencies: readonly Latency[];
  readonly objectives: readonly ObjectiveResult[];
  /** By how much requests left later than they should have, in milliseconds: the 99th percentile. */
  readonly lag: number;
}

/** Answers that are documented for the requests of the scenarios: an id may be unknown to the second caller. */
const DOCUMENTED = [200, 201, 404];

/** Counts windows and measures latencies. Requests that only look at the limit before a scenario begins do not count. */
export function figuresOf(samples: readonly LoadSample[], objectives: readonly Objective[]): LoadFigures {
  const counted = samples.filter(({ window }) => window >= 0);
  const byWindow = Map.groupBy(counted, ({ window, caller }) => `${caller} ${window}`);
  const good = counted.filter(isAdmitted);
  const groups = [
    ...Map.groupBy(good, ({ method, target }) => operationOf(method, target)),
    ...Map.groupBy(
      counted.filter((sample) => !isAdmitted(sample)),
      ({ status }) => (status === 0 ? 'no answer' : `${status}`),
    ),
    ...(new Set(good.map(({ caller }) => caller)).size > 1
      ? Map.groupBy(good, ({ caller, scenario }) => `${caller} key, ${scenario}`)
      : []),
  ];
  const results = objectives.map((objective) => resultOf(objective, counted, good));
  return {
    windows: [...byWindow.values()]
      .flatMap((group) => windowOf(group) ?? [])
      .toSorted((a, b) => a.window - b.window || a.caller.localeCompare(b.caller)),
    latencies: groups.map(([of, group]) => latencyOf(of, group)),
    objectives: results,
    lag: percentile(
      counted.map(({ from, scheduled }) => Math.max(0, from - scheduled)).toSorted((a, b) => a - b),
      99,
    ),
  };
}

/** Whether a request got a documented answer. */
export function isAdmitted({ status }: Pick<LoadSample, 'status'>): boolean {
  return DOCUMENTED.includes(status);
}

function operationOf(method: string, target: string): string {
  if (method === 'POST') return 'createPet';
  return /^\/pets\/[^?]/.test(target) ? 'getPet' : 'listPets';
}

function windowOf(group: readonly LoadSample[]): WindowFigures | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const left = group.map(({ from }) => from);
  const admitted = group.filter(isAdmitted).length;
  const refused = group.filter(({ status }) => status === 429).length;
  return {
    window: first.window,
    caller: first.caller,
    sent: group.length,
    admitted,
    refused,
    other: group.length - admitted - refused,
    span: left.reduce((a, b) => Math.max(a, b)) - left.reduce((a, b) => Math.min(a, b)),
  };
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

/** From the scheduled instant on: waiting for a connection or a free worker is the caller's waiting, too. */
function latencies(group: readonly LoadSample[]): number[] {
  return group
    .map(({ scheduled, from, duration }) => Math.max(0, from - scheduled) + duration)
    .toSorted((a, b) => a - b);
}

/** The nearest rank of sorted values, for a share in per cent: a value that was measured. 0 where nothing was. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)] ?? 0;
}

function resultOf(objective: Objective, all: readonly LoadSample[], good: readonly LoadSample[]): ObjectiveResult {
  const failed = all.filter((sample) => !isAdmitted(sample) && sample.status !== 429).length;
  const measured =
    objective.metric === 'errors'
      ? (100 * failed) / Math.max(1, all.length)
      : percentile(latencies(good), Number(objective.metric.slice(1)));
  return { ...objective, measured, isKept: measured <= objective.most };
}
