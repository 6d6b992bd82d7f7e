import { getPetPhase } from '../contract/lifecycle.ts';
import type { RuleId } from '../rules/index.ts';
import type { AllowedAnswer, JudgeKnowledge, Regularity } from './expectation.ts';
import type { NewPetReading } from './new-pet.ts';
import { mayBeRoute, type PetIdReading } from './pet-id.ts';
import type { Demand } from './rule-expectation.ts';

/** Any request may be over the limit; the body of a 429 is not shown. Source: section 8. */
const OVER_LIMIT: AllowedAnswer = { status: 429, body: 'any' };
export const REFUSED: AllowedAnswer = { status: 401, body: 'Error' };
const NOT_FOUND: AllowedAnswer = { status: 404, body: 'Error' };

/** A service that looks a pet up before it checks the key answers 404 for one that is gone: both documented statements apply (section 7). */
const GONE = { status: 404, because: 'the pet may have been deleted meanwhile', isWeighed: true } as const;
export const ANY_CLIENT_ERROR: AllowedAnswer = { status: '4xx', body: 'any' };
export const ELSEWHERE: AllowedAnswer = { status: '3xx', body: 'any' };
export const NOT_IMPLEMENTED: AllowedAnswer = { status: 501, body: 'any' };
export const SCOPE = {
  status: 403,
  because: 'the specification leaves the scope of a key open (section 5, 4)',
} as const;

/** What a caller with a valid key is owed, and what follows for one without. */
export interface Served extends Demand {
  /**
   * For an otherwise valid request: the answers that are documented for it besides the 401 of a refused key, as an
   * unknown id's 404. Absent where something else is wrong with the request: which error wins is then left open.
   */
  readonly besides401?: readonly AllowedAnswer[];
  /** Without a valid key: statuses that may have another cause. */
  readonly doubtfulBesides401?: Demand['doubtful'];
}

/** Section 4.1; 400 is documented for POST only, so what a bad limit or status gets is left open. */
export function listDemand(regularity: Regularity, limit: number | undefined): Served {
  const page: AllowedAnswer = { status: 200, body: 'Pets' };
  if (regularity !== 'documented') return { ...openDemand([page, ELSEWHERE], regularity), bodyRule: 'LIST-1' };
  return {
    bodyRule: 'LIST-1',
    answers: [page, OVER_LIMIT],
    doubtful: [SCOPE],
    violates: { '2xx': 'ERR-3', '4xx': limit === undefined ? 'ERR-3' : 'LIST-2', other: 'ERR-3' },
    besides401: [OVER_LIMIT],
  };
}

/** What tells whether the category of a creation exists, and whether the request says that it is JSON. */
interface CreationKnowledge {
  readonly categoryId: bigint | undefined;
  /** The categories that whoever sends it was shown. */
  readonly shown: ReadonlySet<bigint>;
  readonly labelled: boolean;
  /** A pet with the same name was created before. */
  readonly isNamesake: boolean;
}

/** Section 4.2. */
export function createDemand(
  newPet: NewPetReading,
  regularity: Regularity,
  { categoryId, shown, labelled, isNamesake }: CreationKnowledge,
): Served {
  const created: AllowedAnswer = { status: 201, body: 'Pet' };
  const refused: AllowedAnswer = { status: 400, body: 'Error' };
  switch (newPet.kind) {
    case 'valid': {
      if (regularity !== 'documented') return openDemand([created, refused], regularity, 'CREATE-1');
      const known = newPet.categoryId === categoryId || shown.has(newPet.categoryId);
      return {
        answers: [created, OVER_LIMIT],
        doubtful: known ? [SCOPE, ...(isNamesake ? [NAMESAKE] : [])] : [SCOPE, ...GUESSED_CATEGORY],
        violates: { '2xx': 'CREATE-1', '4xx': 'CREATE-1', other: 'ERR-3' },
        besides401: [OVER_LIMIT],
      };
    }
    case 'missing':
    case 'wrong-type':
    case 'not-an-object': {
      const rule = BAD_BODY_RULES[newPet.kind];
      // Where something else about the request is unusual, nobody knows which of the two caused a server error.
      const other = regularity === 'documented' ? rule : serverErrorRule(regularity);
      const violates = { '2xx': rule, '4xx': rule, other } as const;
      if (regularity !== 'documented') return { ...openDemand([refused], regularity), violates };
      return {
        answers: [refused, OVER_LIMIT],
        doubtful: labelled ? [SCOPE] : [SCOPE, ...UNLABELLED],
        violates,
        also: [{ rule, satisfiedBy: [400] }],
      };
    }
    case 'should-refuse': {
      const demand = openDemand([created, refused], regularity, 'CREATE-1');
      const rule = newPet.field === 'status' ? 'CREATE-6' : 'CREATE-7';
      return regularity === 'hostile' ? demand : { ...demand, violates: { ...demand.violates, other: rule } };
    }
    default:
      return openDemand([created, refused], regularity, 'CREATE-1');
  }
}

