import { getPetPhase } from '../contract/lifecycle.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import type { AllowedAnswer, Caller, Expectation, JudgeKnowledge, PetIdReading, Regularity } from './expectation.ts';
import { readNewPet, type NewPetReading } from './new-pet.ts';
import type { Oddity } from './oddity.ts';
import { mayBeRoute, readPetId } from './pet-id.ts';
import {
  asksForAnotherAnswer,
  bodyIsOtherThanJson,
  readCaller,
  readListQuery,
  readOperation,
  readSurroundings,
  saysJson,
  splitTarget,
} from './request.ts';

type Demand = Pick<Expectation, 'answers' | 'doubtful' | 'blame'>;

/** Any request may be over the limit; the body of a 429 is not shown. Source: section 8. */
const OVER_LIMIT: AllowedAnswer = { status: 429, body: 'any' };
const REFUSED: AllowedAnswer = { status: 401, body: 'Error' };
const NOT_FOUND: AllowedAnswer = { status: 404, body: 'Error' };
const ANY_CLIENT_ERROR: AllowedAnswer = { status: '4xx', body: 'any' };
const ELSEWHERE: AllowedAnswer = { status: '3xx', body: 'any' };
const NOT_IMPLEMENTED: AllowedAnswer = { status: 501, body: 'any' };
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
    const what = `${request.method} here is not a documented operation`;
    const oddities: Oddity[] = [{ kind: 'open', what }, ...surroundings];
    const regularity = regularityOf(oddities);
    return { ...base, oddities, regularity, ...UNDOCUMENTED, doubtful: regularity === 'hostile' ? [] : [NOT_SHOWN] };
  }
  const demandFor = (served: Served, oddities: readonly Oddity[], isValid = true) => {
    const heeded = asksForAnotherAnswer(request) ? withOtherSuccess(served) : served;
    const isOtherwiseValid = isValid && oddities.some(isBeside) && oddities.every(isBeside);
    return forCaller(
      caller,
      regularityOf(oddities),
      isOtherwiseValid,
      surroundings.some(isHostile) ? withRefusalInFront(heeded) : heeded,
    );
  };
  if (operation === 'listPets') {
    const { page, oddities: inQuery } = readListQuery(request.target);
    const oddities = [...inQuery, ...surroundings];
    const regularity = regularityOf(oddities);
    return { ...base, oddities, regularity, page, ...demandFor(listDemand(regularity, page.limit), oddities) };
  }
  const { query } = splitTarget(request.target);
  const inQuery: Oddity[] =
    query === undefined ? [] : [{ kind: 'open', what: 'a query where none is documented', isBeside: true }];
  if (operation === 'createPet') {
    const newPet = readBody(request);
    const oddities = [...inQuery, ...surroundings, ...oddBody(newPet)];
    const regularity = regularityOf(oddities);
    const served = createDemand(newPet, regularity, knowledge, saysJson(request));
    return { ...base, oddities, regularity, newPet, ...demandFor(served, oddities, newPet.kind === 'valid') };
  }
  const reading = petId ?? readPetId('');
  const oddities = [...inQuery, ...surroundings, ...oddPetId(reading)];
  const regularity = regularityOf(oddities);
  const served = getDemand(reading, regularity, knowledge);
  const isSearched = reading.kind === 'int64' && getPetPhase(knowledge.asOf) === 'deprecated';
  return { ...base, oddities, regularity, petId: reading, ...demandFor(served, oddities, isSearched) };
}

/** Other paths and methods: not shown, so nothing but a server error is worth a word. */
const UNDOCUMENTED: Demand = {
  answers: [{ status: '2xx', body: 'any' }, ELSEWHERE, ANY_CLIENT_ERROR, NOT_IMPLEMENTED],
  doubtful: [],
  blame: { '2xx': 'ERR-7', '4xx': 'ERR-7', other: 'ERR-7' },
};

const NOT_SHOWN = { status: 500, because: 'no such operation is documented, so nothing is said about it' } as const;

/** What a caller with a valid key is owed, and what that tells about one without. */
interface Served extends Demand {
  /**
   * For an otherwise valid request: the answers that are documented for it besides the 401 of a refused key, as an
   * unknown id's 404. Absent where something else is wrong with the request: which error wins is then left open.
   */
  readonly besides401?: readonly AllowedAnswer[];
}

