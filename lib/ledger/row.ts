import type { Operation } from '../contract/operations.ts';
import type { Finding } from '../judges/finding.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { counted } from '../text/counted.ts';
import { causeOf, merged, smallestFirst } from './causes.ts';
import { MOST_EVIDENCE, VERDICTS, type CountedFinding, type LedgerRow, type Verdict } from './ledger.ts';

/** The most distinct findings of one verdict that a row keeps; a longer list adds nothing. */
const MOST_FINDINGS = 50;

/** The most different behaviours of a service that the sentence of an observed row names. */
const MOST_NAMED = 3;

/** The most characters of each. */
const MOST_SAID = 100;

/** The order for should rules, whose failures are warnings. */
const BROKEN_FIRST: readonly Verdict[] = ['warn', ...VERDICTS];

/** The findings of one verdict, as they arrive: one for each cause. */
interface Pile {
  readonly evidence: Set<number>;
  readonly distinct: Map<string, CountedFinding>;
  count: number;
  /** Findings that are only counted. */
  dropped: number;
}

/** Collects the findings of one rule as they arrive. Passes are counted and dropped. */
export class OpenRow {
  readonly #id: RuleId;
  readonly #piles = new Map<Verdict, Pile>();
  readonly #shownOn = new Set<Operation>();
  #passSays: string | undefined;

  constructor(id: RuleId) {
    this.#id = id;
  }

  /** Takes in one finding of this rule. A pass that no exchange shows does not count. */
  add(finding: Finding): void {
    const verdict = weigh(this.#id, finding);
    if (verdict === 'pass' && finding.shownBy.length === 0) return;
    const pile: Pile = this.#piles.get(verdict) ?? { evidence: new Set(), distinct: new Map(), count: 0, dropped: 0 };
    this.#piles.set(verdict, pile);
    for (const id of finding.shownBy) {
      if (pile.evidence.has(id)) continue;
      pile.count++;
      if (pile.evidence.size < MOST_EVIDENCE) pile.evidence.add(id);
    }
    const kept = verdict === 'pass' || verdict === 'warn';
    if (kept && finding.operation !== undefined) this.#shownOn.add(finding.operation);
    if (verdict === 'pass') this.#passSays ??= finding.says;
    else keep(finding, pile);
  }

  /**
   * Closes the row.
   *
   * @param required - the operations on which the rule must have been shown before it passes
   * @param whyNot - why an operation, or the whole rule when none is given, could not be shown
   */
  close(required: readonly Operation[], whyNot: (operation?: Operation) => string): LedgerRow {
    const verdict = this.#verdict();
    const findings = VERDICTS.flatMap((one) => ordered(one, this.#piles.get(one)));
    const pile = this.#piles.get(verdict);
    const evidence = [...(pile?.evidence ?? [])].toSorted((a, b) => a - b);
    const row = { id: this.#id, level: rules[this.#id].level, evidence, evidenceCount: pile?.count ?? 0, findings };
    if (pile === undefined) return { ...row, verdict, says: whyNot() };
    if (verdict !== 'pass')
      return { ...row, verdict, says: verdict === 'observed' ? observed(pile) : described(verdict, pile) };
    const missing = required.filter((operation) => !this.#shownOn.has(operation));
    if (missing.length > 0) {
      const verified = required.filter((operation) => this.#shownOn.has(operation));
      const on = verified.length === 0 ? 'other responses' : verified.join(' and ');
      const notOn = missing.map((operation) => `${operation} (${whyNot(operation)})`).join(' and ');
      const says = `verified on ${on}, not verified on ${notOn}`;
      return { ...row, verdict: 'inconclusive', says, inPart: { verified, missing } };
    }
    const warned = this.#piles.get('warn')?.distinct.size ?? 0;
    const says = this.#passSays ?? rules[this.#id].says;
    return { ...row, verdict, says: warned === 0 ? says : `${says}; ${counted(warned, 'warning')}` };
  }

  /**
   * The strongest verdict. A should rule that was violated anywhere is a warning although it was satisfied elsewhere; a warning on
   * a must rule stays a note beside the passes.
   */
  #verdict(): Verdict {
    const order = rules[this.#id].level === 'should' ? BROKEN_FIRST : VERDICTS;
    return order.find((one) => this.#piles.has(one)) ?? 'not-exercised';
  }
}

function keep(finding: Finding, pile: Pile): void {
  const key = causeOf(finding);
  const known = pile.distinct.get(key);
  if (known !== undefined) pile.distinct.set(key, merged(known, finding));
  else if (pile.distinct.size < MOST_FINDINGS) pile.distinct.set(key, { ...finding, times: 1 });
  else pile.dropped++;
}

/** The first finding that is not blamed on another rule, and how many others there are. */
function described(verdict: Verdict, pile: Pile): string {
  const { dropped } = pile;
  const findings = ordered(verdict, pile);
  const [first] = findings;
  const more = findings.length - 1;
  if (more <= 0) return first?.says ?? '';
  return `${first?.says}, and ${dropped > 0 ? `more than ${more}` : more} more ${more === 1 && dropped === 0 ? 'finding' : 'findings'}`;
}

/** The findings of a pile as a row shows them; observations stay in the order of the log. */
function ordered(verdict: Verdict, pile: Pile | undefined): CountedFinding[] {
  const findings = [...(pile?.distinct.values() ?? [])];
  return verdict === 'observed' ? findings : smallestFirst(findings);
}

/** The most frequent answers; all of them are among the findings. */
function observed({ distinct, dropped }: Pile): string {
  const frequent = [...distinct.values()].toSorted((a, b) => b.times - a.times);
  const named = frequent.slice(0, MOST_NAMED).map(({ says }) => shortened(says));
  const more = frequent.length - named.length;
  const rest = more === 0 ? [] : [`${dropped > 0 ? `more than ${more}` : more} more`];
  return [...named, ...rest].join('; ');
}

function shortened(text: string): string {
  return text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text;
}

/**
 * A rule's level decides how a finding counts: a violated should rule is a warning, and what is only observed is never judged.
 * What is blamed on another rule is not a violation of this one, but does not prove that it is satisfied either.
 */
function weigh(id: RuleId, { verdict, see }: Finding): Verdict {
  const { level } = rules[id];
  if (level === 'observed') return 'observed';
  if (see !== undefined && verdict === 'fail') return 'inconclusive';
  return level === 'should' && verdict === 'fail' ? 'warn' : verdict;
}
