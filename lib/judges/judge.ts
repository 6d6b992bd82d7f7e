import type { JudgeKnowledge } from '../expectation/expectation.ts';
import type { RuleId } from '../rules/index.ts';
import type { Finding } from './finding.ts';
import type { LogView } from './log-view.ts';
import type { Reading } from './reading.ts';

/** What every judge declares. */
export interface Judge {
  /** The name by which it can be left out. */
  readonly name: string;
  /** The rules that it may judge. */
  readonly rules: readonly RuleId[];
  /**
   * A defect of the reference server that would be missed without this judge or, of what only warns, a variant that would not earn its
   * warning: why the judge is there. Every judge of a check has one that may fail a service; the exam leaves the judge out to see.
   */
  readonly neededFor?: string;
  /** It reports passes, or what a service does where it is free; no violations. */
  readonly neverFails?: true;
  /** Rules that it may find violated by single requests, and that another judge finds satisfied by the same ones. */
  readonly passedByOthers?: readonly RuleId[];
}

/** Findings with the name of the judge that makes them. */
export function signed({ name }: Judge, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, judge: name }));
}

/** Judges what one exchange shows. Pure: no clock, no network, no exception whatever a service sends. */
export interface ExchangeJudge extends Judge {
  judge(reading: Reading, knowledge: JudgeKnowledge): Finding[];
}

/** Judges what only several exchanges show, in the order of their numbers; their readings no longer have raw bodies. */
export interface RelationJudge extends Judge {
  judge(view: LogView): Finding[];
}
