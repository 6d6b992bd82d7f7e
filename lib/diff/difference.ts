import type { ConformanceReport } from '../shapes/report.ts';
import type { Difference, Undecided } from './diff-document.ts';

/** One rule of a report. */
export type RuleRow = ConformanceReport['rules'][number];

/** A row as it is compared: where the first run of its service did not verify the rule and the second one did, that of the second. */
export type ComparedRow = RuleRow & { readonly isOfSecondRun?: true };

/** One finding of a rule, as a report has it. */
export type ReportedFinding = RuleRow['findings'][number];

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
