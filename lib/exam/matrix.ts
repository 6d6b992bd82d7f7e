import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { RULE_IDS, rules } from '../rules/index.ts';
import type { Level } from '../rules/rule.ts';
import { DEEP_REQUESTS, DEEPER } from './depth.ts';
import { gradeOf, kindOf, type Grade, type Kind } from './grade.ts';
import type { ExamResult } from './result.ts';
import { isIdle, worthOfJudges, type JudgeWorth } from './judge-worth.ts';
import { NOT_YET } from './sampled-subjects.ts';
import { CONFORMING_NAMES } from './subjects.ts';

/** One run on one subject. */
export interface MatrixRun extends Omit<Grade, 'kind'> {
  readonly seed: number;
  /** How many were sent. */
  readonly requests: number;
  readonly created: number;
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
  readonly warned: readonly string[];
  /** Judges without any one of which it would not have been caught, or warned of. */
  readonly neededJudges: readonly string[];
  readonly aborted?: string;
  /** A first run, among others, missed it. */
  readonly isRepeated?: boolean;
}

/** A row of the matrix: a subject, and what became of it with each seed. */
export interface MatrixRow {
  readonly name: string;
  readonly kind: Kind;
  /** What is wrong, or different, in one sentence. */
  readonly says: string;
  /** Of a defect: the rules it breaks; the first one gets the blame. */
  readonly breaks: readonly string[];
  /** Why no run can show the defect yet. */
  readonly gap?: string;
  /** Requests that a run on it may send, where those are more than by default. */
  readonly depth?: number;
  /** Of a defect: the rules and the faults that were found with the first seed; those with the same ones are of one kind. */
  readonly outcome?: string;
  readonly runs: readonly MatrixRun[];
}

/** How well a rule is guarded. */
export interface Guard {
  readonly rule: string;
  readonly level: Level;
  /**
   * How many exchanges of a run on the conforming server could have shown a violation, the fewest over the seeds, by the
   * name under which the server was examined. Empty where it was not.
   */
  readonly exchanges: Readonly<Record<string, number>>;
  /** Defects whose blame is this rule's, and how many of them are caught with each seed. */
  readonly defects: number;
  readonly caught: number;
}

/** The counts that the matrix comes to. */
interface Totals {
  /** Kinds of defects, by their outcomes. */
  readonly kinds: number;
  /** Kinds whose defects were all caught as what they are, with each seed. */
  readonly kindsCaught: number;
  readonly defects: number;
  /** Caught as what they are, with each seed. */
  readonly caught: number;
  /** Of these, the ones that were examined in runs deeper than the default one. */
  readonly caughtDeep: number;
  readonly misnamed: number;
  readonly missed: number;
  /** Missed with a seed, and known to be. */
  readonly gaps: number;
  readonly variants: number;
  readonly inPeace: number;
  /** Subjects of any kind with which something went wrong. */
  readonly faulty: number;
}

/** What an examination shows. */
export interface Matrix {
  readonly seeds: readonly number[];
  readonly rows: readonly MatrixRow[];
  readonly guards: readonly Guard[];
  /** Empty unless every defect was examined. */
  readonly judges: readonly JudgeWorth[];
  readonly totals: Totals;
}

/** Puts the results of an examination together: defects and variants in the order of the reference server's tables. */
export function matrixOf(results: readonly ExamResult[]): Matrix {
  const byName = Map.groupBy(results, ({ name }) => name);
  const order = [...Object.keys(defects), ...Object.keys(variants)];
  const place = (name: string) => order.indexOf(name);
  const rows = [...byName].map(([name, all]) => rowOf(name, all)).toSorted((a, b) => place(a.name) - place(b.name));
  return {
    seeds: [...new Set(results.map(({ seed }) => seed))].toSorted((a, b) => a - b),
    rows,
    guards: RULE_IDS.filter((id) => (rules[id].by ?? 'check') === 'check' && rules[id].level !== 'observed').map(
      (rule) => guardOf(rule, rows, byName),
    ),
    judges: worthOfJudges(results),
    totals: totalsOf(rows),
  };
}

