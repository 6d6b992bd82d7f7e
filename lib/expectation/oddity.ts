import type { RuleId } from '../rules/index.ts';

/** Something about a request that the specification does not document. */
export interface Oddity {
  /** `open`: a plain value outside the documented ones. `hostile`: input meant to break a service. */
  readonly kind: 'open' | 'hostile';
  /** What it is, as the reader of a report sees it, e.g. `limit is "abc"`. */
  readonly what: string;
  /** What it is one of, where the value in `what` does not matter: `limit above 100`. */
  readonly sort?: string;
  /** The observed rule that records the answer, where there is one. */
  readonly observedBy?: RuleId;
  /** It is additional: nothing is wrong with the request because of it. */
  readonly isBeside?: true;
  /** A filter in front of the service may mistake it for an attack, and refuse the request in its own way. */
  readonly mayBeFiltered?: true;
  /** The name of the parameter that it is, where that is not documented. */
  readonly parameter?: string;
}
