import { VERSION_SEGMENT } from '../contract/operations.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Finding } from '../judges/finding.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import type { Ledger, LedgerRow, Outcome } from './ledger.ts';
import { requiredOperations, whatWasNotTried, whyNotApplicable, whyNotExercised, type RunEnd } from './reasons.ts';
import { OpenRow } from './row.ts';

/** The ledger while a run's findings come in. */
export class LedgerBook {
  readonly #knowledge: Knowledge;
  readonly #rows = new Map<RuleId, OpenRow>();

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  /** Enters findings; those of rules that were left out of the run are dropped. */
  enter(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (
        this.#knowledge.leftOut[finding.rule] !== undefined ||
        whyNotApplicable(finding.rule, this.#knowledge) !== undefined
      )
        continue;
      const row = this.#rows.get(finding.rule) ?? new OpenRow(finding.rule);
      this.#rows.set(finding.rule, row);
      row.add(finding);
    }
  }

  /** Closes every row of the catalogue and says what the run comes to. A rule without evidence is never a pass. */
  close(end: RunEnd): Ledger {
    const rows = RULE_IDS.map((id) => this.#close(id, end));
    return { outcome: outcomeOf(rows, end), rows };
  }

  #close(id: RuleId, end: RunEnd): LedgerRow {
    const { level, by } = rules[id];
    const empty = { id, level, evidence: [], evidenceCount: 0, findings: [] };
    const notApplicable = whyNotApplicable(id, this.#knowledge);
    if (notApplicable !== undefined) return { ...empty, verdict: 'not-applicable', says: notApplicable };
    if (by === 'configuration' && this.#knowledge.leftOut[id] === undefined) {
      return this.#knowledge.baseUrl.endsWith(VERSION_SEGMENT)
        ? { ...empty, verdict: 'pass', says: 'the configured base address ends with /v1' }
        : { ...empty, verdict: 'fail', says: 'the base address does not end with /v1' };
    }
    const row = this.#rows.get(id) ?? new OpenRow(id);
    const closed = row.close(requiredOperations(id, this.#knowledge), (operation) =>
      whyNotExercised(id, operation, this.#knowledge, end),
    );
    const limits = whatWasNotTried(id, this.#knowledge);
    return limits === undefined ? closed : { ...closed, says: `${closed.says} (${limits})` };
  }
}

/** What rows come to. */
export function outcomeOf(rows: readonly LedgerRow[], { aborted }: Pick<RunEnd, 'aborted'>): Outcome {
  const musts = rows.filter(({ level }) => level === 'must');
  if (musts.some(({ verdict }) => verdict === 'fail')) return 'violating';
  if (aborted) return 'aborted';
  return musts.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-exercised')
    ? 'incomplete'
    : 'conforming';
}
