import type { Operation } from '../contract/operations.ts';

/**
 * How much a rule binds: `must` is stated by the specification, `should` follows from the standards it builds on,
 * `observed` is left open and only recorded.
 */
export type Level = 'must' | 'should' | 'observed';

/** Which command judges a rule: a running service, a service under load, a client, or the configuration. */
export type JudgedBy = 'check' | 'load' | 'client' | 'configuration';

/** What a run must have before a rule can be judged. */
export type Need =
  | 'writes'
  | 'second key'
  | 'a listed pet'
  | 'more than 100 pets'
  | 'limit exhaustion'
  | 'day exhaustion'
  | 'before removal'
  | 'after removal';

/**
 * Kinds of responses: any at all; lists, pets and creations for a valid key; answers 401; answers with an Error; answers to
 * bodies that the specification leaves open.
 */
export type ResponseKind =
  | 'every response'
  | 'lists'
  | 'pets'
  | 'creations'
  | 'unauthorized'
  | 'errors'
  | 'open bodies';

/** One documented rule, as data. No function hangs on it: judges point to it by its id. */
export interface Rule {
  readonly level: Level;
  /** What is asked, in one sentence. */
  readonly says: string;
  /** Where the specification, or the standard, says so. */
  readonly source: string;
  /** How petvet judges it, and the leeway a fair judge gives. */
  readonly judged: string;
  /** How a service, or a client, is usually made to satisfy it; absent where it is only recorded. */
  readonly toFix?: string;
  /** `check` unless said otherwise. */
  readonly by?: JudgedBy;
  readonly needs?: readonly Need[];
  /** The kinds of responses on each of which it is judged, whatever was asked for; absent where only certain requests show it. */
  readonly shownOn?: readonly ResponseKind[];
  /** What was requested does not matter to it: one fault is one finding, whatever inputs met it. */
  readonly ofAnyRequest?: true;
  /** It is about what a response holds: a response of another status does not show that a violation is fixed. */
  readonly ofContent?: true;
  /** The operations the rule must be shown on before it can pass; absent when any exchange will do. */
  readonly operations?: readonly Operation[];
}
