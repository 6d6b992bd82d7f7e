/** Which side ended a staircase of rates, and what shows it. */
export interface Bottleneck {
  readonly is: 'service' | 'generator' | 'undecided';
  /** What shows it, in a clause. */
  readonly says: string;
  /** With a server on the same machine that does nothing: the highest rate that was kept, and the lowest that was not, a second. */
  readonly generator: { readonly kept?: number; readonly broken?: number };
}
