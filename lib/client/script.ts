import type { SentRequest } from '../evidence/exchange.ts';
import { largest } from '../evidence/extremes.ts';
import { groupsOf, growthOf, isAtFloor, waitsOf, type Growth } from './backoff.ts';
import { STALL_MS } from './regular-waits.ts';
import { isSameRequest, type ScriptedRefusal } from './request-log.ts';
import type { Step } from './situations.ts';

/** What the scripted server does with a request. */
export type Turn =
  /** `figures` in place of those of the service. */
  | { readonly kind: 'admit'; readonly figures?: Figures }
  | { readonly kind: 'refuse'; readonly refusal: ScriptedRefusal }
  /** It came while a 429 still asked to wait. `remaining` in milliseconds. */
  | { readonly kind: 'early'; readonly of: number; readonly underWay: boolean; readonly remaining: number }
  | { readonly kind: 'disturb'; readonly by: Disturbance };

/** What is done to a request besides refusing it. */
export type Disturbance = Exclude<Step, { kind: 'refuse' | 'used-up' }>;

/** What the headers of a response announce; `resetAt` as the script tells time. */
export interface Figures {
  readonly remaining: number;
  readonly resetAt: number;
}

/** A request that got a 429. */
interface Refused {
  readonly number: number;
  readonly sent: SentRequest;
  /** In seconds. */
  readonly retryAfter: number;
}

/** What was sent this soon after a 429 had been under way by then. In milliseconds. */
export const UNDER_WAY_MS = 100;

/** Clocks and timers are granted this much of a wait. In milliseconds. */
export const TIMER_SLACK_MS = 50;

/** So many rows of refusals are shown to a client that gives a request up after few, and to one whose waits tell nothing. */
const MOST_ROWS = 6;
const MOST_LONG_ROWS = 2;

/** Refusals end for waits that are called constant though they were looked at as often as this, because further ones might have shown growth. */
const LOOKS = 250;

/** What no further refusal changes, unless waits have grown before. */
const VIOLATING: readonly Growth[] = ['constant', 'linear'];

/**
 * Decides what happens to the requests of a client, step by step, so that it must show what it does about it. One request is admitted before
 * each step, and nothing is disturbed after the last. Knows no clock: instants in milliseconds.
 */
export class Script {
  readonly #steps: readonly Step[];
  readonly #isDated: boolean;
  /** The steps that befell the client. */
  readonly #met = new Set<number>();
  #befell = 0;
  #step = 0;
  #admitted = 0;
  /** The rows of refusals of this step, the current one last, and how many requests of it were refused. */
  #rows: { readonly waits: number[] }[] = [];
  #inARow = 0;
  /** The last refusal, and the request that got it. */
  #refused: Refused | undefined;
  #endedAt: number | undefined;
  /** When that limit resets, as the refusal said. */
  #resetAt = Infinity;
  #figures: Figures | undefined;
  /** Whether waits of a step were seen to grow. Then a later one asks whether Retry-After takes their place: what is longer shows that. */
  #hasGrown = false;
  /** Whether no wait can be shown to grow any more. Then steps with several refusals are passed over. */
  #isDecided = false;

  /** @param isDated - whether Retry-After is a date, which is one with X-RateLimit-Reset */
  constructor(steps: readonly Step[], isDated = false) {
    this.#steps = steps;
    this.#isDated = isDated;
  }

  /** Whether every step has shown what it can. */
  get isOver(): boolean {
    return this.#step >= this.#steps.length;
  }

  /** Whether every step has befallen the client, but for those that could show nothing new. */
  get isMet(): boolean {
    return this.#met.size === this.#steps.length;
  }

  /** How often something befell the client. */
  get befell(): number {
    return this.#befell;
  }

  /** Tells that the client has ended: what it sends when it is started again is no retry. */
  runEnded(): void {
    const step = this.#steps[this.#step];
    const isShown =
      step?.kind === 'refuse' || step?.kind === 'unavailable' ? this.#hasShown(step, true) : this.#met.has(this.#step);
    if (isShown) this.#leaveStep();
    this.#endRow();
    this.#figures = undefined;
    // A client of one request would otherwise see nothing but what goes well.
    this.#admitted = 1;
  }

