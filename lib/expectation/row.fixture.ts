import type { SentRequest } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import type { BodyShape, JudgeKnowledge, Regularity } from './expectation.ts';
import type { RequestParts } from './request.fixture.ts';

/** Statuses of every class that a service may answer; what a row does not allow must be blamed on a rule it names. */
export const STATUSES = [
  200, 201, 204, 206, 302, 304, 400, 401, 403, 404, 405, 410, 413, 415, 422, 429, 500, 501, 503,
] as const;

/** A request with a valid key: what is allowed, which rule each other class breaks, what is doubtful. */
export interface Row {
  readonly request: (parts: RequestParts) => SentRequest;
  readonly knowledge?: Partial<JudgeKnowledge>;
  readonly regularity: Regularity;
  /** Exact statuses, or `refusal` for any 4xx and `elsewhere` for any 3xx. */
  readonly allows: readonly (number | 'refusal' | 'elsewhere')[];
  readonly shapes?: Readonly<Record<number, BodyShape>>;
  readonly blames: { readonly success: RuleId; readonly refusal: RuleId; readonly other: RuleId };
  readonly doubtful?: readonly number[];
  /** Without a valid key: the statuses allowed besides 401 and 429, where nothing else is wrong; absent where any refusal may win. */
  readonly besides401?: readonly number[];
  /** Without a valid key: the further statuses that may have another cause. */
  readonly doubtfulBesides401?: readonly number[];
  /** Something is additional, and nothing wrong. */
  readonly isBeside?: true;
}

/** Headers that no client would send. */
export const HOSTILE_HEADERS: RequestParts = { headers: [['X-Odd', 'a\u0001b']] };

/** The same rule is blamed for every class of status. */
export const blamed = (rule: RuleId): Row['blames'] => ({ success: rule, refusal: rule, other: rule });
