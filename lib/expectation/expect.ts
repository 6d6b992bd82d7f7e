import { getPetPhase } from '../contract/lifecycle.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import type { AllowedAnswer, Caller, Expectation, JudgeKnowledge, PetIdReading, Regularity } from './expectation.ts';
import { readNewPet, type NewPetReading } from './new-pet.ts';
import type { Oddity } from './oddity.ts';
import { readCaller, readListQuery, readOperation, readSurroundings } from './request.ts';

type Demand = Pick<Expectation, 'answers' | 'doubtful' | 'blame'>;

/** Any request may be over the limit; the body of a 429 is not shown. Source: section 8. */
const OVER_LIMIT: AllowedAnswer = { status: 429, body: 'any' };
const REFUSED: AllowedAnswer = { status: 401, body: 'Error' };
const ANY_CLIENT_ERROR: AllowedAnswer = { status: '4xx', body: 'any' };
const SCOPE = { status: 403, because: 'the scope of a key is not shown (section 5, 4)' } as const;

/**
 * The specification as one total function: what it allows as the answer to a request, documented or absurd.
 *
 * @param request - any request: method, target relative to the base address, headers, body and the role of its credential
 * @param knowledge - what a fair judge may know: the run's date, plan and declarations, the animals and categories seen before
 * Never throws and never reads a clock. Source: the whole specification; where it is silent the answers are classes.
 */
export function expect(request: SentRequest, knowledge: JudgeKnowledge): Expectation {
  const { operation, petId } = readOperation(request);
  const caller = readCaller(request);
  const surroundings = readSurroundings(request);
  const base = { operation, caller };
  if (operation === undefined) {
    const oddities: Oddity[] = [
      { kind: 'open', what: `${request.method} here is no documented operation` },
      ...surroundings,
    ];
    return { ...base, oddities, regularity: regularityOf(oddities), ...UNDOCUMENTED };
  }
  if (operation === 'listPets') {
    const { page, oddities: inQuery } = readListQuery(request.target);
    const oddities = [...inQuery, ...surroundings];
    const regularity = regularityOf(oddities);
    const served = listDemand(regularity, page.limit !== undefined);
    return { ...base, oddities, regularity, page, ...forCaller(caller, regularity, served) };
  }
  const inQuery: Oddity[] = request.target.includes('?')
    ? [{ kind: 'open', what: 'a query where none is documented' }]
    : [];
  if (operation === 'createPet') {
    const newPet = readNewPet(request.body);
    const oddities = [...inQuery, ...surroundings, ...(newPet.kind === 'valid' ? newPet.odd : []), ...openBody(newPet)];
    const regularity = regularityOf(oddities);
    const served = createDemand(newPet, regularity, knowledge);
    const otherwiseValid = newPet.kind === 'valid' ? regularity : 'open';
    return { ...base, oddities, regularity, newPet, ...forCaller(caller, otherwiseValid, served) };
  }
  const oddities = [...inQuery, ...surroundings, ...oddPetId(petId)];
  const regularity = regularityOf(oddities);
  const served = getDemand(petId, regularity, knowledge);
  const otherwiseValid = getPetPhase(knowledge.asOf) === 'deprecated' ? regularity : 'open';
  return { ...base, oddities, regularity, ...(petId && { petId }), ...forCaller(caller, otherwiseValid, served) };
}

/** Other paths and methods: not shown, so nothing but a server error is worth a word. */
const UNDOCUMENTED: Demand = {
  answers: [
    { status: '2xx', body: 'any' },
    { status: '3xx', body: 'any' },
    ANY_CLIENT_ERROR,
    { status: 501, body: 'any' },
  ],
  doubtful: [],
  blame: { '2xx': 'ERR-7', '4xx': 'ERR-7', other: 'ERR-7' },
};

/** What holds for a caller whose key is not accepted overrides what the operation would answer. Source: section 5. */
function forCaller(caller: Caller, otherwiseValid: Regularity, served: Demand): Demand {
  switch (caller) {
    case 'valid':
      return served;
    case 'lenient':
    case 'unknown':
      return { ...served, answers: [...served.answers, REFUSED] };
    default: {
      const rule: RuleId = caller === 'missing' ? 'AUTH-1' : 'AUTH-2';
      if (otherwiseValid === 'documented') {
        return { answers: [REFUSED, OVER_LIMIT], doubtful: [], blame: { '2xx': rule, '4xx': rule, other: rule } };
      }
      const serverError = otherwiseValid === 'hostile' ? 'ERR-7' : 'ERR-3';
      return {
        answers: [REFUSED, ANY_CLIENT_ERROR],
        doubtful: [],
        blame: { '2xx': 'AUTH-7', '4xx': 'AUTH-7', other: serverError },
      };
    }
  }
}

/** Section 4.1; 400 is documented for POST only, so what a bad limit or status gets is left open. */
function listDemand(regularity: Regularity, hasLimit: boolean): Demand {
  const page: AllowedAnswer = { status: 200, body: 'Pets' };
  if (regularity === 'documented') {
    return {
      answers: [page, OVER_LIMIT],
      doubtful: [SCOPE],
      blame: { '2xx': 'ERR-3', '4xx': hasLimit ? 'LIST-2' : 'ERR-3', other: 'ERR-3' },
    };
  }
  return openDemand([page, ANY_CLIENT_ERROR], regularity);
}

