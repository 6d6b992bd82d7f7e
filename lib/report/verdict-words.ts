import { unverifiedRows } from '../gate/decision.ts';
import { fixFirst } from '../gate/fix-first.ts';
import type { JudgedProfile } from '../gate/profile-judge.ts';
import type { CountedFinding, Ledger, LedgerRow, Outcome, Verdict } from '../ledger/ledger.ts';
import type { RuleId } from '../rules/index.ts';
import { counted } from '../text/counted.ts';
import type { Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { isOfClient } from './scope.ts';

/** What a finding says, harmless; where another rule is blamed, that it is blocked by it. */
export function toldOf({ says, see }: Pick<CountedFinding, 'says' | 'see'>, ledger: Ledger, most?: number): string {
  return see === undefined ? printable(says, most) : blockedBy(see, ledger);
}

/** What a row says, harmless: where all that speaks for its verdict is blamed on other rules, that it is blocked by them. */
export function rowTold({ verdict, says, findings }: LedgerRow, ledger: Ledger, most?: number): string {
  const telling = findings.filter((finding) => finding.verdict === verdict || finding.see !== undefined);
  const blamed = [...new Set(telling.flatMap(({ see }) => see ?? []))];
  const isBlocked = verdict === 'inconclusive' && blamed.length > 0 && telling.every(({ see }) => see !== undefined);
  return isBlocked ? blamed.map((id) => blockedBy(id, ledger)).join('; ') : printable(says, most);
}

function blockedBy(id: string, { rows }: Ledger): string {
  const isViolated = rows.some((row) => row.id === id && (row.verdict === 'fail' || row.verdict === 'warn'));
  return isViolated ? `blocked by the violation of ${id}` : `depends on ${id}, which is not decided`;
}

/**
 * Findings as a list tells them: what is blocked by one other rule is one line, however many kinds of input met it. An
 * input is named only where it is that of all.
 */
export function blamedOnce(findings: readonly CountedFinding[]): CountedFinding[] {
  const groups = Map.groupBy(findings, (finding) => finding.see ?? finding);
  return [...groups.values()].flatMap((same) => {
    const [first, ...more] = same;
    if (first === undefined || more.length === 0) return first ?? [];
    const { input, alsoShownBy = [], ...told } = first;
    const others = more.flatMap((one) => [...one.shownBy, ...(one.alsoShownBy ?? [])]);
    const also = [...new Set([...alsoShownBy, ...others])].filter((id) => !told.shownBy.includes(id));
    const isAll = input !== undefined && more.every((one) => one.input === input);
    const times = same.reduce((sum, one) => sum + one.times, 0);
    return [
      {
        ...told,
        ...(isAll && { input }),
        times: Math.min(times, told.shownBy.length + also.length),
        alsoShownBy: also,
      },
    ];
  });
}

/** How an outcome is shown. */
export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  conforming: 'good',
  incomplete: 'warning',
  violating: 'bad',
  aborted: 'warning',
};

/**
 * What an outcome means for the rules of a run, as a clause that ends without a full stop.
 *
 * @param rows - the rules that the run asked about
 */
export function meaningOf(outcome: Outcome, rows: readonly LedgerRow[]): string {
  switch (outcome) {
    case 'conforming':
      return 'every must rule that applies was verified, and none is violated';
    case 'violating': {
      const violated = violatedRows(rows).length;
      return violated === 0
        ? 'no must rule is violated'
        : `${counted(violated, 'must rule is', 'must rules are')} violated`;
    }
    case 'incomplete': {
      const open = unverifiedRows(rows).length;
      return open === 0
        ? 'no must rule of this run is violated; the other must rules were not part of it'
        : `no must rule is violated, but ${counted(open, 'must rule')} could not be verified`;
    }
    default:
      return 'the run ended early; no must rule was violated until then';
  }
}

/** A load run is the one that is asked for more than rules; its scenario verifies few of them. */
export function isLoad(report: Pick<RunReport, 'ledger' | 'shortfalls'>): boolean {
  return report.shortfalls !== undefined && !isOfClient(report);
}

/** What `conforming` means of a load run. */
export const CONFORMING_LOAD = 'every must rule of this scenario was verified, and none is violated';

/** The must rules that are violated, what to fix first before the others. */
export function violatedRows(rows: readonly LedgerRow[]): LedgerRow[] {
  return fixFirst(rows).filter(({ level, verdict }) => level === 'must' && verdict === 'fail');
}

/** The must rules that are violated, what to fix first before the others. */
export function violatedRules({ rows }: { readonly rows: readonly LedgerRow[] }): RuleId[] {
  return violatedRows(rows).map(({ id }) => id);
}

/** As many rules as one sentence names. */
const MOST_NAMED = 6;

/**
 * The kind of run, where readers must know it to understand the outcome: the run left something out that belongs to a kind of run, and
 * not single rules. A run that left nothing out is told without.
 */
export function toldProfile({
  profile,
  ledger,
  knowledge,
}: Pick<RunReport, 'profile' | 'ledger' | 'knowledge'>): JudgedProfile | undefined {
  const isWhole = profile?.name === 'complete' || Object.keys(knowledge.leftOut).length > 0;
  return isWhole || ledger.outcome !== 'incomplete' ? undefined : profile;
}

/** The outcome within a kind of run: `conforms (read-only)`. */
export function profileOutcome({ isComplete, name }: { readonly isComplete: boolean; readonly name: string }): string {
  return `${isComplete ? 'conforms' : 'incomplete'} (${name})`;
}

/** What was verified, and what others have to: a clause that ends without a full stop. */
export function profileMeaning({ covered, total, inPart, notCovered, open, name }: JudgedProfile): string {
  const part = inPart.length === 0 ? '' : `, ${inPart.length} in part`;
  const counts = `${covered} of ${total} must rules verified${part}; ${notCovered.length} not covered by this profile`;
  if (open.length === 0) return counts;
  const more = open.length - MOST_NAMED;
  const named = open.slice(0, MOST_NAMED).map(({ rule }) => rule);
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `no must rule is violated, but ${counted(open.length, 'must rule')} that ${name} promises could not be verified: ${list}; ${counts}`;
}

/** How a verdict is shown: a symbol, a colour, and always its word. */
export const VERDICT_LOOKS: Readonly<Record<Verdict, { readonly symbol: string; readonly tone: Tone }>> = {
  fail: { symbol: '✖', tone: 'bad' },
  inconclusive: { symbol: '?', tone: 'doubt' },
  pass: { symbol: '✔', tone: 'good' },
  warn: { symbol: '!', tone: 'warning' },
  observed: { symbol: '·', tone: 'quiet' },
  'not-exercised': { symbol: '·', tone: 'quiet' },
  'not-applicable': { symbol: '·', tone: 'quiet' },
};

/** For how many more runs like this one the pages of the lists have room, in words. */
export function describeRoom(runs: number): string {
  return runs === 0
    ? 'test data fills a whole list page: later runs verify less'
    : `about ${counted(runs, 'more run')} before test data fills all list pages`;
}

/** Creations that succeeded, whose responses have no integer id or were not recorded. */
export function describeWithoutId(count: number): string {
  return `${counted(count, 'creation')} succeeded with no known id`;
}
