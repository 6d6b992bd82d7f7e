/** What the user of a load run demands beyond the rules: a percentile of the latency, or the share of errors, at most. */
export interface Objective {
  /** `p95`: a percentile; `errors`: requests without a documented answer. */
  readonly metric: `p${number}` | 'errors';
  /** Milliseconds, or per cent of the requests. */
  readonly most: number;
}
