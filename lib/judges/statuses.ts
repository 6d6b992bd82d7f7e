import { isSuccess } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import { allowedBody, categoriesShownTo, type JudgeKnowledge } from '../expectation/expectation.ts';
import { satisfiedRules, violatedRules } from '../expectation/rule-expectation.ts';
import { isGatewayTrouble, isOverLimit } from './circumstances.ts';
import { settleTogether } from './blame.ts';
import { judgeElsewhere } from './elsewhere.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { memberOf, type Reading } from './reading.ts';
import { judgeRemoval } from './removal.ts';
import { isRefusal } from './scheme-case.ts';
import { doubtfulStatus, statusSubject, wrongStatus } from './status-findings.ts';
import { plainly } from '../shapes/json-words.ts';
import type { ExactJson } from '../evidence/exact-json.ts';

/** Every rule that a response's status alone can violate or satisfy. The expectation says rule by rule which statuses are allowed. */
export const statusJudge: ExchangeJudge = {
  name: 'status',
  neededFor: 'list-open',
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
  // A gateway's response is judged together with the responses before and after it.
  if (isOverLimit(reading) || isGatewayTrouble(reading)) return [];
  if (expectation.regularity === 'hostile' && (status === 501 || status === 505)) return [];
  if ((expectation.caller === 'valid' && status === 401) || isRefusal(reading)) return [];
  const removal = judgeRemoval(reading, knowledge);
  if (removal !== undefined) return removal;
  if (allowedBody(expectation, status) !== undefined)
    return satisfiedRules(expectation.rules, status).map((rule) => pass(reading, rule));
  const doubt = expectation.doubtful.find((one) => one.status === status);
  if (doubt?.isWeighed === true) return [];
  const aCategoryIsKnown =
    knowledge.categoryId !== undefined || categoriesShownTo(exchange.request.credential, knowledge).size > 0;
  if (doubt?.topic !== undefined && aCategoryIsKnown && doubt.rule === 'CREATE-1') {
    // A category that exists was at hand, so CREATE-1 is shown by other creations.
    const { topic } = doubt;
    const fields = { topic, actual: `${status}` };
    return [makeFinding(statusSubject(reading, 'CREATE-11'), 'observed', `${topic}: ${status}`, fields)];
  }
  if (doubt !== undefined) return [doubtfulStatus(reading, doubt.rule, doubt.because)];
  const besides = wronglyStored(reading);
  return settleTogether(violatedRules(expectation.rules, status).map((rule) => wrongStatus(reading, rule, besides)));
}

function pass(reading: Reading, rule: RuleId): Finding {
  return makeFinding(statusSubject(reading, rule), 'pass', PASSED[rule] ?? 'the status is a documented one');
}

/** One sentence per rule, the same for every exchange, so that equal ones can be counted. */
const PASSED: Partial<Record<RuleId, string>> = {
  'AUTH-1': 'requests without an Authorization header get 401',
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

/** A creation that had to be refused left a pet: which one, and its fields according to the response. */
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
