import type { Knowledge } from '../evidence/knowledge.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { counted } from '../text/counted.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import type { BaselineUse } from './baseline.ts';
import { sayName } from './finding-name.ts';
import { withFixesFirst } from './fix-first.ts';
import type { JudgedProfile } from './profile-judge.ts';
import { namesOf, ownFindings, type Counting } from './violations.ts';

/** What a gate comes to; the command line gives each its exit status. */
export type GateStatus = 'conforms' | 'violates' | 'cannotJudge' | 'incomplete' | 'interrupted';

/** What fails a gate besides violated must rules. */
export interface GateWishes {
  /** A violated should rule fails the gate, too. */
  readonly strict: boolean;
  /** A must rule that was not verified leaves the gate undecided. */
  readonly requireComplete: boolean;
  /** Only violations of these rules fail the gate, whatever their level is. */
  readonly failOn?: readonly RuleId[] | undefined;
}

/** What a gate decided, and the reason, as a clause. */
export interface GateDecision {
  readonly status: GateStatus;
  readonly because: string;
}

/** What a run is held against a gate by. */
export interface Gated {
  readonly ledger: Ledger;
  readonly run: Pick<RunFacts, 'interrupted' | 'aborted' | 'shortfalls' | 'isUnmeasured'>;
  /** The findings held against a baseline, where there is one. */
  readonly baseline?: BaselineUse | undefined;
  /** What the run comes to within the profile that was asked for; absent where all of it was. */
  readonly profile?: JudgedProfile | undefined;
  /** The kind of run that reports tell the outcome by, whoever asked for it; absent where they tell it by all rules. */
  readonly toldBy?: JudgedProfile | undefined;
  /** Rules that were no part of the run. */
  readonly leftOut?: Knowledge['leftOut'] | undefined;
  /** Where the evidence breaks off. */
  readonly brokenOff?: string | undefined;
}

/** The violations that fail a gate. Of a must rule, what a standard asks for beyond the specification counts under strict. */
export function countingFor({ strict, failOn }: GateWishes): Counting {
  return {
    warnings: strict,
    counts: (row) => {
      const { id, verdict } = row;
      const isViolated = verdict === 'fail' || verdict === 'warn';
      if (failOn !== undefined) return isViolated && failOn.includes(id);
      return verdict === 'fail' || (strict && (verdict === 'warn' || ownFindings(row, true).length > 0));
    },
  };
}

/** Decides what a run comes to under the wishes of its user. The verdicts do not depend on it. */
export function decide(gated: Gated, wishes: GateWishes): GateDecision {
  const { ledger, run, baseline } = gated;
  if (run.interrupted) return { status: 'interrupted', because: 'the run was interrupted' };
  const failing = whyFailing(ledger, wishes, baseline);
  if (failing !== undefined) return { status: 'violates', because: failing };
  // Violations that are let pass hide in the outcome that the run was cut short.
  const isCut = ledger.outcome === 'aborted' || (ledger.outcome === 'violating' && run.aborted !== undefined);
  if (isCut) return { status: 'cannotJudge', because: run.aborted ?? 'the run ended early' };
  const [shortfall] = run.shortfalls ?? [];
  const missing = wishes.requireComplete ? whyIncomplete(gated) : undefined;
  if (missing !== undefined) return { status: 'incomplete', because: missing };
  if (shortfall !== undefined)
    return { status: run.isUnmeasured === true ? 'cannotJudge' : 'violates', because: shortfall };
  return { status: 'conforms', because: whyPassing(gated, wishes) };
}

function whyFailing(ledger: Ledger, wishes: GateWishes, baseline: BaselineUse | undefined): string | undefined {
  const rows = withFixesFirst(ledger.rows).filter(countingFor(wishes).counts);
  if (baseline === undefined) {
    const [violated, warned] = [true, false].map((is) =>
      rows.filter(({ verdict }) => (verdict === 'fail' || verdict === 'warn') === is).map(({ id }) => id),
    );
    const clauses = [
      ...said(violated, 'is violated', 'are violated'),
      ...said(warned, 'has warnings', 'have warnings'),
    ];
    return clauses.length === 0 ? undefined : clauses.join('; ');
  }
  const { fresh, stale, expired, file } = baseline;
  const [first] = fresh;
  if (first !== undefined)
    return `${counted(fresh.length, 'violation is', 'violations are')} not in ${file}: ${sayName(first)}${andMore(fresh.length)}`;
  const [over] = expired;
  if (over !== undefined)
    return `${counted(expired.length, 'entry', 'entries')} of ${file} expired: ${sayName(over)} on ${over.expires}${andMore(expired.length)}`;
  const [gone] = stale;
  if (gone === undefined) return undefined;
  return `${counted(stale.length, 'entry', 'entries')} of ${file} ${stale.length === 1 ? 'is' : 'are'} stale: ${sayName(gone)} was not seen again${andMore(stale.length)}; \`petvet baseline prune\` removes what is stale`;
}

