import type { LoadStep } from '../evidence/load-step.ts';
import type { LoadFigures } from './load-figures.ts';
import type { RunReport } from './run-report.ts';

/** All that a renderer is given of a load run, besides what it shares with every run. */
export interface LoadReport extends RunReport {
  readonly scenario: string;
  /** The scenario's question, in one line. */
  readonly asks: string;
  readonly figures: LoadFigures;
  /** Of a breakpoint: the highest rate that kept the objectives, in requests a second. */
  readonly knee?: number;
  /** Requests that could not be started in time: the asked rate was not reached. */
  readonly dropped: number;
  /** Of a breakpoint, in the order in which they were taken. */
  readonly steps: readonly LoadStep[];
  /** k6's. */
  readonly k6: string;
}

/**
 * What a load run comes to besides its verdicts, where it is not what was asked for; a sentence each.
 *
 * @param slowdown - of isolation: so many times as slow as alone the second key may be beside the first
 */
export function shortfallsOf(
  { figures, dropped, steps, knee }: Pick<LoadReport, 'figures' | 'dropped' | 'steps' | 'knee'>,
  slowdown?: number,
): string[] {
  // A staircase ends where objectives break: only one that never kept them falls short.
  if (steps.length > 0) return knee === undefined ? ['no rate kept the objectives'] : [];
  const other = figures.windows.reduce((sum, window) => sum + window.other, 0);
  const broken = figures.objectives.filter(({ isKept }) => !isKept);
  return [
    ...(dropped === 0
      ? []
      : [`${dropped} requests could not be sent in time, so the asked rate was not reached: give more --connections`]),
    ...(other === 0 ? [] : [`${other} requests got neither a documented answer nor 429`]),
    ...slowedDown(figures, slowdown),
    ...broken.map(({ metric, most, measured }) =>
      metric === 'errors'
        ? `errors are ${measured.toFixed(2)} % of the requests; the objective is ${most} % at most`
        : `the ${metric} of the latency is ${measured.toFixed(1)} ms; the objective is ${most} ms at most`,
    ),
  ];
}

/** What a difference of milliseconds must be, besides its factor: less is the noise of any machine. */
const NOISE_MS = 5;

function slowedDown({ latencies }: LoadFigures, slowdown: number | undefined): string[] {
  const [alone, together] = ['alone', 'together'].map((part) =>
    latencies.find(({ of }) => of === `second key, ${part}`),
  );
  if (slowdown === undefined || alone === undefined || together === undefined) return [];
  if (together.p95 <= Math.max(alone.p95 * slowdown, alone.p95 + NOISE_MS)) return [];
  const [was, is] = [alone.p95.toFixed(1), together.p95.toFixed(1)];
  return [
    `the second key's p95 is ${is} ms beside the first, and ${was} ms alone: more than ${slowdown} times as slow`,
  ];
}
