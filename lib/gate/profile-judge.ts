import type { Knowledge } from '../evidence/knowledge.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import { whatWouldHelp, whyImpossible, type RunEnd } from '../ledger/reasons.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { isShownBySingle, promisesOf, type RulePromise } from './profile-promise.ts';
import { profileOf, PROFILES, type Profile, type ProfileName } from './profiles.ts';

/** A must rule, and why it was not verified, or not in full. */
interface RuleAndWhy {
  readonly rule: RuleId;
  readonly why: string;
}

/** What a run comes to within a profile. Each must rule that applies is in one of the counts or lists, and in one only. */
export interface JudgedProfile {
  readonly name: ProfileName;
  /** Must rules that apply to the service at the date. */
  readonly total: number;
  /** Of those, verified in full. */
  readonly covered: number;
  readonly violated: number;
  /** Verified, but not on an operation that the profile leaves out. */
  readonly inPart: readonly RuleAndWhy[];
  /** What the profile leaves to others, and what nothing on this service could have shown. */
  readonly notCovered: readonly RuleAndWhy[];
  /** What the profile promises and the run did not verify, or what is in doubt. */
  readonly open: readonly RuleAndWhy[];
  /** Nothing is violated, nothing is open, and the run came to its end. */
  readonly isComplete: boolean;
}

/** What was judged: all of it is in the evidence, or follows from it. */
export interface JudgedRun {
  readonly ledger: Ledger;
  readonly knowledge: Knowledge;
  readonly run: Pick<RunFacts, 'endedEarly'>;
  /** Where the evidence broke off. */
  readonly brokenOff?: string;
}

/**
 * Holds a run against a profile.
 *
 * What a profile promises and the run did not verify leaves it incomplete, whatever the reason: a budget, a skipped rule, an empty
 * service, an operation that nobody answered. Two reasons excuse. The profile leaves it out: then nobody promised it. Or all was sent that
 * the profile permits, all of it was answered, and no response could have shown the rule on this service: too few pets to fill
 * a page, so many that every page is full, a Remaining that only announces the daily quota. The operator of a production service cannot change
 * that, and a gate that no run can pass is turned off; such rules are listed with the reason. Where `--populate` would help, or a run ended
 * early, nothing is excused. What looks wrong and is not decided stays open, even where the profile does not promise it. With
 * `complete` nothing is excused at all: it is what the ledger says.
 *
 * @param name - the profile that was asked for; what the run was, when nobody asked
 */
export function judgeProfile(judged: JudgedRun, name: ProfileName = profileOf(judged.knowledge)): JudgedProfile {
  const { ledger, knowledge } = judged;
  const profile = PROFILES[name];
  // A smoke run may write; so may a run that was asked to keep less of its promise.
  const permitted: Profile = name === 'smoke' ? { ...profile, writes: knowledge.writes } : profile;
  const promises = promisesOf(permitted, knowledge);
  const rows = new Map(ledger.rows.map((row) => [row.id, row]));
  const states = new Map<RuleId, RowState>();
  for (const [id, promise] of promises)
    states.set(
      id,
      stateOf({ ...judged, rows, promises, profile: permitted, isComplete: name === 'complete' }, id, promise),
    );
  const listed = (state: RowState['state']) =>
    [...states].flatMap(([rule, one]) => (one.state === state ? [{ rule, why: one.why ?? '' }] : []));
  const [open, violated] = [listed('open'), listed('violated').length];
  return {
    name,
    total: states.size,
    covered: listed('verified').length,
    violated,
    inPart: listed('in part'),
    notCovered: listed('not covered'),
    open,
    isComplete: open.length === 0 && violated === 0 && ledger.outcome !== 'aborted' && judged.brokenOff === undefined,
  };
}

/** What a run comes to within the profile that was asked for by name; undefined where the whole was, or nothing. */
export function namedProfile(judged: JudgedRun, name: ProfileName | undefined): JudgedProfile | undefined {
  return name === undefined || name === 'complete' ? undefined : judgeProfile(judged, name);
}

interface RowState {
  readonly state: 'verified' | 'in part' | 'not covered' | 'open' | 'violated';
  readonly why?: string;
}

interface Circumstances extends JudgedRun {
  readonly rows: ReadonlyMap<RuleId, LedgerRow>;
  readonly promises: ReadonlyMap<RuleId, RulePromise>;
  readonly profile: Profile;
  /** Everything is promised, and nothing excused. */
  readonly isComplete: boolean;
}

const OPEN = (why: string): RowState => ({ state: 'open', why });

