import { VERSION_SEGMENT } from '../contract/operations.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Finding } from '../judges/finding.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import type { Ledger, LedgerRow, Outcome } from './ledger.ts';
import {
  isCutShort,
  isUnexplained,
  requiredOperations,
  whatWasNotTried,
  whatWouldHelp,
  whyNotApplicable,
  whyNotExercised,
  type RunEnd,
} from './reasons.ts';
import { sayUnseen } from './bounds.ts';
import { Repetitions } from './repetitions.ts';
import { OpenRow } from './row.ts';

/** Rules that an intermittent fault may violate at any request: a pass says how rare such a fault must be. */
const ON_EVERY_REQUEST: readonly RuleId[] = ['ERR-3', 'RATE-1'];

/** The ledger while a run's findings come in. */
export class LedgerBook {
  readonly #knowledge: Knowledge;
  readonly #rows = new Map<RuleId, OpenRow>();
  /** Rules on which findings of selected rules are blamed. */
  readonly #blamed = new Set<RuleId>();
  readonly #applicable = new Map<RuleId, boolean>();
  readonly #repetitions = new Repetitions();

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  /** Enters findings. Those of rules that were left out of the run count only where a finding of another rule is blamed on them. */
  enter(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (!this.#isApplicable(finding.rule)) continue;
      if (finding.see !== undefined && this.#isAsked(finding.rule)) this.#blamed.add(finding.see);
      const row = this.#rows.get(finding.rule) ?? new OpenRow(finding.rule);
      this.#rows.set(finding.rule, row);
      row.add(finding);
    }
  }

  /** Enters what the judges of single exchanges say about one. */
  meet(exchange: Exchange, findings: readonly Finding[]): void {
    this.enter(findings);
    this.#repetitions.note(exchange, findings);
  }

  /** Closes the row of every rule and gives the outcome of the run. A rule without evidence never passes. */
  close(end: RunEnd): Ledger {
    const closed = RULE_IDS.map((id) => this.#close(id, end));
    const violated = new Set(closed.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
    // Why a rule was not exercised may depend on which others are violated.
    const rows = closed.map((row) =>
      row.verdict === 'not-exercised' ? this.#close(row.id, { ...end, violated }) : row,
    );
    return { outcome: outcomeOf(rows, end), rows };
  }

  /** A run may have a million requests, but there are few rules. */
  #isApplicable(id: RuleId): boolean {
    const known = this.#applicable.get(id) ?? whyNotApplicable(id, this.#knowledge) === undefined;
    this.#applicable.set(id, known);
    return known;
  }

  #isAsked(id: RuleId): boolean {
    return this.#knowledge.leftOut[id] === undefined;
  }

  /**
   * What is known about a rule. For one that was not selected only this: that it is violated, and that a selected rule is blamed on
   * it; otherwise a fault would go unreported. A rule that was skipped by name stays skipped.
   */
  #rowOf(id: RuleId, end: RunEnd): LedgerRow {
    const { skipped = [] } = this.#knowledge;
    if (!this.#isAsked(id) && this.#blamed.has(id) && !skipped.includes(id)) {
      const row = this.#rows.get(id)?.close([], () => '');
      if (row?.verdict === 'fail') return row;
    }
    const row = (this.#isAsked(id) ? this.#rows.get(id) : undefined) ?? new OpenRow(id);
    return row.close(requiredOperations(id, this.#knowledge), (operation) =>
      whyNotExercised(id, operation, this.#knowledge, end),
    );
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
    const row = this.#rowOf(id, end);
    const isShort = row.verdict === 'not-exercised' && isCutShort(id, this.#knowledge, end);
    const closed: LedgerRow = isShort ? { ...row, isCutShort: true } : row;
    const limits = whatWasNotTried(id, this.#knowledge) ?? this.#besides(id, closed, end);
    if (limits !== undefined) return { ...closed, says: `${closed.says} (${limits})` };
    const isOpen = row.verdict === 'not-exercised' && isUnexplained(id, this.#knowledge, end);
    return isOpen ? { ...closed, isUnexplained: true } : closed;
  }

  /** What to add to the sentence of a row: how often the rule was violated, what its pass bounds, or what would verify it. */
  #besides(id: RuleId, closed: LedgerRow, end: RunEnd): string | undefined {
    const { verdict, findings, evidenceCount } = closed;
    if (verdict === 'fail' || verdict === 'warn')
      return this.#repetitions.said(id) ?? (ON_EVERY_REQUEST.includes(id) ? this.#repetitions.share(id) : undefined);
    if (verdict === 'pass')
      return end.ownTraffic && ON_EVERY_REQUEST.includes(id) ? sayUnseen(evidenceCount) : undefined;
    const isOpen =
      verdict === 'not-exercised' ||
      (verdict === 'inconclusive' && findings.every(({ unverified }) => unverified === true));
    return whatWouldHelp(id, isOpen, this.#knowledge, end);
  }
}

/** The outcome of a run with these rows. */
export function outcomeOf(rows: readonly LedgerRow[], { aborted }: Pick<RunEnd, 'aborted'>): Outcome {
  const musts = rows.filter(({ level }) => level === 'must');
  if (musts.some(({ verdict }) => verdict === 'fail')) return 'violating';
  if (aborted) return 'aborted';
  return musts.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-exercised')
    ? 'incomplete'
    : 'conforming';
}
