/** Which side ended a staircase of rates, and the evidence for it. */
export interface Bottleneck {
  readonly is: 'service' | 'generator' | 'undecided';
  /** What shows it, in a clause. */
  readonly says: string;
  /** With a server on the same machine that does nothing: the highest rate per second that was sustained, and the lowest that was not. */
  readonly generator: { readonly kept?: number; readonly broken?: number };
}