/** Which rule requires the refusal of a bad body. */
const BAD_BODY_RULES = { missing: 'CREATE-5', 'wrong-type': 'CREATE-6', 'not-an-object': 'CREATE-7' } as const;

/** How a request without a body and media type may be refused before the missing body is noticed. */
const UNLABELLED = [411, 415].map((status) => ({ status, because: 'the request does not say that it is JSON' }));

/** How a category that does not exist may be refused. */
const GUESSED_CATEGORY = [400, 404, 409, 410, 422, 424].map((status) => ({
  status,
  because: 'the category was guessed and may not exist',
  topic: 'a category that was not seen before',
}));

/** Whether two pets may have one name is not shown: a name that is taken may count as an invalid value, which gets 400 and nothing else. */
const NAMESAKE = {
  status: 400,
  because: 'a pet with the same name was created before',
  topic: 'a name that another pet has',
  isWeighed: true,
} as const;

/** Sections 4.3 and 9. */
export function getDemand(petId: PetIdReading, regularity: Regularity, knowledge: JudgeKnowledge): Served {
  const phase = getPetPhase(knowledge.asOf);
  // What a path returns that may no longer be an operation is not shown.
  const found: AllowedAnswer = { status: 200, body: phase === 'removal-day' ? 'any' : 'Pet' };
  const gone = [ELSEWHERE, ANY_CLIENT_ERROR, NOT_IMPLEMENTED];
  const other = serverErrorRule(regularity);
  if (petId.kind === 'not-int64') {
    const doubtful = mayBeRoute(petId) ? [{ status: 200, because: 'the path may be that of another operation' }] : [];
    const answers = phase === 'deprecated' ? [ELSEWHERE, ANY_CLIENT_ERROR] : gone;
    // What may be another route may answer 200: then no rule is satisfied by it.
    const also = doubtful.length === 0 ? [{ rule: 'GET-3', satisfiedBy: 'allowed' } as const] : [];
    return { answers, doubtful, violates: { '2xx': 'GET-3', '4xx': 'GET-3', other }, also };
  }
  if (phase === 'removed') {
    const isKnown = petId.kind === 'int64' && knowledge.pets.has(petId.id);
    const also = isKnown ? [{ rule: 'GET-4', satisfiedBy: 'allowed' } as const] : [];
    return { answers: gone, doubtful: [], violates: { '2xx': 'GET-4', '4xx': 'GET-4', other }, also };
  }
  if (petId.kind === 'spelling')
    return openDemand([found, ...(phase === 'removal-day' ? gone : [ELSEWHERE])], regularity);
  const known = knowledge.pets.has(petId.id);
  const rule: RuleId = known ? 'GET-1' : 'GET-2';
  const shown = { bodyRule: rule, isDeprecated: true };
  if (phase === 'removal-day') return openDemand([found, ...gone], regularity);
  if (regularity !== 'documented') return { ...openDemand([found, NOT_FOUND, ELSEWHERE], regularity), ...shown };
  return {
    ...shown,
    answers: [found, NOT_FOUND, OVER_LIMIT],
    doubtful: [SCOPE],
    violates: { '2xx': rule, '4xx': rule, other: 'ERR-3' },
    also: known ? [] : [{ rule, satisfiedBy: [404] }],
    besides401: known ? [OVER_LIMIT] : [NOT_FOUND, OVER_LIMIT],
    ...(known && { doubtfulBesides401: [GONE] }),
  };
}

/** Where the specification is silent: these answers and any refusal are allowed, a server error never is. */
function openDemand(answers: readonly AllowedAnswer[], regularity: Regularity, otherSuccess: RuleId = 'ERR-3'): Served {
  return {
    answers: [...answers, ANY_CLIENT_ERROR, OVER_LIMIT],
    doubtful: [],
    violates: { '2xx': otherSuccess, '4xx': 'ERR-3', other: serverErrorRule(regularity) },
  };
}

export function serverErrorRule(regularity: Regularity): RuleId {
  return regularity === 'hostile' ? 'ERR-7' : 'ERR-3';
}
