/** What ended a staircase of rates, and the evidence for it. */
export interface Bottleneck {
  /** `rate-limit`: that of the key, whatever the service could do beyond it. */
  readonly is: 'service' | 'generator' | 'rate-limit' | 'undecided';
  /** What shows it, in a clause. */
  readonly says: string;
  /** With a server on the same machine that does nothing: the highest rate per second that was sustained, and the lowest that was not. */
  readonly generator: { readonly kept?: number; readonly broken?: number };
}
