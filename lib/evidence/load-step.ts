/** What a step of a staircase of rates sent, and what came of it. */
export interface LoadStep {
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** Could not be sent in time. */
  readonly dropped: number;
  /** Milliseconds, from the instant at which each request should have left. */
  readonly p95: number;
  /** Whether every objective was kept, and the rate reached. */
  readonly kept: boolean;
  /** What was not kept, in a clause each. */
  readonly because: readonly string[];
}
