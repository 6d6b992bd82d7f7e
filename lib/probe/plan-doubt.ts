import type { Finding } from '../judges/finding.ts';

/**
 * Tells at once where the service announces a figure that the declared plan does not have: most often the plan is the wrong one, and
 * the run would be in vain. Source: specification, section 8, "Rate limits by plan".
 */
export class PlanDoubt {
  readonly #tell: (says: string) => void;
  #isTold = false;

  /** @param tell - called once, with a sentence */
  constructor(tell: (says: string) => void) {
    this.#tell = tell;
  }

  /** @param findings - those of one exchange */
  see(findings: readonly Finding[]): void {
    const violation = findings.find(({ rule, verdict }) => rule === 'RATE-3' && verdict === 'fail');
    if (violation === undefined || this.#isTold) return;
    this.#isTold = true;
    this.#tell(`${violation.says}. If that is not the plan of the key, interrupt this run and give the right --plan.`);
  }
}