/** What holds for a caller whose key is not accepted overrides what the operation would answer. Source: section 5. */
function forCaller(
  caller: Caller,
  regularity: Regularity,
  isOtherwiseValid: boolean,
  { besides401, ...served }: Served,
): Demand {
  switch (caller) {
    case 'valid':
      return served;
    case 'lenient':
    case 'unknown':
      return { ...served, answers: [...served.answers, REFUSED] };
    default: {
      const doubtful = served.doubtful.filter((doubt) => doubt !== SCOPE);
      const rule: RuleId = caller === 'missing' ? 'AUTH-1' : 'AUTH-2';
      if (besides401 !== undefined) {
        return { answers: [REFUSED, ...besides401], doubtful, blame: { '2xx': rule, '4xx': rule, other: rule } };
      }
      const blamed = isOtherwiseValid ? rule : 'AUTH-7';
      const unsuccessful = served.answers.filter((answer) => !isSuccess(answer));
      return {
        answers: [REFUSED, ...unsuccessful, ANY_CLIENT_ERROR],
        doubtful: doubtful.filter(({ status }) => status < 400 || status > 499),
        blame: { '2xx': blamed, '4xx': blamed, other: serverErrorRule(regularity) },
      };
    }
  }
}

function isSuccess({ status }: AllowedAnswer): boolean {
  return status === '2xx' || status === 200 || status === 201;
}

/** Conditional and partial requests, and preferences: where there may be a success, HTTP knows further ones. */
function withOtherSuccess(served: Served): Served {
  if (!served.answers.some(isSuccess)) return served;
  return { ...served, answers: [...served.answers, { status: '2xx', body: 'any' }, ELSEWHERE] };
}

/** What is hostile outside the body may be refused before it reaches the service: by the HTTP parser, a proxy, a router. */
function withRefusalInFront(served: Served): Served {
  const answers = served.answers.map((answer) =>
    answer.body === 'Error' ? { ...answer, body: 'any' as const } : answer,
  );
  return { ...served, answers };
}

/** Section 4.1; 400 is documented for POST only, so what a bad limit or status gets is left open. */
function listDemand(regularity: Regularity, limit: number | undefined): Served {
  const page: AllowedAnswer = { status: 200, body: 'Pets' };
  if (regularity !== 'documented') return openDemand([page, ELSEWHERE], regularity);
  return {
    answers: [page, OVER_LIMIT],
    doubtful: [SCOPE],
    blame: { '2xx': 'ERR-3', '4xx': limit === undefined ? 'ERR-3' : 'LIST-2', other: 'ERR-3' },
    besides401: [OVER_LIMIT],
  };
}

/** Section 4.2. */
function createDemand(
  newPet: NewPetReading,
  regularity: Regularity,
  knowledge: JudgeKnowledge,
  labelled: boolean,
): Served {
  const created: AllowedAnswer = { status: 201, body: 'Pet' };
  const refused: AllowedAnswer = { status: 400, body: 'Error' };
  switch (newPet.kind) {
    case 'valid': {
      if (regularity !== 'documented') return openDemand([created, refused], regularity, 'CREATE-1');
      const known = newPet.categoryId === knowledge.categoryId || knowledge.categories.has(newPet.categoryId);
      return {
        answers: [created, OVER_LIMIT],
        doubtful: known ? [SCOPE] : [SCOPE, ...GUESSED_CATEGORY],
        blame: { '2xx': 'CREATE-1', '4xx': 'CREATE-1', other: 'ERR-3' },
        besides401: [OVER_LIMIT],
      };
    }
    case 'missing':
    case 'wrong-type':
    case 'not-an-object': {
      const rule = BAD_BODY_RULES[newPet.kind];
      // With something else odd about the request nobody knows which of the two a server error is about.
      const other = regularity === 'documented' ? rule : serverErrorRule(regularity);
      const blame = { '2xx': rule, '4xx': rule, other } as const;
      if (regularity !== 'documented') return { ...openDemand([refused], regularity), blame };
      return { answers: [refused, OVER_LIMIT], doubtful: labelled ? [SCOPE] : [SCOPE, ...UNLABELLED], blame };
    }
    case 'should-refuse': {
      const demand = openDemand([created, refused], regularity, 'CREATE-1');
      const rule = newPet.field === 'status' ? 'CREATE-6' : 'CREATE-7';
      return regularity === 'hostile' ? demand : { ...demand, blame: { ...demand.blame, other: rule } };
    }
    default:
      return openDemand([created, refused], regularity, 'CREATE-1');
  }
}

/** Which rule asks for the refusal of a bad body. */
const BAD_BODY_RULES = { missing: 'CREATE-5', 'wrong-type': 'CREATE-6', 'not-an-object': 'CREATE-7' } as const;

