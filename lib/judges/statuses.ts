import type { RuleId } from '../rules/index.ts';
import { allowedBody, categoriesShownTo, describeAllowed, type JudgeKnowledge } from '../expectation/expectation.ts';
import { satisfiedRules, violatedRules } from '../expectation/rule-expectation.ts';
import { isGatewayTrouble, isOverLimit, isSuccess, requestLine } from './circumstances.ts';
import { isRefusal } from './credentials.ts';
import { settleTogether } from './blame.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { memberOf, type Reading } from './reading.ts';
import { plainly } from '../shapes/json-words.ts';
import type { Oddity } from '../expectation/oddity.ts';
import type { ExactJson } from '../evidence/exact-json.ts';

/** Every rule that an answer's status alone can break or keep. The expectation says rule by rule which statuses are allowed. */
export const statusJudge: ExchangeJudge = {
  name: 'status',
  rules: [
    'AUTH-1',
    'AUTH-2',
    'AUTH-3',
    'AUTH-7',
    'LIST-2',
    'CREATE-1',
    'CREATE-5',
    'CREATE-6',
    'CREATE-7',
    'CREATE-11',
    'GET-1',
    'GET-2',
    'GET-3',
    'GET-4',
    'ERR-3',
    'ERR-7',
  ],
  passedByOthers: ['AUTH-3', 'LIST-2', 'CREATE-1', 'GET-1'],
  judge: judgeStatus,
};

function judgeStatus(reading: Reading, knowledge: JudgeKnowledge): Finding[] {
  const { expectation, exchange } = reading;
  const { status } = exchange.answer;
  if (expectation.operation === undefined) return judgeElsewhere(reading);
  // What a gateway says is judged with what was answered before and after it.
  if (isOverLimit(reading) || isGatewayTrouble(reading)) return [];
  if (expectation.regularity === 'hostile' && (status === 501 || status === 505)) return [];
  if ((expectation.caller === 'valid' && status === 401) || isRefusal(reading)) return [];
  if (allowedBody(expectation, status) !== undefined)
    return satisfiedRules(expectation.rules, status).map((rule) => pass(reading, rule));
  const doubt = expectation.doubtful.find((one) => one.status === status);
  const aCategoryIsKnown =
    knowledge.categoryId !== undefined || categoriesShownTo(exchange.request.credential, knowledge).size > 0;
  if (doubt !== undefined && aCategoryIsKnown && doubt.rule === 'CREATE-1') {
    // A category that exists was at hand, so CREATE-1 is shown by other creations.
    const topic = 'a category that was not seen before';
    const fields = { topic, actual: `${status}` };
    return [makeFinding(subject(reading, 'CREATE-11'), 'observed', `${topic}: ${status}`, fields)];
  }
  if (doubt !== undefined) return [doubtful(reading, doubt.rule, doubt.because)];
  const besides = wronglyStored(reading);
  return settleTogether(violatedRules(expectation.rules, status).map((rule) => wrongStatus(reading, rule, besides)));
}

/** Paths and methods that are not documented: hostile input gets no server error, callers without a key no animals. */
function judgeElsewhere(reading: Reading): Finding[] {
  const { exchange, expectation, body } = reading;
  const { status } = exchange.answer;
  const hostile = expectation.regularity === 'hostile';
  if (status >= 500 && status !== 501 && status !== 505 && !isGatewayTrouble(reading)) {
    if (hostile) return [wrongStatus(reading, 'ERR-7', '', 'anything but a server error')];
    return [doubtful(reading, 'ERR-7', 'no such operation is documented, so nothing is said about it')];
  }
  const anonymous = expectation.caller === 'missing' || expectation.caller === 'invalid';
  if (anonymous && isSuccess(status) && body.kind === 'json' && showsAnimals(body.value)) {
    const expected = 'no pets for a caller without a valid key';
    return isBesidePets(exchange.request.target)
      ? [wrongStatus(reading, 'AUTH-7', '', expected)]
      : [doubtful(reading, 'AUTH-7', 'what this path is for is not documented', expected)];
  }
  return hostile && status < 500 ? [pass(reading, 'ERR-7')] : [];
}

/** Whether a path is one of the documented ones in another spelling: `/pets/`, `//pets`, `/PETS/7`. */
function isBesidePets(target: string): boolean {
  return /^[/.]*pets(?![a-z\d_-])/i.test(target);
}

function showsAnimals(value: unknown): boolean {
  if (isArrayOfJson(value)) return value.length > 0 && value.every(showsAnimals);
  return typeof value === 'object' && value !== null && 'id' in value && 'categoryId' in value && 'name' in value;
}