function stateOf(circumstances: Circumstances, id: RuleId, promise: RulePromise): RowState {
  const { rows, knowledge } = circumstances;
  const row = rows.get(id);
  if (row === undefined) return OPEN('it was not part of this run');
  const { verdict, says } = row;
  if (verdict === 'fail') return { state: 'violated', why: says };
  if (verdict === 'pass' || verdict === 'warn' || verdict === 'observed') return { state: 'verified' };
  if (knowledge.leftOut[id] !== undefined) return OPEN(says);
  if (verdict === 'inconclusive') return stateOfDoubt(circumstances, row, promise);
  if (promise.covers === 'none') return { state: 'not covered', why: promise.why };
  return isUnshowable(row, circumstances) && mayExcuse(circumstances, id)
    ? { state: 'not covered', why: says }
    : OPEN(says);
}

/**
 * Whether a rule was not verified although nothing is missing that a run can bring about, and what the service holds decides: several
 * responses are compared, or every page would show it. A request that is made to show a rule, and does not, is never excused: a service
 * that answers 429 to whoever has no key is not one that refuses them.
 */
function isUnshowable({ id, isUnexplained }: LedgerRow, { profile, knowledge }: Circumstances): boolean {
  const { needs = [], operations, shownOn } = rules[id];
  if (needs.includes('more than 100 pets')) return !profile.writes;
  const hasOwnRequests = shownOn === undefined || operations !== undefined;
  if (hasOwnRequests || (isShownBySingle(id) && !needs.includes('a listed pet'))) return false;
  return isUnexplained === true && whyImpossible(id, knowledge) === undefined;
}

function stateOfDoubt(circumstances: Circumstances, row: LedgerRow, promise: RulePromise): RowState {
  const { id, says, findings } = row;
  const doubts = findings.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'fail');
  if (doubts.length === 0) {
    const { verified, missing } = row.inPart ?? { verified: [], missing: [] };
    const isOwed = missing.some((operation) => promise.covers !== 'part' || !promise.leavesOut.includes(operation));
    if (promise.covers !== 'none' && (isOwed || verified.length === 0)) return OPEN(says);
    return { state: 'in part', why: says };
  }
  const isOfSeveral = circumstances.profile.few && !isShownBySingle(id);
  if (isOfSeveral && promise.covers === 'none') return { state: 'not covered', why: promise.why };
  if (!doubts.every((doubt) => couldShowNothing(circumstances, doubt))) return OPEN(says);
  if (promise.covers === 'none') return { state: 'not covered', why: promise.why };
  return mayExcuse(circumstances, id) ? { state: 'not covered', why: says } : OPEN(says);
}

/** Whether no response speaks against a rule: nothing that was sent could have, or what could is not decided for that reason. */
function couldShowNothing(
  circumstances: Circumstances,
  { rule, unverified, fault, see }: LedgerRow['findings'][number],
): boolean {
  if (unverified === true || fault === NO_PAGE_WITH_ROOM || fault === NO_PAGE) return true;
  if (fault === TOLD_BY_THE_LIMIT && !circumstances.profile.burst) return true;
  const promise = see === undefined ? undefined : circumstances.promises.get(see);
  if (see === undefined || promise === undefined) return false;
  // Two rules that are blamed on each other excuse neither.
  const rows = new Map([...circumstances.rows].filter(([id]) => id !== rule));
  return stateOf({ ...circumstances, rows }, see, promise).state === 'not covered';
}

/** The fault of a filter under which none of the known pets was found: one that a page has room for would be missing instead. */
const NO_PAGE_WITH_ROOM = 'none found';
const NO_PAGE = 'no page';

/** The fault of a Remaining that refills as fast as requests are sent: only a limit that is used up tells a bucket from a fault. */
const TOLD_BY_THE_LIMIT = 'hardly fell';

/** Whether the service alone is the reason: the run came to its end, and nothing that the profile permits would have helped. */
function mayExcuse({ isComplete, run, knowledge, profile }: Circumstances, id: RuleId): boolean {
  if (isComplete || (run.endedEarly !== undefined && !profile.few)) return false;
  return !profile.writes || whatWouldHelp(id, true, knowledge, A_WHOLE_RUN) === undefined;
}

/** A run that came to its end, in which everything was answered. */
const A_WHOLE_RUN: RunEnd = {
  ownTraffic: true,
  aborted: false,
  seen: {
    answered: 1,
    perOperation: { listPets: 1, createPet: 1, getPet: 1 },
    pages: 1,
    largestPage: 1,
    pets: 1,
    oddLimits: 1,
    admitted: 1,
    refused: 0,
    isIdTold: true,
    isResetTold: true,
    ofSecondKey: 1,
  },
};
