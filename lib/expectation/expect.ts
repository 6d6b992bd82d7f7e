import { getPetPhase } from '../contract/lifecycle.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import {
  categoriesShownTo,
  type AllowedAnswer,
  type Caller,
  type Expectation,
  type JudgeKnowledge,
  type Regularity,
} from './expectation.ts';
import {
  ANY_CLIENT_ERROR,
  createDemand,
  ELSEWHERE,
  getDemand,
  listDemand,
  NOT_IMPLEMENTED,
  REFUSED,
  SCOPE,
  serverErrorRule,
  type Served,
} from './demands.ts';
import { readNewPet, type NewPetReading } from './new-pet.ts';
import type { Oddity } from './oddity.ts';
import { readPetId, type PetIdReading } from './pet-id.ts';
import { ruleByRule, violatedRules, type Demand } from './rule-expectation.ts';
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

/**
 * The specification as one total function: what it allows as the answer to a request, documented or absurd.
 *
 * @param request - any request: method, target relative to the base address, headers, body and the role of its credential
 * @param knowledge - what a fair judge may know: the run's date, plan and declarations, the pets and categories seen before
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
    const demand = { ...UNDOCUMENTED, doubtful: regularity === 'hostile' ? [] : [NOT_SHOWN] };
    return { ...base, oddities, regularity, ...saidByRule(demand, { caller, regularity }) };
  }
  const demandFor = (served: Served, oddities: readonly Oddity[], isValid = true) => {
    const heeded = asksForAnotherAnswer(request) ? withOtherSuccess(served) : served;
    const isOtherwiseValid = isValid && oddities.some(isBeside) && oddities.every(isBeside);
    const regularity = regularityOf(oddities);
    const mayBeInFront = surroundings.some(isHostile) || oddities.some(({ mayBeFiltered }) => mayBeFiltered === true);
    const allowed = mayBeInFront ? withRefusalInFront(heeded) : heeded;
    return saidByRule(forCaller(caller, regularity, isOtherwiseValid, allowed), { caller, regularity });
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
    const { categoryId } = knowledge;
    const shown = categoriesShownTo(request.credential, knowledge);
    const isNamesake = newPet.kind === 'valid' && knowledge.createdNames?.has(newPet.name) === true;
    const demand = createDemand(newPet, regularity, { categoryId, shown, labelled: saysJson(request), isNamesake });
    const served = { ...demand, bodyRule: 'CREATE-1' } as const;
    return { ...base, oddities, regularity, newPet, ...demandFor(served, oddities, newPet.kind === 'valid') };
  }
  const reading = petId ?? readPetId('');
  const oddities = [...inQuery, ...surroundings, ...oddPetId(reading)];
  const regularity = regularityOf(oddities);
  const served = getDemand(reading, regularity, knowledge);
  const isSearched = reading.kind === 'int64' && getPetPhase(knowledge.asOf) === 'deprecated';
  return { ...base, oddities, regularity, petId: reading, ...demandFor(served, oddities, isSearched) };
}

/** Other paths and methods: not shown, so only a server error matters. */
const UNDOCUMENTED: Demand = {
  answers: [{ status: '2xx', body: 'any' }, ELSEWHERE, ANY_CLIENT_ERROR, NOT_IMPLEMENTED],
  doubtful: [],
  violates: { '2xx': 'ERR-7', '4xx': 'ERR-7', other: 'ERR-7' },
};

/** A demand as an expectation says it: which rule a doubtful answer would violate, and what each rule allows. */
function saidByRule(
  demand: Demand,
  asking: Pick<Expectation, 'caller' | 'regularity'>,
): Pick<Expectation, 'answers' | 'doubtful' | 'rules'> {
  const { answers } = demand;
  const rules = ruleByRule(demand, asking);
  const doubtful = demand.doubtful.map((doubt) => ({ ...doubt, rule: doubtedRule(doubt.status) }));
  return { answers, doubtful, rules };

  // Whether a 403 is about the key is known only where the key is known.
  function doubtedRule(status: number): RuleId {
    if (status === 403) return asking.caller === 'valid' ? 'AUTH-3' : 'ERR-3';
    return violatedRules(rules, status)[0] ?? 'ERR-3';
  }
}

const NOT_SHOWN = { status: 500, because: 'no such operation is documented, so nothing is said about it' } as const;

/** Without a valid key there is no success, whatever else the request contains. */
const NO_SUCCESS = { rule: 'AUTH-7', restricts: ['2xx'], satisfiedBy: 'allowed' } as const;

/** What holds for a caller whose key is not accepted overrides what the operation would answer. Source: section 5. */
function forCaller(
  caller: Caller,
  regularity: Regularity,
  isOtherwiseValid: boolean,
  { besides401, doubtfulBesides401 = [], ...served }: Served,
): Demand {
  switch (caller) {
    case 'valid':
      return served;
    case 'lenient':
    case 'unknown':
      return { ...served, answers: [...served.answers, REFUSED], also: [], isDeprecated: false };
    default: {
      const doubtful = served.doubtful.filter((doubt) => doubt !== SCOPE);
      const rule: RuleId = caller === 'missing' ? 'AUTH-1' : 'AUTH-2';
      const isRefused = { rule, satisfiedBy: [401] };
      if (besides401 !== undefined) {
        const violates = { '2xx': rule, '4xx': rule, other: rule };
        const doubts = [...doubtful, ...doubtfulBesides401];
        return { answers: [REFUSED, ...besides401], doubtful: doubts, violates, also: [isRefused, NO_SUCCESS] };
      }
      const blamed = isOtherwiseValid ? rule : 'AUTH-7';
      const unsuccessful = served.answers.filter((answer) => !isSuccess(answer));
      return {
        answers: [REFUSED, ...unsuccessful, ANY_CLIENT_ERROR],
        doubtful: doubtful.filter(({ status }) => status < 400 || status > 499),
        violates: { '2xx': blamed, '4xx': blamed, other: serverErrorRule(regularity) },
        also: isOtherwiseValid ? [isRefused, NO_SUCCESS] : [NO_SUCCESS],
      };
    }
  }
}

function isSuccess({ status }: AllowedAnswer): boolean {
  return status === '2xx' || status === 200 || status === 201;
}

/** Conditional and partial requests, and preferences: where a success is allowed, HTTP allows further ones. */
function withOtherSuccess(served: Served): Served {
  if (!served.answers.some(isSuccess)) return served;
  return { ...served, answers: [...served.answers, { status: '2xx', body: 'any' }, ELSEWHERE] };
}

/** What is hostile outside the body, or looks like an attack, may be refused before it reaches the service: by the HTTP parser, a proxy, a filter. */
function withRefusalInFront(served: Served): Served {
  const answers = served.answers.map((answer) =>
    answer.body === 'Error' ? { ...answer, body: 'any' as const } : answer,
  );
  return { ...served, answers };
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

/** A body that is neither JSON nor declared as JSON is of another content type: a service may accept that too. */
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