/** What was not verified although it was asked for, as a clause: with a profile what that promises, else every must rule. */
function whyIncomplete({ ledger, profile, brokenOff, leftOut }: Gated): string | undefined {
  if (profile !== undefined) {
    if (profile.open.length > 0)
      return `${listed(profile.open.map(({ rule }) => rule))} could not be verified, as --profile ${profile.name} promises`;
    return brokenOff;
  }
  const { open, others } = partsOf(ledger.rows, leftOut);
  const clauses = [
    ...(open.length === 0 ? [] : [`${listed(open.map(({ id }) => id))} could not be verified`]),
    ...(others === 0 ? [] : [notPart(others)]),
  ];
  if (clauses.length > 0) return clauses.join('; ');
  return ledger.outcome === 'incomplete' ? 'not every must rule was part of the run' : undefined;
}

function said(ids: readonly RuleId[] = [], one: string, many: string): string[] {
  return ids.length === 0 ? [] : [`${listed(ids)} ${ids.length === 1 ? one : many}`];
}

function whyPassing(gated: Gated, wishes: GateWishes): string {
  const {
    ledger: { rows },
    baseline,
  } = gated;
  const counting = countingFor(wishes);
  const others = rows.filter((row) => row.verdict === 'fail' && !counting.counts(row)).length;
  const unasked = others === 0 ? '' : `; ${counted(others, 'other must rule is', 'other must rules are')} violated`;
  const rest = `${unasked}${restOf(gated)}`;
  const known = namesOf(rows, counting).length;
  if (known > 0 && baseline !== undefined)
    return `${known === 1 ? 'the one violation is' : `${known === 2 ? 'both' : `all ${known}`} findings of violated rules are`} in ${baseline.file}${rest}`;
  return `${wishes.failOn === undefined ? 'no must rule' : 'no rule of --fail-on'} is violated${rest}`;
}

/** What a passing run did not verify, as the end of a sentence. */
function restOf({ ledger: { rows }, profile, toldBy, leftOut }: Gated): string {
  if (profile?.open.length === 0)
    return `; ${profile.covered} of ${profile.total} must rules were verified, as --profile ${profile.name} promises`;
  if (toldBy !== undefined) {
    const part = toldBy.inPart.length === 0 ? '' : `, ${toldBy.inPart.length} in part`;
    return `; ${toldBy.covered} of ${toldBy.total} must rules were verified${part}`;
  }
  const { open, others } = partsOf(rows, leftOut);
  const clauses = [
    ...(open.length === 0 ? [] : [`${counted(open.length, 'must rule', 'must rules')} could not be verified`]),
    ...(others === 0 ? [] : [notPart(others)]),
  ];
  return clauses.map((clause) => `; ${clause}`).join('');
}

/** What was not verified of the rules of the run, as reports count it, and how many must rules were no part of it. */
function partsOf(rows: readonly LedgerRow[], leftOut: Gated['leftOut'] = {}) {
  const all = unverifiedRows(rows);
  const open = all.filter(({ id }) => leftOut[id] === undefined);
  return { open, others: all.length - open.length };
}

function notPart(count: number): string {
  return `${counted(count, 'must rule was', 'must rules were')} not part of this run`;
}

/** The must rules that apply and about which a run can say neither. */
export function unverifiedRows(rows: readonly LedgerRow[]): LedgerRow[] {
  return rows.filter(
    ({ level, verdict }) => level === 'must' && (verdict === 'inconclusive' || verdict === 'not-exercised'),
  );
}

/** As many rules as one sentence names. */
const MOST_NAMED = 3;

function listed(ids: readonly RuleId[]): string {
  const named = ids.slice(0, MOST_NAMED);
  const more = ids.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  const [last = '', ...others] = named.toReversed();
  if (others.length === 0) return last;
  return `${others.toReversed().join(', ')}${others.length > 1 ? ',' : ''} and ${last}`;
}

function andMore(count: number): string {
  return count > 1 ? `, and ${count - 1} more` : '';
}
