import type { Operation } from '../contract/operations.ts';
import type { PetStatus } from '../contract/pets.ts';
import type { CredentialRole } from '../evidence/exchange.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { RuleId } from '../rules/index.ts';
import type { NewPetReading } from './new-pet.ts';
import type { Oddity } from './oddity.ts';
import type { PetIdReading } from './pet-id.ts';

/** A pet that an earlier response showed. */
export interface KnownPet {
  readonly id: bigint;
  readonly status: PetStatus | undefined;
  /** The exchange that showed it last; 0 where only the configuration names it. */
  readonly seenIn: number;
  /** The other statuses that it had before. */
  readonly formerStatuses?: readonly PetStatus[];
}

/** What a judge may know when it looks at one exchange: the run's knowledge and what earlier answers showed. */
export interface JudgeKnowledge extends Knowledge {
  readonly pets: ReadonlyMap<bigint, KnownPet>;
  /** The categories that the primary caller was shown. */
  readonly categories: ReadonlySet<bigint>;
  /** Those that other callers were shown, who may have others, by key. Absent where callers are not distinguished. */
  readonly othersCategories?: ReadonlyMap<CredentialRole, ReadonlySet<bigint>>;
  /** Absent where none is known. */
  readonly wronglyStored?: WronglyStored;
  /** The names with which pets were created. Absent where none is known. */
  readonly createdNames?: Pick<ReadonlySet<string>, 'has'>;
  /** The ids that creations were answered with though another pet had them. Absent where none is known. */
  readonly collidedIds?: Pick<ReadonlySet<bigint>, 'has'>;
  /** The names of the pets that were created, by their ids. Absent where none is known. */
  readonly createdUnder?: Pick<ReadonlyMap<bigint, string>, 'get'>;
  /** The ids that requests brought along and creations were answered with, as texts. Absent where none is known. */
  readonly takenOverIds?: Pick<ReadonlySet<string>, 'has'>;
}

/** The categories that the sender of a request was shown; for a request without a valid key those of the primary caller. */
export function categoriesShownTo(
  credential: CredentialRole,
  { categories, othersCategories }: Pick<JudgeKnowledge, 'categories' | 'othersCategories'>,
): ReadonlySet<bigint> {
  const isOther = credential === 'second' || credential === 'unknown';
  return isOther && othersCategories !== undefined ? (othersCategories.get(credential) ?? NO_CATEGORIES) : categories;
}

const NO_CATEGORIES: ReadonlySet<bigint> = new Set();

/** Pets of petvet's own that were accepted with values that had to be refused, by what identifies them. */
export interface WronglyStored {
  readonly ids: ReadonlySet<bigint>;
  /** Ids that are strings because requests sent strings. */
  readonly textIds: Pick<ReadonlySet<string>, 'has'>;
  readonly names: ReadonlySet<string>;
  /** Ids that pets of valid requests were given: they identify none of the wrongly stored ones. */
  readonly validIds: ReadonlySet<bigint>;
}

/** The shapes that the specification gives to bodies; `any` where it is silent. */
export type BodyShape = 'Pets' | 'Pet' | 'Error' | 'any';

/** An answer that the specification allows. A class such as `4xx` stands where it is silent. */
export interface AllowedAnswer {
  readonly status: number | '2xx' | '3xx' | '4xx' | '5xx';
  readonly body: BodyShape;
}

/** Whether the caller counts as authenticated. `lenient`: a valid key in a form that only HTTP, not the specification, obliges to accept, or to refuse. */
export type Caller = 'valid' | 'missing' | 'invalid' | 'lenient' | 'unknown';

/** Whether the request is one that the specification documents. */
export type Regularity = 'documented' | 'open' | 'hostile';

/** The statuses that a rule restricts: a class of them, or all that are neither 2xx nor 4xx. 401 goes before its class. */
export type Restricted = 401 | '2xx' | '4xx' | 'other';

/** What one rule allows as the answer to one request. It says nothing about what is not named. */
export interface RuleExpectation {
  readonly rule: RuleId;
  /** The statuses that it restricts. None: a wrong status of this request violates other rules only. */
  readonly restricts: readonly Restricted[];
  /** Those of them that it allows; any other violates it. */
  readonly allows: readonly AllowedAnswer['status'][];
  /** The statuses that show that it is satisfied: `allowed` for every one that no rule forbids. None: a status alone does not. */
  readonly satisfiedBy: 'allowed' | readonly number[];
  /** The body shapes that it requires, by status. */
  readonly bodies?: readonly { readonly status: AllowedAnswer['status']; readonly shape: Exclude<BodyShape, 'any'> }[];
  /** The headers that it requires, on every response or on those of one status. */
  readonly headers?: { readonly names: readonly string[]; readonly status?: number };
}

/** What the specification allows as the answer to one request. */
export interface Expectation {
  /** The documented operation that the request addresses; undefined for other paths and methods. */
  readonly operation: Operation | undefined;
  readonly caller: Caller;
  readonly regularity: Regularity;
  readonly oddities: readonly Oddity[];
  /** Every allowed answer; 429 is always among them, by itself or as one of `4xx`. An exact status comes before its class. */
  readonly answers: readonly AllowedAnswer[];
  readonly doubtful: readonly Doubt[];
  /** The same rule by rule: what each rule that restricts the answer allows. */
  readonly rules: readonly RuleExpectation[];
  /** listPets: how many items at most, and which status all of them have. */
  readonly page?: PageExpectation;
  /** getPet: what the path names. */
  readonly petId?: PetIdReading;
  /** createPet: what the body is. */
  readonly newPet?: NewPetReading;
}

/** An answer that looks wrong but may have another cause, with that cause; without it the rule would be violated. */
export interface Doubt {
  readonly status: number;
  readonly because: string;
  readonly rule: RuleId;
  /** What the request tries that the specification does not cover, where the status is only recorded. */
  readonly topic?: string;
  /** Other responses tell whether it is a violation: a judge that compares responses decides. */
  readonly isWeighed?: true;
}

/** What a page may hold. `limit` is there when the request has a documented one; `plain` when it has none at all. */
export interface PageExpectation {
  readonly atMost: number;
  readonly limit: number | undefined;
  readonly plain: boolean;
  readonly status: PetStatus | undefined;
}

/** Whether a status is one of an expectation's allowed answers; the body shape it must then have. */
export function allowedBody(expectation: Expectation, status: number): BodyShape | undefined {
  const exact = expectation.answers.find((answer) => answer.status === status);
  return (exact ?? expectation.answers.find((answer) => answer.status === `${Math.floor(status / 100)}xx`))?.body;
}

/** The allowed statuses in words, for the reader of a finding: `200 or 429`; a class stands for all of its own. */
export function describeAllowed({ answers }: Expectation): string {
  const all = new Set(answers.map(({ status }) => `${status}`));
  const statuses = [...all].filter((status) => status.endsWith('xx') || !all.has(`${status.slice(0, 1)}xx`)).toSorted();
  const last = statuses.pop() ?? '';
  return statuses.length === 0 ? last : `${statuses.join(', ')} or ${last}`;
}
