import { growthOf } from './backoff.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import { isSameRequest, type ScriptedRefusal } from './request-log.ts';

/** What the scripted server does with a request. */
export type Turn =
  | { readonly kind: 'admit' }
  | { readonly kind: 'refuse'; readonly refusal: ScriptedRefusal }
  /** It came while a 429 still asked to wait. `remaining` in milliseconds. */
  | { readonly kind: 'early'; readonly of: number; readonly underWay: boolean; readonly remaining: number };

/** Refusals in a row, all with the same Retry-After. */
interface Stage {
  readonly retryAfter: number;
  readonly most: number;
}

/** As many waits of the length that was asked for show that nothing grows behind them, if it begins as it does without a floor. */
export const MOST_AT_THE_FLOOR = 7;

/**
 * One 429 that asks for 2 s: longer than what clients wait by themselves at first. Then several in a row that ask for 0 s, which show the
 * waits that are the client's own; then several that ask for 1 s, which show whether these go by Retry-After alone. Nothing is refused
 * after that. One request is admitted before each.
 */
const STAGES: readonly Stage[] = [
  { retryAfter: 2, most: 1 },
  { retryAfter: 0, most: 6 },
  { retryAfter: 1, most: MOST_AT_THE_FLOOR },
];

/** What was sent this soon after a 429 had been under way by then. In milliseconds. */
export const UNDER_WAY_MS = 100;

/** Clocks and timers are granted this much of a wait. In milliseconds. */
export const TIMER_SLACK_MS = 50;

/**
 * Decides which requests of a client are refused, so that it must show what it does about a 429. Knows no clock: instants in milliseconds.
 * Source: section 8, "Behavior on exceeding".
 */
export class Script {
  #stage = 0;
  #admitted = 0;
  #inARow = 0;
  #waits: number[] = [];
  /** The last refusal, and the request that got it. */
  #refused: { readonly number: number; readonly sent: SentRequest; readonly retryAfter: number } | undefined;
  #endedAt: number | undefined;

  /** Decides about a request with the client's key. @param number - of the request in the log */
  next(number: number, sent: SentRequest, now: number): Turn {
    const refused = this.#refused;
    if (refused !== undefined) {
      const early = this.#early(refused, now);
      if (early !== undefined) return early;
    }
    this.#hearRetry(sent, now);
    const stage = STAGES[this.#stage];
    if (stage === undefined || this.#admitted === 0) return this.#admit();
    if (this.#isOver(stage, sent)) {
      this.#leaveStage();
      return this.#admit();
    }
    this.#inARow += 1;
    this.#refused = { number, sent, retryAfter: stage.retryAfter };
    this.#endedAt = undefined;
    return { kind: 'refuse', refusal: { retryAfter: stage.retryAfter, inARow: this.#inARow } };
  }

  /** Tells when the 429 to a request was handed over. */
  ended(number: number, at: number): void {
    if (this.#refused?.number === number) this.#endedAt = at;
  }

  /** Takes back the 429 to a request that went away before it got it. */
  lost(number: number): void {
    if (this.#refused?.number !== number || this.#endedAt !== undefined) return;
    this.#refused = undefined;
    this.#inARow -= 1;
  }

  #early({ number, retryAfter }: { number: number; retryAfter: number }, now: number): Turn | undefined {
    const since = now - (this.#endedAt ?? now);
    const remaining = 1_000 * retryAfter - since;
    const underWay = this.#endedAt === undefined || (since < UNDER_WAY_MS && retryAfter > 0);
    return this.#endedAt === undefined || remaining > TIMER_SLACK_MS
      ? { kind: 'early', of: number, underWay, remaining: Math.max(1, remaining) }
      : undefined;
  }

  /** Takes note of the wait before the same request came again. */
  #hearRetry(sent: SentRequest, now: number): void {
    if (this.#refused === undefined || this.#endedAt === undefined) return;
    if (isSameRequest(this.#refused.sent, sent)) this.#waits.push(now - this.#endedAt);
  }

  #isOver({ most, retryAfter }: Stage, sent: SentRequest): boolean {
    if (this.#inARow === 0) return false;
    // Another request: the client gave the refused one up, and is not to be kept from its work.
    if (this.#refused !== undefined && !isSameRequest(this.#refused.sent, sent)) return true;
    const growth = growthOf({ waits: this.#waits, retryAfter, keepsRetryAfter: true });
    // Waits that look steady get all refusals: a backoff may begin below a floor of the client's own.
    return this.#inARow >= most || growth === 'grows';
  }

  #leaveStage(): void {
    this.#stage += 1;
    this.#inARow = 0;
    this.#admitted = 0;
    this.#waits = [];
    this.#refused = undefined;
  }

  #admit(): Turn {
    this.#admitted += 1;
    return { kind: 'admit' };
  }
}
