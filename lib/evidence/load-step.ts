/** What a step of a staircase of rates sent, and its results. */
export interface LoadStep {
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Connections that were open. */
  readonly connections: number;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** Responses with any other status. */
  readonly failed: number;
  /** No response was received. */
  readonly unanswered: number;
  /** Could not be sent in time. */
  readonly dropped: number;
  /** Requests that were answered per second in the second half of the step: at the beginning the connections can absorb any rate. */
  readonly throughput: number;
  /** How long responses took on average, from the instant at which each request left, in milliseconds. */
  readonly response: number;
  /** Milliseconds, from the instant at which each request should have left. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
  /** Bytes that a response has on average. */
  readonly bytes: number;
  /** The load of this machine's processors during the step; absent where the system does not report it. */
  readonly processors?: ProcessorUse;
  /** How long the service said to wait, in seconds, which ended the step; absent where it did not. */
  readonly askedToWait?: number;
  /** Whether every objective was met, and the rate reached. */
  readonly kept: boolean;
  /** How sure that is, from 0.5 to 1. */
  readonly confidence: number;
  /** What was not met, in a clause each. */
  readonly because: readonly string[];
}

/** How much of all processors was busy, from 0 to 1. */
export interface ProcessorUse {
  readonly machine: number;
  /** By k6 alone; absent where the system does not report it. */
  readonly generator?: number;
}
