/** What a run may spend of the key's day, as far as it is known before the first answer. Requests are those of the primary key. */
export interface DayBounds {
  /** Of the day's figure, above 0 and at most 1: whoever spends it, the run stops there. */
  readonly share: number;
  /** Requests of today that were spent, or are set aside, by others. */
  readonly used: number;
  /** The day's figure: declared, told by an earlier run's answers, or assumed. */
  readonly perDay: number;
}

/** How far a run has come in its key's day. Requests are those of the primary key, whatever became of them. */
export interface DaySpending {
  readonly sent: number;
  /** Requests that the run means to send at most, those sent included. */
  readonly planned: number;
  /** The day's figure, where it is declared or the answers have told it. */
  readonly perDay?: number | undefined;
}

/** What thousandths of a request come to in floating point is not worth one. */
const ROUNDING = 1e-6;

/** How many requests of the day are left for a run; never less than 0. */
export function dayAllowance({ share, used, perDay }: DayBounds): number {
  return Math.max(0, grantedOf({ share, perDay }) - used);
}

/** How many requests of the day the share comes to. */
export function grantedOf({ share, perDay }: Pick<DayBounds, 'share' | 'perDay'>): number {
  return Math.floor(perDay * share + ROUNDING);
}
