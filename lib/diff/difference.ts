import type { ConformanceReport } from '../shapes/report.ts';

/** One rule of a report. */
export type RuleRow = ConformanceReport['rules'][number];

/** A row as it is compared: where the first run of its service did not verify the rule and the second one did, that of the second. */
export type ComparedRow = RuleRow & { readonly isOfSecondRun?: true };

/** The runs of a comparison: one of each service, and what was asked of each once more. */
type RunOfPair = 'before' | 'after' | 'again' | 'afterAgain';

/** One finding of a rule, as a report has it. */
export type ReportedFinding = RuleRow['findings'][number];

/**
 * What a difference means to callers of the run before, if the service of the run after took its place. `worse`: a must rule that was
 * satisfied is violated, or violated in one more way. `better`: the reverse. `changed`: callers could notice, and the specification
 * forbids neither.
 */
export type Weight = 'worse' | 'changed' | 'better';

/** One difference that callers could notice. */
export interface Difference {
  readonly weight: Weight;
  /** `verdict`: of a rule; `finding`: one more, or one less, of a rule that is violated in both; `behaviour`: observed, not judged. */
  readonly of: 'verdict' | 'finding' | 'behaviour' | 'limit';
  /** What it is about, in the same words in every comparison: no seed, id or sentence of a run is part of it. */
  readonly subject: string;
  /** The rule that judges or records it; absent for the rate limit. */
  readonly rule?: string;
  /** The requirement, what was observed, or what of the limit it is. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Exchanges of the run that `shownIn` names. */
  readonly shownBy: readonly number[];
  readonly shownIn: RunOfPair;
}

/** Something that one of the runs did not verify, or that one run alone cannot tell. */
export interface Undecided {
  /** What it is about: rules, topics. */
  readonly about: readonly string[];
  /** Why, as a clause. */
  readonly why: string;
  /**
   * `lost`: must rules that were satisfied before, and are not verified after, so nobody can say that nothing got worse. `violated`: must
   * rules that are violated after, and were not verified before. `chance`: must rules that neither run set out to verify, and that
   * another client let the one before meet. `other`: these and `chance` decide nothing.
   */
  readonly kind: 'lost' | 'violated' | 'chance' | 'other';
}

/** What a part of the comparison comes to. */
export interface Compared {
  readonly differences: readonly Difference[];
  readonly undecided: readonly Undecided[];
  /** How many rules, topics or figures both runs have. */
  readonly count: number;
}

/** The parts of a subject as one text. */
export function subjectOf(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

/** As many exchanges as are named of one difference. */
const MOST_SHOWN = 5;

/** The exchanges that show some findings, each once, the first ones. */
export function shownByOf(findings: readonly ReportedFinding[]): readonly number[] {
  return [...new Set(findings.flatMap(({ shownBy }) => shownBy))].toSorted((a, b) => a - b).slice(0, MOST_SHOWN);
}

/** Whether what is undecided leaves the comparison decided all the same. */
export function decidesNothing({ kind }: Pick<Undecided, 'kind'>): boolean {
  return kind === 'other' || kind === 'chance';
}

/** Undecided things of one kind with the same reason, as one. */
export function groupedByReason(all: readonly Undecided[]): Undecided[] {
  const groups = Map.groupBy(all, ({ kind, why }) => JSON.stringify([kind, why]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, about: group.flatMap(({ about }) => about) }];
  });
}
