import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { PLANS } from '../contract/plans.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { toDoubt, type Finding } from './finding.ts';

/** How many responses with the limit of the declared plan show that the key had it. */
const TELLING = 3;

/** A limit that is not that of the declared plan, from one response on. */
interface Another {
  /** The plans that have what was announced since then. */
  plans: readonly string[];
  readonly shownBy: number[];
  /** When the first response with it had come, by petvet's clock, in milliseconds. */
  readonly knownAt: number;
  readonly violation: Finding;
}

/** How many responses are named. */
const MOST_NAMED = 5;

/**
 * RATE-3: a key that had the declared plan, and has the limit of another one from some response on, for good, may have been given that
 * plan meanwhile: this is a doubt. The specification says that the header is the limit that applies to the caller, not that it never changes.
 * Source: section 8, "Rate limit headers".
 */
export class PlanChange {
  #asDeclared = 0;
  #another: Another | undefined;
  #isUnsteady = false;

  /** @returns the findings of one exchange, with a doubt in the place of a violation which a change of the plan explains */
  see({ id, times }: Pick<Exchange, 'id' | 'times'>, findings: readonly Finding[]): readonly Finding[] {
    const own = findings.find(({ rule }) => rule === 'RATE-3');
    if (own?.verdict === 'pass') this.#hearDeclared(times.startedAt);
    if (own?.verdict !== 'fail' || own.actual === undefined) return findings;
    if (!this.#hearAnother(own, own.actual, { id, knownAt: times.endedAt })) return findings;
    const doubt = toDoubt(own, `${own.says}; but it was before, and the plan of the key may have changed meanwhile`);
    return findings.map((finding) => (finding === own ? doubt : finding));
  }

  /** The violation of the responses that were in doubt, where a later one announced the limit of the declared plan again. */
  conclude(): Finding[] {
    if (!this.#isUnsteady || this.#another === undefined) return [];
    const { violation, shownBy } = this.#another;
    return shownBy.length === 0 ? [] : [{ ...violation, shownBy }];
  }

  #hearDeclared(startedAt: number): void {
    // Requests that were under way when the plan changed may still get the previous limit.
    if (this.#another === undefined) this.#asDeclared++;
    else if (startedAt >= this.#another.knownAt) this.#isUnsteady = true;
  }

  /** @returns whether a change of the plan explains it */
  #hearAnother(violation: Finding, actual: string, { id, knownAt }: { id: number; knownAt: number }): boolean {
    const plans = plansWith(actual);
    this.#another ??= { plans, shownBy: [], knownAt, violation };
    this.#another.plans = this.#another.plans.filter((plan) => plans.includes(plan));
    if (this.#asDeclared < TELLING || this.#another.plans.length === 0) this.#isUnsteady = true;
    if (!this.#isUnsteady && this.#another.shownBy.length < MOST_NAMED) this.#another.shownBy.push(id);
    return !this.#isUnsteady;
  }
}

function plansWith(actual: string): string[] {
  return Object.entries(PLANS).flatMap(([name, figures]) =>
    Object.values(figures).some((figure) => actual === `${RATE_LIMIT_HEADERS.limit}: ${figure}`) ? [name] : [],
  );
}
