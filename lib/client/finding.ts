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
}
