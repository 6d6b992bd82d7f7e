import type { clientRules } from '../rules/client.ts';

/** The id of a rule that is judged on clients. */
export type ClientRuleId = keyof typeof clientRules;

/** What the log of a client says of a rule. */
export interface ClientFinding {
  readonly rule: ClientRuleId;
  readonly verdict: 'pass' | 'fail' | 'warn' | 'inconclusive' | 'not-exercised';
  /** One clause. */
  readonly says: string;
  /** What a violation is held against. */
  readonly expected?: string;
  readonly actual?: string;
  /** The numbers of the requests that show it. */
  readonly requests: readonly number[];
  /** The kinds of faults, the one that is told first, where a rule can be violated in several ways that have nothing to do with one another. */
  readonly faults?: readonly ClientFault[];
}

/** One kind of fault, by a name that is the same in every run: no value of a request is in it. */
interface ClientFault {
  readonly name: string;
  readonly requests: readonly number[];
}
