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

/**
 * Rules whose violation can take the evidence of others: a body that is not an Error has no status to compare.
 */
type HidingRule =
  | 'CREATE-1'
  | 'ERR-1'
  | 'GET-1'
  | 'JSON-1'
  | 'JSON-2'
  | 'LIST-1'
  | 'LIST-2'
  | 'RATE-1'
  | 'RATE-2'
  | 'RATE-7';

/** What shows a violation again, and what shows that it is gone, where the requests of the finding do not tell that by themselves. */
interface ShownAgain {
  /**
   * Pages that hold every pet show it, so that petvet must know how pages behave today: `pages` where each of them tells and the
   * finding names the pet, `sets` where only what asks for that pet tells.
   */
  readonly over?: 'pages' | 'sets';
  /** The pet that is looked for was created in the run, or a creation that was refused names it. */
  readonly of?: 'creations' | 'refused creations';
  /** What satisfies it whatever else the response has: a refusal that the specification allows, or any response but a server error. */
  readonly satisfiedBy?: 'refusal' | 'no server error';
  /** Only a page that is full can show that it is satisfied. */
  readonly needsFullPages?: true;
}

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
  /** The rules whose violation may be why no response verifies it. The first of them that is violated is named. */
  readonly hiddenBy?: readonly HidingRule[];
  /** Only X-RateLimit headers that describe the minute can show it: where they describe the day, that is why it was not verified. */
  readonly ofTheMinute?: true;
  /** See {@link ShownAgain}. */
  readonly again?: ShownAgain;
  /** The operations the rule must be shown on before it can pass; absent when any exchange will do. */
  readonly operations?: readonly Operation[];
}