/** Whether everything is as it should be: what is known to be missed does not count. */
export function isAsItShouldBe({ totals, judges }: Matrix): boolean {
  return totals.faulty === 0 && !judges.some(isIdle);
}

function rowOf(name: string, results: readonly ExamResult[]): MatrixRow {
  const { says = 'the reference server as it is', breaks = [] } = { ...variants[name], ...defects[name] };
  const gap = NOT_YET[name];
  const inOrder = results.toSorted((a, b) => a.seed - b.seed);
  const [first] = inOrder;
  return {
    name,
    kind: kindOf(name),
    says,
    breaks,
    ...(gap !== undefined && { gap }),
    ...(DEEPER.has(name) && { depth: DEEP_REQUESTS }),
    ...(kindOf(name) === 'defect' && { outcome: outcomeOf(first, breaks) }),
    runs: inOrder.map(runOf),
  };
}

/** `GET-1 answered 404; LIST-7 too few items`. A defect that was not detected is of a kind with those of its rule that were not. */
function outcomeOf(result: ExamResult | undefined, [blamed = '']: readonly string[]): string {
  const names = result?.names.map(({ rule, fault }) => (fault === undefined ? rule : `${rule} ${fault}`)) ?? [];
  return names.length === 0 ? `${blamed} not detected` : [...new Set(names)].toSorted().join('; ');
}

function runOf(result: ExamResult): MatrixRun {
  const { state, caughtBy, faults } = gradeOf(result);
  const { seed, requests, created, failed, inconclusive, warned, neededJudges, aborted } = result;
  const run = { seed, state, caughtBy, faults, requests, created, failed, inconclusive, warned, neededJudges };
  const { isRepeated } = result;
  return { ...run, ...(aborted !== undefined && { aborted }), ...(isRepeated !== undefined && { isRepeated }) };
}

function guardOf(
  rule: (typeof RULE_IDS)[number],
  rows: readonly MatrixRow[],
  results: ReadonlyMap<string, readonly ExamResult[]>,
): Guard {
  const own = rows.filter(({ breaks }) => breaks[0] === rule);
  const examined = CONFORMING_NAMES.flatMap((name) => {
    const counts = results.get(name)?.map(({ kept }) => kept[rule] ?? 0);
    return counts === undefined ? [] : [[name, Math.min(...counts)] as const];
  });
  return {
    rule,
    level: rules[rule].level,
    exchanges: Object.fromEntries(examined),
    defects: own.length,
    caught: own.filter(isCaught).length,
  };
}

function isCaught({ runs }: MatrixRow): boolean {
  return runs.every(({ state }) => state === 'caught');
}

function totalsOf(rows: readonly MatrixRow[]): Totals {
  const ofDefects = rows.filter(({ kind }) => kind === 'defect');
  const ofVariants = rows.filter(({ kind }) => kind === 'variant');
  const some = (state: Grade['state']) =>
    ofDefects.filter(({ runs }) => runs.some((run) => run.state === state)).length;
  const kinds = [...Map.groupBy(ofDefects, ({ outcome }) => outcome).values()];
  return {
    kinds: kinds.length,
    kindsCaught: kinds.filter((rowsOfKind) => rowsOfKind.every(isCaught)).length,
    defects: ofDefects.length,
    caught: ofDefects.filter(isCaught).length,
    caughtDeep: ofDefects.filter((row) => row.depth !== undefined && isCaught(row)).length,
    misnamed: some('misnamed'),
    missed: some('missed'),
    gaps: some('gap'),
    variants: ofVariants.length,
    inPeace: ofVariants.filter(({ runs }) => runs.every(({ state }) => state === 'in peace')).length,
    faulty: rows.filter(({ runs }) => runs.some(({ faults }) => faults.length > 0)).length,
  };
}
