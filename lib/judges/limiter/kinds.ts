import type { RuleId } from '../../rules/index.ts';
import type { Batch } from './batch.ts';
import type { MeteredRequest } from './metered-request.ts';

/**
 * The kinds of limiter that keep a quota per window, each in its own way; README.md beside this file has a table of them. A unit of
 * quota is what one request uses. `stepwise refill`: several units come back at a time (sub-windows, a bucket filled now and then).
 */
export type LimiterKind = 'fixed window' | 'sliding log' | 'weighted counter' | 'token bucket' | 'stepwise refill';

/** A response that a limiter of one kind could not have given, and the two to five exchanges that show it. */
export interface Contradiction {
  /** The rule that is violated if the limiter is of this kind. */
  readonly rule: Extract<RuleId, 'RATE-4' | 'RATE-5' | 'RATE-13'>;
  /**
   * What does not fit: more were `admitted` than the limit allows; more than had been `announced`; Remaining is too high
   * (`remaining`), or is that of a new window too early (`restored`); Reset moved (`reset`); nothing was restored (`refill`),
   * which distinguishes kinds and is not a fault.
   */
  readonly by: 'admitted' | 'announced' | 'remaining' | 'restored' | 'reset' | 'refill';
  readonly shownBy: readonly number[];
  readonly says: string;
}

/** How many requests a window admits, and how long it is in milliseconds. */
export interface Quota {
  readonly perWindow: number;
  readonly windowMs: number;
}

/** How much quota a kind of limiter can have restored between two batches, at most. */
export interface Replenishment {
  /** A new window has begun: what was used before does not count. */
  readonly isNewWindow: boolean;
  /** Restored units that petvet itself had used: they raise the bound by petvet's own count. */
  readonly returned: number;
  /** How many of those were restored while the batch was on its way: they can be used beyond a full window. None when absent. */
  readonly returnedMeanwhile?: number;
  /** By how much Remaining may have risen for what petvet itself used: it raises the bound by announcement. */
  readonly announcedGain: number;
  /** By how much Remaining may have risen beyond that, where it did: for what others had used. */
  readonly extraGain: number;
  /** How much of that may have been used at once, before any Remaining announced it. */
  readonly extraUnannounced: number;
  /** In a new window: what remains at most before this batch, where that is less than the quota. */
  readonly remainingAtMost?: number;
  readonly contradiction?: Contradiction;
}

/** How a kind of limiter restores what was used. One object follows one history. */
export interface KindModel {
  readonly kind: LimiterKind;
  /** How much rounding may hide: less than one unit, where units are restored gradually. */
  readonly fraction: number;
  /** The order in which the requests of one batch fit this kind best; in no order when absent. */
  arrange?(batch: Batch): readonly Batch[];
  /**
   * How many units were restored amid the requests of a batch, where those that used one show it themselves.
   *
   * @param counted - those that used one
   * @param most - units that remained before, at most
   */
  countReturnedWithin?(counted: readonly MeteredRequest[], most: number): number;
  /** The first batch; `usedBefore` units had been used before it, as far as Remaining showed. */
  start(batch: Batch, usedBefore: number): void;
  /** What may have been restored from the batch before to this one. */
  replenish(before: Batch, batch: Batch): Replenishment;
  /** Asked where more were admitted in a batch than a window admits: whether a new one may have begun unseen before it. */
  mayHaveRenewed?(batch: Batch): boolean;
  /** Notes how many units others used by an instant, in milliseconds since 1970. */
  noteUseByOthers?(units: number, at: number): void;
  /**
   * Uses up units of the extra gain, because only they explain what was seen.
   *
   * @param remaining - as announced then
   * @param isCounted - whether the requests are known to have used the quota; else one unit more may have been restored
   * @returns false when that many cannot have been restored
   */
  claimExtra(needed: number, remaining?: number, isCounted?: boolean): boolean;
}

/** A model that counts the refills that were seen. */
export interface RefillCountingModel extends KindModel {
  /** In how many batches a refill showed. */
  readonly refillsShown: () => number;
}
