import type { Operation } from '../contract/operations.ts';
import type { Finding } from '../judges/finding.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { MOST_EVIDENCE, VERDICTS, type CountedFinding, type LedgerRow, type Verdict } from './ledger.ts';

/** As many distinct findings as a row keeps; a service that is wrong everywhere is not wronger for a longer list. */
const MOST_FINDINGS = 50;

/** The order for should rules, whose failures are warnings. */
const BROKEN_FIRST: readonly Verdict[] = ['warn', ...VERDICTS];

/** What the findings of one rule come to, as they arrive. Passes are counted and dropped. */
export class OpenRow {
  readonly #id: RuleId;
  readonly #byVerdict = new Map<Verdict, { evidence: number[]; count: number }>();
  readonly #distinct = new Map<string, CountedFinding>();
  readonly #shownOn = new Set<Operation>();
  #passSays: string | undefined;

  constructor(id: RuleId) {
    this.#id = id;
  }

  /** Takes in one finding of this rule. */
  add(finding: Finding): void {
    const verdict = weigh(this.#id, finding.verdict);
    const seen = this.#byVerdict.get(verdict) ?? { evidence: [], count: 0 };
    this.#byVerdict.set(verdict, seen);
    seen.count++;
    for (const id of finding.shownBy) {
      if (seen.evidence.length < MOST_EVIDENCE && !seen.evidence.includes(id)) seen.evidence.push(id);
    }
    if (verdict === 'pass') {
      this.#passSays ??= finding.says;
      if (finding.operation !== undefined) this.#shownOn.add(finding.operation);
      return;
    }
    const key = `${finding.verdict} ${finding.says}`;
    const known = this.#distinct.get(key);
    if (known !== undefined) this.#distinct.set(key, { ...known, times: known.times + 1 });
    else if (this.#distinct.size < MOST_FINDINGS) this.#distinct.set(key, { ...finding, times: 1 });
  }

  /**
   * Closes the row.
   *
   * @param required - the operations on which the rule must have been shown before it passes
   * @param whyNot - why an operation, or the whole rule when none is given, could not be shown
   */
  close(required: readonly Operation[], whyNot: (operation?: Operation) => string): LedgerRow {
    const verdict = this.#verdict();
    const findings = [...this.#distinct.values()].toSorted((a, b) => rank(this.#id, a) - rank(this.#id, b));
    const { evidence = [], count = 0 } = this.#byVerdict.get(verdict) ?? {};
    const row = { id: this.#id, level: rules[this.#id].level, evidence, evidenceCount: count, findings };
    if (verdict === 'not-exercised') return { ...row, verdict, says: whyNot() };
    if (verdict !== 'pass') return { ...row, verdict, says: this.#describe(findings, verdict) };
    const unseen = required.filter((operation) => !this.#shownOn.has(operation));
    if (unseen.length > 0) {
      const shown = required.filter((operation) => this.#shownOn.has(operation));
      return {
        ...row,
        verdict: 'inconclusive',
        says: `kept on ${shown.length === 0 ? 'other answers' : shown.join(' and ')}, but not shown on ${unseen.map((operation) => `${operation} (${whyNot(operation)})`).join(' and ')}`,
      };
    }
    return { ...row, verdict, says: this.#passSays ?? rules[this.#id].says };
  }

  /**
   * The strongest verdict. A should that was broken anywhere is a warning although it was kept elsewhere; a warning on
   * a must rule stays a note beside the passes.
   */
  #verdict(): Verdict {
    const order = rules[this.#id].level === 'should' ? BROKEN_FIRST : VERDICTS;
    return order.find((one) => this.#byVerdict.has(one)) ?? 'not-exercised';
  }

  #describe(findings: readonly CountedFinding[], verdict: Verdict): string {
    const strongest = findings.filter((finding) => weigh(this.#id, finding.verdict) === verdict);
    const [first] = strongest.toSorted((a, b) => Number(a.see !== undefined) - Number(b.see !== undefined));
    if (first === undefined) return rules[this.#id].says;
    if (verdict === 'observed') return strongest.map(({ says }) => says).join('; ');
    const more = strongest.length - 1;
    return more === 0 ? first.says : `${first.says}, and ${more} more`;
  }
}

/** A rule's level decides what a finding weighs: a broken should is a warning, and what is only observed is never judged. */
function weigh(id: RuleId, verdict: Finding['verdict']): Verdict {
  const { level } = rules[id];
  if (level === 'observed') return 'observed';
  return level === 'should' && verdict === 'fail' ? 'warn' : verdict;
}

function rank(id: RuleId, finding: Finding): number {
  return VERDICTS.indexOf(weigh(id, finding.verdict));
}
