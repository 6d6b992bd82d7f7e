import type { Operation } from '../contract/operations.ts';
import type { Finding } from '../judges/finding.ts';
import type { RuleId } from '../rules/index.ts';
import type { Level } from '../rules/rule.ts';

/** The verdict on one rule, strongest first. */
export const VERDICTS = [
  'fail',
  'inconclusive',
  'pass',
  'warn',
  'observed',
  'not-exercised',
  'not-applicable',
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** One row of the ledger: a rule of the catalogue and what the run says of it. */
export interface LedgerRow {
  readonly id: RuleId;
  readonly level: Level;
  readonly verdict: Verdict;
  /** One sentence: what was seen, or why nothing could be seen. */
  readonly says: string;
  /** The exchanges that show the verdict, at most {@link MOST_EVIDENCE} of them; `evidenceCount` is how many there were. */
  readonly evidence: readonly number[];
  readonly evidenceCount: number;
  /**
   * What led to the verdict, violations first: every fail, inconclusive, warn and observed finding, one for each cause; of each
   * verdict those that are blamed on this rule first, the smallest request first. Passes are only counted.
   */
  readonly findings: readonly CountedFinding[];
  /** The rule was verified, but not on every operation on which it must be. */
  readonly inPart?: { readonly verified: readonly Operation[]; readonly missing: readonly Operation[] };
  /** The rule was not verified, and the run ended early: a complete run may verify it. */
  readonly isCutShort?: true;
  /** The rule was not verified, though nothing that it needs was missing and nothing else would have helped. */
  readonly isUnexplained?: true;
}

/** A finding with the smallest request of its cause, and how often that cause was found. */
export interface CountedFinding extends Finding {
  readonly times: number;
  /** Exchanges that show the same cause besides those of `shownBy`, at most {@link MOST_EVIDENCE} of them. */
  readonly alsoShownBy?: readonly number[];
  /** The exchanges that showed the cause first, where these are not the smallest. */
  readonly firstShownBy?: readonly number[];
}

/** The outcome of a whole run. */
export type Outcome = 'conforming' | 'incomplete' | 'violating' | 'aborted';

/** The verdicts of a run, one row per rule of the catalogue, in its order. */
export interface Ledger {
  readonly outcome: Outcome;
  readonly rows: readonly LedgerRow[];
}

/** The most exchange numbers that a row lists. */
export const MOST_EVIDENCE = 100;
