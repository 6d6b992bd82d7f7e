import type { RuleId } from '../../rules/index.ts';
import type { Step } from './step.ts';
import type { Take } from './take.ts';

/**
 * The kinds of limiter that keep a figure per window, each in its own way. `stepwise refill`: several places come back at a
 * time (sub-windows, a bucket filled now and then).
 */
export type LimiterKind = 'fixed window' | 'sliding log' | 'weighted counter' | 'token bucket' | 'stepwise refill';

/** What a limiter of one kind could not have answered, and the two to five exchanges that show it. */
export interface Contradiction {
  /** The rule that is broken if the limiter is of this kind. */
  readonly rule: Extract<RuleId, 'RATE-4' | 'RATE-5' | 'RATE-13'>;
  /**
   * What does not fit: more were `admitted` than the figure allows; more than had been `announced`; Remaining is too high
   * (`remaining`), or is that of a new window too early (`restored`); Reset moved (`reset`); nothing came back (`refill`),
   * which tells kinds apart and is no fault.
   */
  readonly by: 'admitted' | 'announced' | 'remaining' | 'restored' | 'reset' | 'refill';
  readonly shownBy: readonly number[];
  readonly says: string;
}

/** A figure per window: requests, and milliseconds. */
export interface Rate {
  readonly figure: number;
  readonly length: number;
}

/** What may have come back between two steps. */
export interface Passage {
  /** A new window has begun: nothing of the old one counts. */
  readonly fresh: boolean;
  /** Places that have come back at most, by what petvet itself used. */
  readonly back: number;
  /** How many of those come back while a step goes on: they can be used beyond a full window. None when absent. */
  readonly during?: number;
  /** Places that Remaining may have gained at most, by what petvet itself used. */
  readonly told: number;
  /** Places beyond these that Remaining may have gained. */
  readonly spare: number;
  /** Of the spare places, those that may have been used at once, before any Remaining told of them. */
  readonly hidden: number;
  /** In a fresh window: what may be left at most before this step, where that is less than the figure. */
  readonly left?: number;
  readonly contradiction?: Contradiction;
}

/** How a kind of limiter gives back what was used. One object watches one history. */
export interface KindModel {
  readonly kind: LimiterKind;
  /** What Remaining may hide: less than one place that is not whole yet. */
  readonly fraction: number;
  /** The order in which the requests of one step fit this kind best; in no order when absent. */
  arrange?(step: Step): readonly Step[];
  /**
   * How many places came back amid the requests of a step, where those that used one say so themselves.
   *
   * @param counted - those that used one
   * @param most - places that were left before, at most
   */
  amid?(counted: readonly Take[], most: number): number;
  /** The first step; `prior` places had been used before it, as far as Remaining told. */
  begin(step: Step, prior: number): void;
  /** What may have come back from the step before to this one. */
  pass(before: Step, step: Step): Passage;
  /** Told that more were admitted in a step than a window holds: whether a new one may have begun unseen before it. */
  turns?(step: Step): boolean;
  /** Told that others used so many places, by an instant in milliseconds since 1970. */
  lost?(places: number, at: number): void;
  /**
   * Told that so many spare places were needed to explain what was seen, what Remaining was then, and whether the
   * requests are known to have taken their places: else one more may have come back.
   *
   * @returns false when they cannot have been there
   */
  spend(needed: number, remaining?: number, isCounted?: boolean): boolean;
}