function isArrayOfJson(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function pass(reading: Reading, rule: RuleId): Finding {
  return makeFinding(subject(reading, rule), 'pass', PASSED[rule] ?? 'the status is a documented one');
}

function subject<R extends RuleId>({ exchange, expectation: { operation } }: Reading, rule: R) {
  return { rule, shownBy: [exchange.id], ...(operation !== undefined && { operation }) } as const;
}

/** One sentence a rule, the same for every exchange, so that equal ones can be counted. */
const PASSED: Partial<Record<RuleId, string>> = {
  'AUTH-1': 'requests without a key get 401',
  'AUTH-2': 'requests with an invalid key get 401',
  'AUTH-7': 'no request without a valid key succeeds',
  'CREATE-5': 'a missing field gets 400',
  'CREATE-6': 'a value of the wrong type gets 400',
  'CREATE-7': 'a body that is not a JSON object gets 400',
  'GET-2': 'unknown ids get 404',
  'GET-3': 'a petId that is not an int64 does not get 200',
  'GET-4': 'getPet is gone',
  'ERR-3': 'documented requests get documented statuses',
  'ERR-7': 'hostile input gets no server error',
};

/** A creation that had to be refused left an animal: which one, and what it holds by the service's own account. */
function wronglyStored({ exchange, expectation: { newPet, caller }, body }: Reading): string {
  if (caller !== 'valid' || newPet === undefined || !isSuccess(exchange.answer.status)) return '';
  const id = body.kind === 'json' ? memberOf(body.value, 'id') : undefined;
  if (body.kind !== 'json' || (typeof id !== 'bigint' && typeof id !== 'string')) return '';
  const field = 'field' in newPet ? newPet.field : undefined;
  const holds = field === undefined ? '' : ` with ${holding(field, memberOf(body.value, field))}`;
  return `; pet ${`${id}`.slice(0, 40)} was created${holds}`;
}

function holding(field: string, value: ExactJson | undefined): string {
  return value === undefined ? `no ${field}` : `${field} ${plainly(value)}`;
}

/** The violation that a status is. @param besides - what else is to be said */
export function wrongStatus(reading: Reading, rule: RuleId, besides = '', expected?: string): Finding {
  return statusFinding(reading, rule, 'fail', `${answeredWith(reading)}, which is not allowed${besides}`, expected);
}

function doubtful(reading: Reading, rule: RuleId, because: string, expected?: string): Finding {
  return statusFinding(reading, rule, 'inconclusive', `${answeredWith(reading)}: ${because}`, expected);
}

function statusFinding(
  reading: Reading,
  rule: RuleId,
  verdict: 'fail' | 'inconclusive',
  says: string,
  expected = describeAllowed(reading.expectation),
): Finding {
  const { status } = reading.exchange.answer;
  return makeFinding(subject(reading, rule), verdict, says, {
    expected,
    actual: `${status}`,
    fault: `answered ${status}`,
  });
}

/** As many oddities of one request as a sentence names. */
const MOST_NAMED = 4;

/** What about the request is not as documented, and what its body lacks: any of it may be the cause. `` for nothing. */
function oddityOf({ expectation: { oddities, newPet } }: Reading): string {
  const body = newPet !== undefined && 'what' in newPet ? [newPet.what] : [];
  const odd = oddities.filter((oddity) => !isPlainInTarget(oddity)).toSorted(hostileFirst);
  const all = [...new Set([...odd.map(({ what }) => what), ...body])];
  const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  return all.length === 0 ? '' : ` (${[...all.slice(0, MOST_NAMED), ...more].join('; ')})`;
}

/** Who reads the request line sees it. */
function isPlainInTarget({ kind, observedBy, isBeside }: Oddity): boolean {
  return kind === 'open' && (observedBy === 'LIST-5' || observedBy === 'LIST-8' || isBeside === true);
}

function hostileFirst(a: Oddity, b: Oddity): number {
  return Number(b.kind === 'hostile') - Number(a.kind === 'hostile');
}

/** `GET /pets?limit=5 without a key was answered 200`. */
export function answeredWith(reading: Reading): string {
  const { caller } = reading.expectation;
  const who = { missing: ' without a key', invalid: ' with an invalid key', lenient: '', unknown: '', valid: '' }[
    caller
  ];
  return `${requestLine(reading)}${oddityOf(reading)}${who} returned ${reading.exchange.answer.status}`;
}