/** Section 4.2. */
function createDemand(newPet: NewPetReading, regularity: Regularity, knowledge: JudgeKnowledge): Demand {
  const created: AllowedAnswer = { status: 201, body: 'Pet' };
  const refused: AllowedAnswer = { status: 400, body: 'Error' };
  switch (newPet.kind) {
    case 'valid': {
      if (regularity !== 'documented') return openDemand([created, refused, ANY_CLIENT_ERROR], regularity, 'CREATE-1');
      const known = newPet.categoryId === knowledge.categoryId || knowledge.categories.has(newPet.categoryId);
      const guessed = [400, 404, 409, 422].map((status) => ({
        status,
        because: 'the category was guessed and may not exist',
      }));
      return {
        answers: [created, OVER_LIMIT],
        doubtful: known ? [SCOPE] : [SCOPE, ...guessed],
        blame: { '2xx': 'CREATE-1', '4xx': 'CREATE-1', other: 'ERR-3' },
      };
    }
    case 'missing':
    case 'wrong-type':
    case 'not-an-object': {
      const rule = BAD_BODY_RULES[newPet.kind];
      if (regularity !== 'documented') return openDemand([refused, ANY_CLIENT_ERROR], regularity, rule);
      return { answers: [refused, OVER_LIMIT], doubtful: [SCOPE], blame: { '2xx': rule, '4xx': rule, other: rule } };
    }
    default:
      return openDemand([created, refused, ANY_CLIENT_ERROR], regularity, 'CREATE-1');
  }
}

/** Which rule asks for the refusal of a bad body. */
const BAD_BODY_RULES = { missing: 'CREATE-5', 'wrong-type': 'CREATE-6', 'not-an-object': 'CREATE-7' } as const;

/** Sections 4.3 and 9. */
function getDemand(petId: PetIdReading | undefined, regularity: Regularity, knowledge: JudgeKnowledge): Demand {
  const found: AllowedAnswer = { status: 200, body: 'Pet' };
  const missing: AllowedAnswer = { status: 404, body: 'Error' };
  const phase = getPetPhase(knowledge.asOf);
  if (phase === 'removed') {
    return {
      answers: [{ status: '3xx', body: 'any' }, ANY_CLIENT_ERROR, { status: 501, body: 'any' }],
      doubtful: [],
      blame: { '2xx': petId?.kind === 'not-int64' ? 'GET-3' : 'GET-4', '4xx': 'GET-4', other: 'ERR-3' },
    };
  }
  if (phase === 'removal-day') return openDemand([found, ANY_CLIENT_ERROR, { status: '3xx', body: 'any' }], regularity);
  if (petId?.kind === 'not-int64') {
    const serverError = regularity === 'hostile' ? 'ERR-7' : 'ERR-3';
    return {
      answers: [{ status: '3xx', body: 'any' }, missing, ANY_CLIENT_ERROR],
      doubtful: [],
      blame: { '2xx': 'GET-3', '4xx': 'GET-3', other: serverError },
    };
  }
  if (regularity !== 'documented' || petId === undefined || petId.kind === 'spelling') {
    return openDemand([found, missing, ANY_CLIENT_ERROR], regularity);
  }
  const rule: RuleId = knowledge.animals.has(petId.id) ? 'GET-1' : 'GET-2';
  return {
    answers: [found, missing, OVER_LIMIT],
    doubtful: [SCOPE],
    blame: { '2xx': rule, '4xx': rule, other: 'ERR-3' },
  };
}

/** Where the specification is silent: these answers are fine, a server error never is. */
function openDemand(answers: readonly AllowedAnswer[], regularity: Regularity, otherSuccess: RuleId = 'ERR-3'): Demand {
  const serverError = regularity === 'hostile' ? 'ERR-7' : 'ERR-3';
  return {
    answers: [...answers, OVER_LIMIT],
    doubtful: [],
    blame: { '2xx': otherSuccess, '4xx': 'ERR-3', other: serverError },
  };
}

function regularityOf(oddities: readonly Oddity[]): Regularity {
  if (oddities.length === 0) return 'documented';
  return oddities.some(({ kind }) => kind === 'hostile') ? 'hostile' : 'open';
}

function openBody(newPet: NewPetReading): Oddity[] {
  if (newPet.kind === 'unknown') return [{ kind: 'open', what: 'the body was not recorded' }];
  return newPet.kind === 'open' || newPet.kind === 'should-refuse'
    ? [{ kind: 'open', what: newPet.what, observedBy: newPet.kind === 'open' ? 'CREATE-11' : 'CREATE-6' }]
    : [];
}

function oddPetId(petId: PetIdReading | undefined): Oddity[] {
  if (petId?.kind === 'spelling')
    return [{ kind: 'open', what: `petId is spelled ${JSON.stringify(petId.text.slice(0, 40))}` }];
  return petId?.kind === 'not-int64' && petId.text.length > 64 ? [{ kind: 'hostile', what: 'petId is very long' }] : [];
}
