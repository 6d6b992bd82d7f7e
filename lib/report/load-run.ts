import type { LoadFigures } from './load-figures.ts';
import type { RunReport } from './run-report.ts';

/** All that a renderer is given of a load run, besides what it shares with every run. */
export interface LoadReport extends RunReport {
  readonly scenario: string;
  /** The scenario's question, in one line. */
  readonly asks: string;
  readonly figures: LoadFigures;
  /** Requests that could not be started in time: the asked rate was not reached. */
  readonly dropped: number;
  /** k6's. */
  readonly k6: string;
}

/** What a load run comes to besides its verdicts, where it is not what was asked for; a sentence each. */
export function shortfalls({ figures, dropped }: Pick<LoadReport, 'figures' | 'dropped'>): string[] {
  const other = figures.windows.reduce((sum, window) => sum + window.other, 0);
  const broken = figures.objectives.filter(({ isKept }) => !isKept);
  return [
    ...(dropped === 0
      ? []
      : [`${dropped} requests could not be sent in time, so the asked rate was not reached: give more --connections`]),
    ...(other === 0 ? [] : [`${other} requests got neither a documented answer nor 429`]),
    ...broken.map(({ metric, most, measured }) =>
      metric === 'errors'
        ? `errors are ${measured.toFixed(2)} % of the requests; the objective is ${most} % at most`
        : `the ${metric} of the latency is ${measured.toFixed(1)} ms; the objective is ${most} ms at most`,
    ),
  ];
}