/** How a request without a body, and without a media type, may be refused before anyone misses the body. */
const UNLABELLED = [411, 415].map((status) => ({ status, because: 'the request does not say that it is JSON' }));

/** How a category that does not exist may be refused. */
const GUESSED_CATEGORY = [400, 404, 409, 410, 422, 424].map((status) => ({
  status,
  because: 'the category was guessed and may not exist',
}));

/** Sections 4.3 and 9. */
function getDemand(petId: PetIdReading, regularity: Regularity, knowledge: JudgeKnowledge): Served {
  const found: AllowedAnswer = { status: 200, body: 'Pet' };
  const gone = [ELSEWHERE, ANY_CLIENT_ERROR, NOT_IMPLEMENTED];
  const phase = getPetPhase(knowledge.asOf);
  const other = serverErrorRule(regularity);
  if (petId.kind === 'not-int64') {
    const doubtful = mayBeRoute(petId) ? [{ status: 200, because: 'the path may be that of another operation' }] : [];
    const answers = phase === 'deprecated' ? [ELSEWHERE, ANY_CLIENT_ERROR] : gone;
    return { answers, doubtful, blame: { '2xx': 'GET-3', '4xx': 'GET-3', other } };
  }
  if (phase === 'removed') {
    return { answers: gone, doubtful: [], blame: { '2xx': 'GET-4', '4xx': 'GET-4', other } };
  }
  if (phase === 'removal-day') return openDemand([found, ...gone], regularity);
  if (petId.kind === 'spelling') return openDemand([found, ELSEWHERE], regularity);
  if (regularity !== 'documented') return openDemand([found, NOT_FOUND, ELSEWHERE], regularity);
  const known = knowledge.animals.has(petId.id);
  const rule: RuleId = known ? 'GET-1' : 'GET-2';
  return {
    answers: [found, NOT_FOUND, OVER_LIMIT],
    doubtful: [SCOPE],
    blame: { '2xx': rule, '4xx': rule, other: 'ERR-3' },
    besides401: known ? [OVER_LIMIT] : [NOT_FOUND, OVER_LIMIT],
  };
}

/** Where the specification is silent: these answers and any refusal are fine, a server error never is. */
function openDemand(answers: readonly AllowedAnswer[], regularity: Regularity, otherSuccess: RuleId = 'ERR-3'): Served {
  return {
    answers: [...answers, ANY_CLIENT_ERROR, OVER_LIMIT],
    doubtful: [],
    blame: { '2xx': otherSuccess, '4xx': 'ERR-3', other: serverErrorRule(regularity) },
  };
}

function serverErrorRule(regularity: Regularity): RuleId {
  return regularity === 'hostile' ? 'ERR-7' : 'ERR-3';
}

function regularityOf(oddities: readonly Oddity[]): Regularity {
  if (oddities.length === 0) return 'documented';
  return oddities.some(isHostile) ? 'hostile' : 'open';
}

function isBeside(oddity: Oddity): boolean {
  return oddity.isBeside === true;
}

function isHostile({ kind }: Oddity): boolean {
  return kind === 'hostile';
}

/** What is no JSON, and is not said to be any, is another content type's matter: a service may speak that too. */
function readBody(request: SentRequest): NewPetReading {
  const newPet = readNewPet(request.body);
  const sent = request.body.kind === 'bytes' && request.body.bytes.length > 0;
  if (newPet.kind !== 'not-an-object' || !sent || !bodyIsOtherThanJson(request)) return newPet;
  return { ...newPet, kind: 'open', what: 'a body of another media type', odd: newPet.odd ?? [] };
}

function oddBody(newPet: NewPetReading): Oddity[] {
  if (newPet.kind === 'unknown') return [{ kind: 'open', what: 'the body was not recorded' }];
  const odd = newPet.odd ?? [];
  if (newPet.kind !== 'open' && newPet.kind !== 'should-refuse') return [...odd];
  const kind = 'open';
  if (newPet.kind === 'should-refuse') return [{ kind, what: newPet.what }, ...odd];
  return [{ kind, what: newPet.what, observedBy: 'CREATE-11' }, ...odd];
}

function oddPetId(petId: PetIdReading): Oddity[] {
  if (petId.kind === 'spelling')
    return [{ kind: 'open', what: `petId is spelled ${JSON.stringify(petId.text.slice(0, 40))}` }];
  return petId.kind === 'not-int64' && petId.text.length > 64 ? [{ kind: 'hostile', what: 'petId is very long' }] : [];
}
