import type { Wire } from '../wire/wire.ts';
import type { EarlyEnd } from '../evidence/early-end.ts';
import { boundsOf, type Bounds } from './bounds.ts';
import { budgetOf, whySpent, type Budget, type BudgetWish } from './budget.ts';
import { dayAllowance } from './day-bounds.ts';
import type { Pace } from './pace.ts';
import type { RunSpec } from './run-spec.ts';

/** What one run may send: the budget follows from the plan, which the first responses may have to tell. */
export class RunBudget {
  readonly #spec: RunSpec;
  readonly #wire: Wire;
  readonly #pace: Pace;
  #current: Budget;
  #figure: number | undefined;
  #more = 0;

  constructor(spec: RunSpec, wire: Wire, pace: Pace) {
    this.#spec = spec;
    this.#wire = wire;
    this.#pace = pace;
    this.#current = budgetOf(this.#wish());
  }

  /** The budget by the plan as far as it is known by now. */
  get current(): Budget {
    return this.#current;
  }

  /** The same, with the depth that the service's pace allows by now. */
  get asKnown(): Budget {
    return { ...this.#current, draws: budgetOf(this.#wish()).draws };
  }

  /** Looks whether the responses have told the plan's figure. */
  reckon(): void {
    const { perMinute } = this.#wire.figures();
    if (perMinute === this.#figure) return;
    this.#figure = perMinute;
    this.#current = budgetOf(this.#wish());
    this.#wire.allow(this.#mostRequests);
  }

  /** Allows this many more requests. @returns false where the user set a maximum, which is kept */
  grant(count: number): boolean {
    const isBounded = this.#spec.maxRequests !== undefined;
    this.#more = isBounded ? 0 : count;
    this.#wire.allow(this.#mostRequests);
    return !isBounded;
  }

  /** Requests that the run may still send: by this budget, and by its share of the day. */
  rest(): number {
    const { sent } = this.#wire.facts();
    const { perDay } = this.#wire.figures();
    const { day } = this.#spec;
    const today = day === undefined ? Infinity : dayAllowance({ ...day, ...(perDay !== undefined && { perDay }) });
    return Math.min(this.#mostRequests, today) - sent;
  }

  /** Of a quick run, requests that its usual number still has room for; without a bound else. */
  room(): number {
    const { isQuick, usual } = this.#current;
    return isQuick ? usual + this.#more - this.#wire.facts().sent : Infinity;
  }

  /** What the run sends and takes at most, as far as the plan and the service's pace are known by now. */
  bounds(): Bounds {
    const { maxTime, target } = this.#spec;
    return boundsOf({ ...this.#wish(), maxTime, window: target.windows.minute, more: this.#more });
  }

  /** Whether the run waits for one window at most: it leaves the limit alone, and nobody asked for more requests. */
  get waitsOnce(): boolean {
    const { useUp, maxRequests, smoke } = this.#spec;
    return useUp === 'never' && this.#more === 0 && (maxRequests === undefined || smoke);
  }

  /** Why the run ends when it has used its budget. @param sent - requests so far */
  whySpent(sent: number): EarlyEnd {
    return whySpent(sent, this.#wish());
  }

  get #mostRequests(): number {
    return this.#current.maxRequests + this.#more;
  }

  #wish(): BudgetWish {
    const { maxRequests, looksMore, deeper, useUp } = this.#spec;
    const { perMinute } = this.#wire.figures();
    const { oneByOne } = this.#pace;
    return {
      useUp,
      looksMore,
      deeper,
      ...(maxRequests !== undefined && { maxRequests }),
      ...(perMinute !== undefined && { perMinute }),
      ...(oneByOne !== undefined && { oneByOne }),
    };
  }
}

/** What the user is told before they are created. @param isGranted - the run may send as many requests more */
export function sayCreations(count: number, isGranted: boolean): string {
  if (count === 0) return '--populate: no pet is missing.';
  return `--populate: creating ${count} pets${isGranted ? `, with ${count} more requests` : ''}; they stay.`;
}
