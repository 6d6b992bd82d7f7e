/** The id of an unknown run: traffic that petvet did not send, and that has no seed either. */
export const UNKNOWN_RUN = 'unknown';

/** What a run did, besides its exchanges: written beside the evidence, shown by every report. */
export interface RunFacts {
  readonly runId: string;
  /** Instants in milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly seed: number;
  readonly sent: number;
  /** Answers 429. */
  readonly refused: number;
  readonly waitedSeconds: number;
  readonly interrupted: boolean;
  /** Why the run could not go on, in one sentence: an interrupt, a lost service. */
  readonly aborted?: string;
  /** Why the run sent less than it might have, in one sentence: the budget that the user set. */
  readonly endedEarly?: string;
  /** Either of them without its details; absent where it has none. */
  readonly endClause?: string;
  /** Ids of the pets that the run created, as decimal text. */
  readonly created: readonly string[];
  /** Creations that succeeded, but whose responses show no integer id; absent where there were none. */
  readonly createdWithoutId?: number;
  /** How many more runs like this one the filtered pages have room for, at least; absent when nothing was created. */
  readonly runsLeft?: number;
  /** Of a load run: how it differs from what was requested, a sentence each. */
  readonly shortfalls?: readonly string[];
  /** Of a load run: the rules that its scenario is about. Others are reported only where they are violated. */
  readonly asks?: readonly string[];
  /** Of a load run: the service lost more requests than the allowance, and cannot be said to conform. */
  readonly isUnstable?: boolean;
  /** Of a load run: it falls short only because the load generator did, and has not measured what it was to measure. */
  readonly isUnmeasured?: boolean;
  /** For each probe that found a violation: what replays it. */
  readonly counterexamples: readonly Counterexample[];
}

/** The smallest input with which a probe found a rule violated, and how to generate it again. */
export interface Counterexample {
  readonly probe: string;
  readonly rules: readonly string[];
  readonly seed: number;
  readonly path: string;
  readonly smallest: string;
}
