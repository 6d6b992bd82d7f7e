/** A service as the Universal Scalability Law has it: N requests at a time give λN / (1 + σ(N − 1) + κN(N − 1)) responses a second. */
export interface Scalability {
  /** Responses per second with one request at a time. */
  readonly lambda: number;
  /** The share of the work that is done serially (contention). */
  readonly sigma: number;
  /** The cost of coordination between each pair (coherency). */
  readonly kappa: number;
  /** The most responses per second, and with how many requests at a time; without these where the maximum is only approached. */
  readonly peak: number;
  readonly peakAt?: number;
  /** By how much the measured response times differ from the law's, at most; a share. */
  readonly error: number;
}
