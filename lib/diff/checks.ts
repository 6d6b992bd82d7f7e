import type { ConformanceReport } from '../shapes/report.ts';
import { compareBehaviours } from './compare-behaviours.ts';
import { groupedByReason } from './difference.ts';
import type { Likeness } from './findings.ts';
import { compareLatency } from './latency.ts';
import { compareLimits, whyLimitsIncomparable } from './limits.ts';
import { namesOfRuns } from './run-names.ts';
import { siftNoise } from './noise.ts';
import { compareVerdicts, withSecondRun } from './verdicts.ts';
import type { ChecksDiff, ComparedRun, Difference, DiffOutcome, Latency, Undecided } from './diff-document.ts';
import { wordsOfScope } from '../report/scope.ts';

const ORDER: readonly Difference['weight'][] = ['worse', 'changed', 'better'];

/** How two checks are compared. */
export interface ComparisonSettings {
  /** By how much the median response time may be longer, where the user set a limit. */
  readonly mostPercent?: number | undefined;
  /** A second run of the service before, where there is one. */
  readonly again?: ConformanceReport | undefined;
  /** A second run of the service after, where there is one. */
  readonly afterAgain?: ConformanceReport | undefined;
  /** Further clauses about what narrows the comparison. */
  readonly notes?: readonly string[];
}

/** Compares two checks. */
export function compareChecks(
  before: ConformanceReport,
  after: ConformanceReport,
  { mostPercent, again, afterAgain, notes = [] }: ComparisonSettings = {},
): ChecksDiff {
  const likeness = likenessOf(before, after);
  const verdicts = compareVerdicts(
    withSecondRun(before.rules, again?.rules),
    withSecondRun(after.rules, afterAgain?.rules),
    likeness,
  );
  const behaviours = compareBehaviours(before.rules, after.rules, likeness.isOneScope, likeness.names);
  const limits = compareLimits(before, after);
  const latency = compareLatency(before, after, mostPercent);
  const all = [verdicts, behaviours, limits];
  const found = ORDER.flatMap((weight) =>
    all.flatMap((part) => part.differences.filter((one) => one.weight === weight)),
  );
  const { differences, noise, seenOnce } =
    again === undefined ? { differences: found, noise: [], seenOnce: [] } : siftNoise(found, { before, again, after });
  const undecided = groupedByReason(all.flatMap((part) => part.undecided));
  return {
    before: runOf(before),
    after: runOf(after),
    again: again && secondRunOf(again),
    afterAgain: afterAgain && secondRunOf(afterAgain),
    notes: [
      ...notes,
      ...(seenOnce.length === 0
        ? []
        : [`not verified by the second run: ${seenOnce.join(', ')}; a difference there may be noise`]),
      ...notesOn(before, after),
    ],
    differences,
    undecided,
    noise,
    compared: { rules: verdicts.count, behaviours: behaviours.count },
    latency,
    outcome: outcomeOf(differences, undecided, {
      latency,
      isWhole: isWhole(before, again) && isWhole(after, afterAgain),
    }),
  };
}

function likenessOf(before: ConformanceReport, after: ConformanceReport): Likeness {
  const isOneScope = JSON.stringify(before.scope) === JSON.stringify(after.scope);
  const [fewer, more] = [before.requests.sent, after.requests.sent].toSorted((a, b) => a - b);
  const areAsLong = fewer !== undefined && more !== undefined && fewer >= AS_LONG * more;
  return {
    isOneScope,
    leavesLimit: before.scope?.limit === false && after.scope?.limit === false,
    isOneSeed: before.seed === after.seed && before.petvet === after.petvet && areAsLong,
    names: namesOfRuns(before.target.name, after.target.name),
  };
}

/** A run with another plan or another maximum draws more values. */
const AS_LONG = 0.9;

function outcomeOf(
  differences: readonly Difference[],
  undecided: readonly Undecided[],
  { latency: { limit }, isWhole: areWhole }: { readonly latency: Latency; readonly isWhole: boolean },
): DiffOutcome {
  if (limit === 'exceeded' || differences.some(({ weight }) => weight === 'worse')) return 'worse';
  if (!areWhole || limit === 'undecided' || undecided.some(({ kind }) => kind === 'lost')) return 'undecided';
  return differences.length > 0 ? 'changed' : 'same';
}

/** A run that was cut short says nothing of what it did not come to, unless a second one was made for that. */
function isWhole({ aborted }: ConformanceReport, again: ConformanceReport | undefined): boolean {
  return aborted === undefined || (again !== undefined && again.aborted === undefined);
}

/** What keeps two checks from being compared, in a clause; undefined where nothing does. */
export function whyChecksIncomparable(before: ConformanceReport, after: ConformanceReport): string | undefined {
  if (before.run.id === after.run.id) return 'both reports are of the same run';
  if (before.catalogue !== after.catalogue)
    return `one was judged by version ${before.catalogue} of the catalogue, the other by ${after.catalogue}`;
  if (before.specification !== after.specification)
    return `one was judged by version ${before.specification} of the specification, the other by ${after.specification}`;
  return compareVerdicts(before.rules, after.rules, likenessOf(before, after)).count === 0
    ? 'no rule was verified in both'
    : undefined;
}

function secondRunOf(again: ConformanceReport): ChecksDiff['again'] {
  return { ...runOf(again), rules: again.scope?.rules ?? [] };
}

function runOf({ target, run, outcome, seed, aborted }: ConformanceReport): ComparedRun {
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    startedAt: run.startedAt,
    outcome,
    seed,
    aborted,
  };
}

function notesOn(before: ConformanceReport, after: ConformanceReport): string[] {
  const pairs: readonly (readonly [what: string, was: string, is: string])[] = [
    ['scope:', wordsOfScope(before.scope), wordsOfScope(after.scope)],
    ['evaluated as of', before.asOf, after.asOf],
    ['petvet', before.petvet, after.petvet],
  ];
  const names = namesOfRuns(before.target.name, after.target.name);
  const limits = whyLimitsIncomparable(before, after);
  const early = [
    { run: names.before.run, why: before.aborted },
    { run: names.after.run, why: after.aborted },
  ];
  return [
    ...pairs
      .filter(([, was, is]) => was !== is)
      .map(
        ([what, was, is]) =>
          `${what} ${was} ${names.before.on}; ${is} ${names.after.on}; only what both runs verified is compared`,
      ),
    ...(limits === undefined ? [] : [`rate limits are not compared: ${limits}`]),
    ...early.flatMap(({ run, why }) => (why === undefined ? [] : [`${run} ended early: ${why}`])),
  ];
}
