import type { RuleId } from '../rules/index.ts';
import type { ResponseKind } from '../rules/rule.ts';
import type { ProbeRun } from './for-all.ts';

/** What a run must be allowed to do before a probe can be sent. */
type ProbeNeed =
  /** It sends POST. */
  | 'writes'
  /** It creates many pets. */
  | 'populate'
  /** It uses the limit of the key up. */
  | 'burst';

/** What is sent to show one or more rules: a declaration, which does nothing by itself. */
export interface Probe {
  /** Its name for flags, reports and evidence: the suite and what it looks at, such as `list/page-sizes`. It stays. */
  readonly id: string;
  /** What it looks at, in a few words. */
  readonly title: string;
  /** What of the specification it is about, in our words, with the section. */
  readonly clause: string;
  /**
   * The rules that it is there to show. A violation of one of these by what it sent is noted early, with the input that showed
   * it; whether a rule holds is decided later, from the evidence.
   */
  readonly shows: readonly RuleId[];
  /** What its responses are: rules that are judged on all of these are shown by it, too. */
  readonly brings: readonly ResponseKind[];
  readonly needs?: readonly ProbeNeed[];
  /** Its first value belongs to a run of ten requests. */
  readonly smoke?: boolean;
  /** As many requests as it sends at least, on a service that keeps every rule. */
  readonly costs: number;
  /** Sends it. Nothing is decided here. */
  readonly sends: (run: ProbeRun) => Promise<void>;
}

/** The probes of one section of the specification, in the order of sending. */
export interface Suite {
  readonly title: string;
  readonly probes: readonly Probe[];
}

/** Declares a suite; a file of suites exports one as its default. */
export function suite(title: string, probes: readonly Probe[]): Suite {
  return { title, probes };
}
