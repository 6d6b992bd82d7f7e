/** What two load runs are compared by. */
export const COMPARED = ['p50', 'p95', 'p99', 'errors'] as const;

/** One of them: a percentile of the latency, or the share of requests without a good answer. */
export type Compared = (typeof COMPARED)[number];

/** By how much a figure may be worse than before. */
export interface RegressionLimit {
  readonly of: Compared;
  /** Per cent of what it was; of errors, points of per cent. */
  readonly most: number;
}

/** The fewest values on each side of a change: one or two outliers are no change. */
export const FEWEST_ON_A_SIDE = 5;