  /** Decides about a request with the client's key. @param number - of the request in the log */
  next(number: number, sent: SentRequest, now: number): Turn {
    const refused = this.#refused;
    if (refused !== undefined) {
      const early = this.#early(refused, now);
      if (early !== undefined) return early;
    }
    this.#hearRetry(sent, now);
    const step = this.#steps[this.#step];
    if (step === undefined) return this.#admit();
    const isAtOnce = step.kind === 'refuse' && step.isAtOnce === true;
    if (this.#admitted === 0 && !isAtOnce) return this.#admit();
    switch (step.kind) {
      case 'refuse':
      case 'unavailable':
        return this.#inRows(step, number, sent);
      case 'used-up':
        return this.#usedUp(step, { number, sent, now });
      case 'lost':
        if (sent.method !== 'POST') return this.#admit();
        return this.#disturb(step);
      case 'revoked':
        this.#befalls();
        return { kind: 'disturb', by: step };
      default:
        return this.#disturb(step);
    }
  }

  /** Tells when the 429 to a request was handed over, and which X-RateLimit-Reset it had. */
  ended(number: number, at: number, resetAt = Infinity): void {
    if (this.#refused?.number !== number) return;
    this.#endedAt = at;
    this.#resetAt = resetAt;
  }

  /** Takes back the 429 to a request that went away before it got it. */
  lost(number: number): void {
    if (this.#refused?.number !== number || this.#endedAt !== undefined) return;
    this.#refused = undefined;
    this.#inARow -= 1;
  }

  #early({ number, retryAfter }: Refused, now: number): Turn | undefined {
    const since = now - (this.#endedAt ?? now);
    const until = this.#isDated ? this.#resetAt - now : Infinity;
    const remaining = Math.min(1_000 * retryAfter - since, until);
    const underWay = this.#endedAt === undefined || (since < UNDER_WAY_MS && retryAfter > 0);
    return this.#endedAt === undefined || remaining > TIMER_SLACK_MS
      ? { kind: 'early', of: number, underWay, remaining: Math.max(1, remaining) }
      : undefined;
  }

  /** Takes note of the wait before the same request came again. */
  #hearRetry(sent: SentRequest, now: number): void {
    if (this.#refused === undefined || this.#endedAt === undefined) return;
    if (isSameRequest(this.#refused.sent, sent)) this.#rows.at(-1)?.waits.push(now - this.#endedAt);
  }

  #inRows(step: Extract<Step, { kind: 'refuse' | 'unavailable' }>, number: number, sent: SentRequest): Turn {
    // Another request: the client gave the refused one up, and is not to be kept from its work.
    const isGivenUp = this.#refused !== undefined && !isSameRequest(this.#refused.sent, sent);
    const isRowOver = isGivenUp || this.#inARow >= step.most;
    if (this.#hasShown(step, isRowOver)) {
      this.#leaveStep();
      return this.#admit();
    }
    if (isRowOver) {
      this.#endRow();
      return this.#admit();
    }
    if (this.#inARow === 0) this.#rows.push({ waits: [] });
    this.#inARow += 1;
    const retryAfter = step.kind === 'refuse' ? this.#askedBy(step) : 0;
    this.#waitFrom({ number, sent, retryAfter });
    this.#befalls();
    if (step.kind === 'unavailable') return { kind: 'disturb', by: step };
    return { kind: 'refuse', refusal: { retryAfter, inARow: this.#inARow } };
  }

  /** In seconds: where that is a date, which is a whole second of the clock, it asks for up to one less than this. */
  #askedBy({ retryAfter }: { readonly retryAfter: number }): number {
    return retryAfter + (this.#isDated ? 1 : 0);
  }

  /**
   * Whether further refusals would show nothing new. Waits that look steady get all: a backoff may begin below a floor of the client's own. Who gives
   * up early, or draws its waits, is refused in several rows.
   */
  #hasShown({ kind, most, ...step }: Extract<Step, { kind: 'refuse' | 'unavailable' }>, isRowOver: boolean): boolean {
    const retryAfter = this.#askedBy(step);
    const last = this.#rows.at(-1);
    if (last === undefined) return false;
    if (kind === 'unavailable' || most === 1) return isRowOver;
    const growths = groupsOf(this.#rows).map((group) =>
      growthOf({ ...waitsOf(group), retryAfter, keepsRetryAfter: true }, LOOKS),
    );
    const longest = largest(this.#rows.flatMap(({ waits }) => waits));
    const isLongerThan = (asked: number) => !isAtFloor(longest, 1_000 * asked + STALL_MS);
    if (this.#hasGrown && isLongerThan(retryAfter)) return true;
    const next = this.#steps[this.#step + 1];
    const isLong = next?.kind !== 'refuse' || isLongerThan(this.#askedBy(next));
    if (growths.includes('grows') && (isLong || isRowOver)) {
      this.#hasGrown = true;
      return true;
    }
    if (!isRowOver) return false;
    this.#isDecided ||= !this.#hasGrown && growths.some((growth) => VIOLATING.includes(growth));
    if (this.#isDecided || growths.includes('in-line')) return true;
    return this.#rows.length >= (last.waits.length + 1 >= most ? MOST_LONG_ROWS : MOST_ROWS);
  }

  #usedUp(
    { remaining, seconds }: Extract<Step, { kind: 'used-up' }>,
    { number, sent, now }: { readonly number: number; readonly sent: SentRequest; readonly now: number },
  ): Turn {
    const { remaining: left = remaining, resetAt = now + 1_000 * seconds } = this.#figures ?? {};
    if (now >= resetAt) {
      this.#figures = undefined;
      this.#leaveStep();
      return this.#admit();
    }
    if (left > 0) {
      this.#figures = { remaining: Math.max(0, left - 1), resetAt };
      if (this.#figures.remaining === 0) this.#befalls();
      return { kind: 'admit', figures: this.#figures };
    }
    const retryAfter = this.#askedBy({ retryAfter: Math.max(1, Math.ceil((resetAt - now) / 1_000)) });
    this.#waitFrom({ number, sent, retryAfter });
    this.#rows.push({ waits: [] });
    return { kind: 'refuse', refusal: { retryAfter, inARow: 1 } };
  }

  /** From the end of its 429 on it is heard whether the client waits. */
  #waitFrom(refused: Refused): void {
    this.#refused = refused;
    this.#endedAt = undefined;
    this.#resetAt = Infinity;
  }

  #disturb(step: Disturbance): Turn {
    this.#befalls();
    this.#leaveStep();
    return { kind: 'disturb', by: step };
  }

  #befalls(): void {
    this.#met.add(this.#step);
    this.#befell += 1;
  }

  #endRow(): void {
    this.#inARow = 0;
    this.#refused = undefined;
  }

  #leaveStep(): void {
    const isPassedOver = (step: Step | undefined) => this.#isDecided && step?.kind === 'refuse' && step.most > 1;
    for (this.#step += 1; isPassedOver(this.#steps[this.#step]); this.#step += 1) this.#met.add(this.#step);
    this.#endRow();
    this.#rows = [];
    this.#admitted = 0;
  }

  #admit(): Turn {
    this.#admitted += 1;
    return { kind: 'admit' };
  }
}
