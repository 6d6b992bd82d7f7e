/** A service as the Universal Scalability Law has it: N requests at a time give λN / (1 + σ(N − 1) + κN(N − 1)) responses a second. */
export interface Scalability {
  /** Responses a second that one request at a time gets. */
  readonly lambda: number;
  /** What is done one after the other, as a share (contention). */
  readonly sigma: number;
  /** What each has to settle with each other one (coherency). */
  readonly kappa: number;
  /** The most responses a second that it gives, and with how many requests at a time; without these where it only approaches the most. */
  readonly peak: number;
  readonly peakAt?: number;
  /** By how much the measured response times differ from the law's, at most; a share. */
  readonly error: number;
}
